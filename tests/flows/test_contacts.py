"""Nobody sends somebody else more than a few messages: invitations and requests are counted by sender and receiver."""

from __future__ import annotations

from pathlib import Path

from sandbox import Person, Sandbox
from simulation.scripted_people import Lobby, opened
from tests.flows.conftest import serving, settings_for

STRANGER = "they have never used me"
OFTEN = "asked that person often enough"


async def invited_again(lobby: Lobby, by: Person, person: Person) -> str:
    """The answer to an invitation after the one before was taken back."""
    menu = (await lobby.press(by, "Invite…")).message
    assert menu
    await by.select(menu, [])
    return (await by.select(menu, [person.id])).text


async def test_who_has_never_used_the_bot_is_invited_by_each_person_once(box: Sandbox, database: Path) -> None:
    you, aja, malik = (box.person(name) for name in ("You", "Aja", "Malik"))
    async with serving(box, settings_for(box, database, contacts_per_hour=10)):
        lobby, other = await opened(box, you, box.channel("cards")), await opened(box, malik, box.channel("cards"))
        assert STRANGER not in await invited_again(lobby, you, aja)
        assert STRANGER in await invited_again(lobby, you, aja)
        assert STRANGER not in await invited_again(other, malik, aja)
        await aja.command(box.channel("general"), "tables")
        assert STRANGER not in await invited_again(lobby, you, aja)


async def test_an_erasure_and_a_restart_give_nobody_new_invitations(box: Sandbox, database: Path) -> None:
    you, aja = box.person("You"), box.person("Aja")
    settings = settings_for(box, database, contacts_per_hour=2)
    async with serving(box, settings):
        await aja.command(box.channel("general"), "tables")
        lobby = await opened(box, you, box.channel("cards"))
        told = [OFTEN in await invited_again(lobby, you, aja) for _ in range(3)]
        assert told == [False, False, True]
        asked = (await you.command(box.channel("general"), "privacy", what="erase")).message
        assert asked
        await you.press(asked, "Yes, erase everything")
    async with serving(box, settings):
        lobby = await opened(box, you, box.channel("cards"))
        assert OFTEN in await invited_again(lobby, you, aja)
