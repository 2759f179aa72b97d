"""People who do too much are told so in one sentence, and when they can go on; nobody else notices."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox import Channel, Interaction, Message, Person, Sandbox
from simulation.scripted_people import opened, play_on, players, posts, press_at, result, said, seated
from tests.flows.conftest import serving, settings_for

TOO_FAST = "That was a lot in one minute"


def private(answer: Interaction) -> str:
    assert answer.message, answer
    assert answer.message.ephemeral
    return answer.message.text


async def test_who_does_too_much_in_a_minute_waits_and_others_do_not(box: Sandbox, database: Path) -> None:
    you, aja = box.person("You"), box.person("Aja")
    async with serving(box, settings_for(box, database, joins_per_minute=2, commands_per_minute=2)):
        lobby = await opened(box, you, box.channel("cards"))
        assert (await lobby.press(you, "Leave")).status == "update"
        await lobby.shows("1. *free*")
        await lobby.join(you)
        refused = private(await lobby.press(you, "Leave"))
        assert TOO_FAST in refused
        assert ":R>" in refused
        await lobby.join(aja)
        assert "**You**" in said(lobby.card)
        assert TOO_FAST not in (await lobby.press(aja, "Add computer")).text
        assert TOO_FAST in private(await lobby.press(aja, "Add computer"))


async def test_who_was_just_told_to_wait_is_only_acknowledged(box: Sandbox, database: Path) -> None:
    you = box.person("You")
    async with serving(box, settings_for(box, database, joins_per_minute=2)):
        lobby = await opened(box, you, box.channel("cards"))
        await lobby.press(you, "Leave")
        await lobby.join(you)
        told = [await lobby.press(you, "Leave") for _ in range(5)]
        assert TOO_FAST in private(told[0])
        assert {one.status for one in told[1:]} == {"deferred_update"}


@pytest.mark.usefixtures("one_hand")
async def test_plays_of_a_seat_on_turn_are_not_counted(box: Sandbox, database: Path) -> None:
    you, aja = box.person("You"), box.person("Aja")
    async with serving(box, settings_for(box, database, commands_per_minute=1)):
        lobby = await seated(box, [you, aja], 2)
        thread = await lobby.start(you)
        await play_on(box, players(box, lobby, [you, aja]), lambda: result(thread, you))


async def test_plays_are_counted_when_it_is_not_the_turn_of_the_seat(box: Sandbox, database: Path) -> None:
    you, aja = box.person("You"), box.person("Aja")
    async with serving(box, settings_for(box, database, commands_per_minute=2)):
        lobby = await seated(box, [you, aja], 2)
        thread = await lobby.start(you)
        typed = [private(await aja.command(thread, "play", cards="3d")) for _ in range(3)]
        assert [TOO_FAST in text for text in typed] == [False, False, True]


async def test_who_types_too_many_letters_is_offered_nothing_for_a_while(box: Sandbox, database: Path) -> None:
    you, channel = box.person("You"), box.channel("cards")
    async with serving(box, settings_for(box, database, commands_per_minute=1)):
        offered = [bool(await you.autocomplete(channel, "rules", {"topic": ""}, "topic")) for _ in range(6)]
        assert offered == [True, True, True, True, False, False]


def asked_in(thread: Channel, person: Person) -> list[Message]:
    """The proposals in a thread that wait for an answer."""
    return [one for one in posts(thread, person, "pause") if "Disagree" in one.labels]


async def test_who_asks_for_pauses_again_and_again_waits_so_that_the_thread_tells_of_the_game(
    box: Sandbox, database: Path
) -> None:
    you, aja = box.person("You"), box.person("Aja")
    async with serving(box, settings_for(box, database, joins_per_minute=5)):
        lobby = await seated(box, [you, aja], 2)
        thread = await lobby.start(you)
        await box.until(lambda: posts(thread, you, "trick 1"))
        for _ in range(2):
            assert TOO_FAST not in private(await press_at(thread, aja, "More…", "Pause"))
            (asked,) = await box.until(lambda: asked_in(thread, aja))
            assert (await aja.press(asked, "Disagree")).status == "deferred_update"
            await box.until(lambda: not asked_in(thread, aja))
        assert TOO_FAST in private(await press_at(thread, aja, "More…", "Pause"))
        assert TOO_FAST not in private(await press_at(thread, you, "More…", "Pause"))


async def test_no_more_tables_are_open_than_the_operator_wants(box: Sandbox, database: Path) -> None:
    you, aja, malik = (box.person(name) for name in ("You", "Aja", "Malik"))
    channel = box.channel("cards")
    async with serving(box, settings_for(box, database, tables_per_person=1, tables_per_server=2)):
        await opened(box, you, channel)
        assert "You have 1 table open" in private(await you.command(channel, "table open", players=4))
        await opened(box, aja, channel)
        assert "There are 2 open tables" in private(await malik.command(channel, "table open", players=4))
        assert len(posts(channel, malik, "at table ")) == 2


@pytest.mark.usefixtures("bot")
async def test_what_is_typed_comes_back_as_plain_text(box: Sandbox) -> None:
    you, channel = box.person("You"), box.channel("cards")
    typed = "**loud** @everyone <@1> [here](https://example.org) " + "x" * 48
    for name, options in (
        ("settings quiet", {"zone": typed}),
        ("settings quiet", {"from": typed}),
        ("hand", {"table": typed}),
        ("record", {"table": typed}),
        ("replay", {"hand": 1, "table": typed}),
    ):
        text = private(await you.command(channel, name, **options))
        assert len(text) < 1_000
        assert "**loud**" not in text
        assert "@everyone" not in text
        assert "](https://" not in text
        assert "\\<@1>" in text or "<@1>" not in text
