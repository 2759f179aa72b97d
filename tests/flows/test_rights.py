"""Rights belong to the server of the table, wherever a command is typed or a button is pressed."""

from __future__ import annotations

import pytest

from sandbox import Sandbox
from sandbox.guilds import Guild
from sandbox.people import Person
from tests.flows.conftest import NOT_ASKED
from tests.flows.players import posts, seated

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture
def other(box: Sandbox) -> Guild:
    """A server that Malik manages, and in which nobody else of the table's server is."""
    guild = box.add_server("Malik's own", [box.person("Malik")], ["lounge"])
    for channel in guild.channels.values():
        box.permit(channel, **NOT_ASKED)
    return guild


async def typed_at_home(person: Person, guild: Guild, command: str, **options: object) -> str:
    """What a person is answered who types a command in that server's first channel."""
    return (await person.command(next(iter(guild.channels.values())), command, **options)).text


async def test_who_manages_a_server_of_their_own_does_not_get_anothers_cards(box: Sandbox, other: Guild) -> None:
    you, malik, alt = box.person("You"), box.person("Malik"), box.person("Ivalu")
    lobby = await seated(box, [you, malik], 2)
    thread = await lobby.start(you)
    await box.until(lambda: posts(thread, you, "trick 1") and you.dms)
    number = next(seat for seat in (1, 2) if f"{seat}. **You**" in lobby.card.text)
    said = await typed_at_home(malik, other, "table kick", seat=number, table=lobby.name)
    assert f"Go to <#{thread.id}>, where {lobby.name} is, and do it there" in said
    assert "No seat is open" in (await alt.command(thread, "table substitute")).text
    assert not alt.dms
    for command in ("table close", "table move"):
        assert "do it there" in await typed_at_home(malik, other, command, table=lobby.name)
    assert f"Your hand at {lobby.name}" in you.dms[-1].text
