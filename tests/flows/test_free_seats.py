"""/tables: the tables of a server with a free seat."""

from __future__ import annotations

import pytest

from sandbox import Interaction, Person, Sandbox
from simulation.scripted_people import Lobby, opened, posts, resign, seated
from tests.flows.test_reminders import Ahead, ahead

__all__ = ["ahead"]


async def listed(box: Sandbox, person: Person, channel: str = "general") -> Interaction:
    return await person.command(box.channel(channel), "tables")


async def in_play(box: Sandbox, people: list[Person]) -> Lobby:
    lobby = await seated(box, people, 4)
    thread = await lobby.start(people[0])
    await box.until(lambda: posts(thread, people[0], "trick 1"))
    return lobby


@pytest.mark.usefixtures("bot")
async def test_without_a_free_seat_one_is_told_how_to_open_a_table(box: Sandbox) -> None:
    answer = await listed(box, box.person("Aja"))
    assert "No table here has a free seat" in answer.text
    assert "table open" in answer.text
    assert answer.message
    assert answer.message.ephemeral


@pytest.mark.usefixtures("bot")
async def test_a_lobby_is_listed_with_its_people_and_joined_from_there(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    lobby = await opened(box, you, box.channel("cards"), 3)
    answer = await listed(box, aja)
    assert f"**{lobby.name}** in <#{lobby.channel.id}>\n" in answer.text
    assert "You · 2 seats free" in answer.text
    assert "90 seconds" in answer.text
    assert answer.message
    joined = await aja.press(answer.message, "Join")
    assert f"You sit at {lobby.name} in seat 2" in joined.text
    await lobby.shows("2. **Aja**")


@pytest.mark.usefixtures("bot")
async def test_a_table_that_is_full_or_ones_own_is_not_listed(box: Sandbox) -> None:
    you, aja, malik = (box.person(name) for name in ("You", "Aja", "Malik"))
    lobby = await opened(box, you, box.channel("cards"), 2)
    assert "No table here" in (await listed(box, you)).text
    await lobby.join(aja)
    assert "No table here" in (await listed(box, malik)).text


@pytest.mark.usefixtures("bot")
async def test_the_free_seat_of_a_table_in_play_is_listed_for_those_who_may_take_it(box: Sandbox, ahead: Ahead) -> None:
    you, aja, malik, ivalu = (box.person(name) for name in ("You", "Aja", "Malik", "Ivalu"))
    lobby = await in_play(box, [you, aja, ivalu])
    assert lobby.name not in (await listed(box, malik)).text
    assert lobby.thread
    await resign(lobby.thread, aja)
    answer = await listed(box, malik)
    assert f"**{lobby.name}** in <#{lobby.card.id}>, in play" in answer.text
    assert "1 seat free" in answer.text
    assert lobby.name in (await listed(box, aja)).text
    assert lobby.name not in (await listed(box, you)).text
    await resign(lobby.thread, ivalu)
    assert "1 seat free" in (await listed(box, aja)).text, "Aja has seen cards: only her own seat is hers to take"
    taken = await aja.press((await listed(box, aja)).message or 0, "Take seat 2")
    assert "is back" in taken.text


@pytest.mark.usefixtures("bot")
async def test_tables_in_channels_that_one_does_not_see_are_not_listed(box: Sandbox) -> None:
    cards = box.channel("cards")
    lobby = await opened(box, box.person("You"), cards)
    box.world.overwrite(cards, box.guild.id, view_channel=False)
    box.world.overwrite(cards, box.world.bot.id, view_channel=True)
    assert lobby.name not in (await listed(box, box.person("Aja"))).text


@pytest.mark.usefixtures("bot")
async def test_many_tables_are_listed_in_pages(box: Sandbox, database: object) -> None:
    opener, lobbies = box.person("You"), []
    for _ in range(9):
        lobbies.append(await opened(box, opener, box.channel("cards"), 2))
    answer = await listed(box, box.person("Aja"))
    assert answer.text.count("1 seat free") == 8
    assert f"**{lobbies[0].name}**" not in answer.text
    assert answer.message
    last = await box.person("Aja").press(answer.message, "More tables")
    assert f"**{lobbies[0].name}**" in last.text
    assert f"**{lobbies[1].name}**" not in last.text


@pytest.mark.usefixtures("bot")
async def test_the_language_of_a_table_is_told_to_those_who_read_another(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    await opened(box, you, box.channel("cards"))
    assert "English" not in (await listed(box, aja)).text
    aja.locale = "da"
    assert "English" in (await aja.command(box.channel("general"), "tables")).text


@pytest.mark.usefixtures("bot")
async def test_in_a_direct_message_one_is_sent_to_a_server(box: Sandbox) -> None:
    aja = box.person("Aja")
    assert "server" in (await aja.command(aja.open_direct(), "tables")).text
