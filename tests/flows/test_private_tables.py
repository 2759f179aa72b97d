"""A private table is nobody's business but its people's, and is never played where others can watch."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from bot.discord_api import custom_ids
from sandbox import InjectedFault, Message, Person, Sandbox
from sandbox.world import components
from simulation.scripted_people import Lobby, opened, play_on, posts, press_at
from tests.flows.conftest import serving, settings_for
from tests.flows.test_cup_commands import organiser, typed
from tests.flows.test_invitations import private_game

UNKNOWN: Final = "There's no such table here"
LOOKS: Final = ("beats", "ladder", "why", "record", "replay", "verify", "compare", "deal", "share", "more")


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
    for command in ("record", "replay"):
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
async def test_the_card_of_a_private_table_explains_its_game_to_others_and_no_more(box: Sandbox) -> None:
    you, malik, cards = box.person("You"), box.person("Malik"), box.channel("cards")
    await you.command(cards, "table open", private=True, game="Alkort")
    lobby = Lobby(box, await box.until(lambda: next(iter(posts(cards, you, "Private:")), None)))
    answers = [(await lobby.press(one, "New here?")).message for one in (malik, you)]
    theirs, own = (one for one in answers if one)
    assert theirs.text == own.text.replace("You: ", "Malik: ")
    for person, page in ((malik, theirs), (you, own)):
        await person.press(page, "Skip")
        assert page.labels[0] == "Play now"


@pytest.mark.usefixtures("bot")
async def test_a_private_table_is_read_by_its_opener_the_invited_organisers_and_those_in_its_thread(
    box: Sandbox,
) -> None:
    lobby, company = await private_game(box)
    await box.until(lambda: posts(box.threads[0], company[0].person, "hand 1"))
    malik, ivalu, cards = box.person("Malik"), box.person("Ivalu"), box.channel("cards")
    malik.allow("manage_guild", guild=box.guild)
    assert lobby.name in (await malik.command(cards, "replay", table=lobby.name)).text
    assert await malik.autocomplete(cards, "replay", {"table": lobby.name[:2]}, "table")
    box.threads[0].members[ivalu.id] = ""
    assert lobby.name in (await ivalu.command(box.threads[0], "replay")).text
    assert lobby.name in (await press_at(box.threads[0], ivalu, "Ladder")).text
    assert UNKNOWN in (await ivalu.command(cards, "replay", table=lobby.name)).text


@pytest.mark.usefixtures("bot")
async def test_an_organiser_who_does_not_see_the_thread_of_a_private_table_closes_it_by_its_name(box: Sandbox) -> None:
    lobby, company = await private_game(box)
    await box.until(lambda: posts(box.threads[0], company[0].person, "hand 1"))
    ivalu, cards = organiser(box), box.channel("cards")
    told = (await ivalu.command(cards, "hand", table=lobby.name)).message
    assert told
    more = (await ivalu.press(told, "More…")).message
    assert more
    assert "Pause" in more.labels
    sure = (await ivalu.press(more, "Close")).message
    assert sure
    await ivalu.press(sure, "Yes, close the table")
    await lobby.shows("is closed")


@pytest.mark.usefixtures("bot")
async def test_a_private_table_hides_no_other_table_of_its_name(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.table_service.free_name", lambda _: "Otter")
    malik = box.person("Malik")
    public = await opened(box, malik, box.channel("cards"), 2)
    await public.press(malik, "Play now")
    await box.until(lambda: malik.dms)
    assert public.thread
    await press_at(public.thread, malik, "More…", "Close", "Yes, close the table")
    await public.shows("is closed")
    await private_game(box)
    assert "Otter" in (await malik.command(public.channel, "replay", table="Otter")).text


@pytest.mark.usefixtures("one_hand", "bot")
async def test_the_card_of_a_private_table_does_not_tell_the_channel_how_it_ended(box: Sandbox) -> None:
    lobby, company = await private_game(box)
    await play_on(box, company, lambda: posts(box.threads[0], company[0].person, "The way there"))
    await lobby.shows("The game is over")
    assert not any(label in lobby.card.labels for label in ("Record", "Replay", "My hand"))
    ended = posts(box.threads[0], company[0].person, "The way there")[-1]
    winners = next(line for line in ended.text.splitlines() if " won!" in line)
    assert winners not in lobby.card.text


@pytest.mark.usefixtures("bot")
async def test_where_there_are_no_private_threads_no_private_table_opens_and_another_channel_is_named(
    box: Sandbox,
) -> None:
    you, cards, general = box.person("You"), box.channel("cards"), box.channel("general")
    box.permit(cards, create_private_threads=False)
    forum = box.add_forum("tables")
    post = (await you.say(forum, "who plays?")).channel
    for channel in (cards, post):
        refused = (await you.command(channel, "table open", players=2, private=True)).text
        assert f"I can open one in <#{general.id}>" in refused, channel.name
    box.permit(general, create_private_threads=False)
    refused = (await you.command(general, "table open", players=2, private=True)).text
    assert "needs a text channel where my role has Create Private Threads" in refused.replace("*", "")
    assert not posts(cards, you, "Private:")


@pytest.mark.usefixtures("bot")
async def test_a_private_table_is_not_moved_to_where_others_can_watch(box: Sandbox) -> None:
    you, general = box.person("You"), box.channel("general")
    answer = await you.command(box.channel("cards"), "table open", players=2, private=True)
    assert "It's played in a thread that only they see" in answer.text
    box.permit(general, create_private_threads=False)
    card = (await box.until(lambda: posts(box.channel("cards"), you, "Private:")))[0]
    assert "needs a private thread" in (await you.command(general, "table move")).text
    await you.press(card, "Play now")
    await box.until(lambda: box.threads and posts(box.threads[0], you, "hand 1"))


@pytest.mark.parametrize(("status", "code"), [(400, 160006), (400, 50024), (403, 60003), (400, 200001), (403, 50013)])
@pytest.mark.usefixtures("bot")
async def test_a_private_table_starts_only_when_discord_lets_it_have_its_thread(
    box: Sandbox, status: int, code: int
) -> None:
    you, cards = box.person("You"), box.channel("cards")
    await you.command(cards, "table open", players=2, private=True)
    card = (await box.until(lambda: posts(cards, you, "Private:")))[0]
    box.faults.add(InjectedFault("refuse", "POST", "/threads$", times=None, status=status, code=code))
    assert "hasn't started" in (await you.press(card, "Play now")).text
    assert not box.threads
    assert [one.id for one in you.sees(cards) if not one.ephemeral] == [card.id]


async def test_a_cup_with_private_tables_is_created_only_where_there_are_private_threads(
    box: Sandbox, database: Path
) -> None:
    ivalu, cards = organiser(box), box.channel("cards")
    box.permit(cards, create_private_threads=False)
    async with serving(box, settings_for(box, database)):
        form = (await typed(box, ivalu, "organise create", name="Friday")).message
        assert form
        await ivalu.select(form, ["yes"], placeholder="Who can watch")
        assert "can't be private here" in form.text
        assert "needs a private thread" in (await ivalu.command(cards, "organise open-sign-up")).text
        await ivalu.select(form, ["no"], placeholder="Who can watch")
        assert "Friday" in (await ivalu.command(cards, "organise open-sign-up")).text
