"""A private table is nobody's business but its people's: what others are refused looks as if there were no table."""

from __future__ import annotations

from typing import Final

import pytest

from bot.discord_api import custom_ids
from sandbox import Message, Person, Sandbox
from sandbox.world import components
from simulation.scripted_people import opened, play_on, posts
from tests.flows.test_invitations import private_game

UNKNOWN: Final = "There's no such table here"
LOOKS: Final = ("beats", "ladder", "why", "record", "replay", "verify", "deal", "share", "more")


async def own_page(person: Person, box: Sandbox) -> Message:
    answer = (await person.command(box.channel("general"), "mytables")).message
    assert answer
    return answer


async def pressed(person: Person, on: Message, verb: str, table: int, *args: str) -> str:
    """The answer to a button whose id the person has written by hand."""
    part = {"type": components.BUTTON, "id": 1, "custom_id": custom_ids.write(verb, table, *args)}
    return (await person.start_press(on, part).first()).text


@pytest.mark.usefixtures("bot")
async def test_a_private_table_is_as_unknown_to_other_members_as_one_that_does_not_exist(box: Sandbox) -> None:
    lobby, company = await private_game(box)
    await play_on(box, company, lambda: posts(box.threads[0], company[0].person, "hand 1"))
    malik, cards = box.person("Malik"), box.channel("cards")
    for command in ("beats", "ladder", "why", "record", "replay"):
        asked = [(await malik.command(cards, command, table=name)).text for name in (lobby.name, "Nowhere")]
        assert UNKNOWN in asked[0], command
        assert asked[0] == asked[1]
        assert "You aren't at a table" in (await malik.command(cards, command)).text
    assert await malik.autocomplete(cards, "record", {"table": ""}, "table") == []
    assert await company[1].person.autocomplete(cards, "record", {"table": ""}, "table")
    page = await own_page(malik, box)
    for verb in LOOKS:
        asked = [await pressed(malik, page, verb, table, "1") for table in (lobby.id, 10**6)]
        assert UNKNOWN in asked[0], verb
        assert asked[0] == asked[1]


@pytest.mark.usefixtures("bot")
async def test_a_private_table_is_read_by_its_opener_the_invited_organisers_and_those_in_its_thread(
    box: Sandbox,
) -> None:
    lobby, company = await private_game(box)
    await box.until(lambda: posts(box.threads[0], company[0].person, "hand 1"))
    malik, ivalu, cards = box.person("Malik"), box.person("Ivalu"), box.channel("cards")
    malik.allow("manage_guild", guild=box.guild)
    assert lobby.name in (await malik.command(cards, "ladder", table=lobby.name)).text
    assert await malik.autocomplete(cards, "ladder", {"table": lobby.name[:2]}, "table")
    box.threads[0].members[ivalu.id] = ""
    assert lobby.name in (await ivalu.command(box.threads[0], "ladder")).text
    assert UNKNOWN in (await ivalu.command(cards, "ladder", table=lobby.name)).text


@pytest.mark.usefixtures("bot")
async def test_a_private_table_hides_no_other_table_of_its_name(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.table_service.free_name", lambda _: "Otter")
    malik = box.person("Malik")
    public = await opened(box, malik, box.channel("cards"), 2)
    await public.press(malik, "Play computers now")
    await box.until(lambda: malik.dms)
    asked = (await malik.command(public.channel, "table close", table="Otter")).message
    assert asked
    await malik.press(asked, "Yes, close")
    await public.shows("is closed")
    await private_game(box)
    assert "Otter" in (await malik.command(public.channel, "ladder", table="Otter")).text


@pytest.mark.usefixtures("one_hand", "bot")
async def test_the_card_of_a_private_table_does_not_tell_the_channel_how_it_ended(box: Sandbox) -> None:
    lobby, company = await private_game(box)
    await play_on(box, company, lambda: posts(box.threads[0], company[0].person, "The way there"))
    await lobby.shows("The game is over")
    assert not any(label in lobby.card.labels for label in ("Record", "Replay", "My hand"))
    ended = posts(box.threads[0], company[0].person, "The way there")[-1]
    winners = next(line for line in ended.text.splitlines() if " won!" in line)
    assert winners not in lobby.card.text
