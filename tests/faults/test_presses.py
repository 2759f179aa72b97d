"""A press that is answered too late, gets lost, comes twice, or was answered already: one play, or none, and a word."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox import InjectedFault, Interaction, Sandbox
from sandbox.api import posting
from sandbox.world import errors
from simulation.buttons import has_moved_on
from simulation.played_table import PlayedTable, played_table
from simulation.scripted_people import Player, play_buttons, record

CALLBACK = "/interactions/.*/callback"
LATE = 3.2
"""Seconds: Discord waits for three."""


def start(player: Player) -> Callable[[], Interaction]:
    """The first play that stands out in a hand, to be pressed again and again as it stood there."""
    hand = player.hand
    assert hand is not None
    button = hand.button(custom_id=next(way.custom_id for way in play_buttons(hand) if way.stands_out))
    return lambda: player.person.start_press(hand, button)


async def goes_on(table: PlayedTable, plays: int = 4) -> None:
    """Some more plays; then everything is shown, and all is sound."""
    await table.play(plays)
    await table.settled()
    table.sound()


def made(table: PlayedTable) -> int:
    """The number of entries in the table's record."""
    return len(record(table.database, table.lobby.id))


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_an_answer_that_comes_after_three_seconds_is_not_missed(box: Sandbox, database: Path) -> None:
    table = await played_table(box, database)
    await table.play(3)
    player, before = await table.turn(), made(table)
    box.faults.add(InjectedFault.slow(LATE, CALLBACK))
    answer = await table.press(player)
    assert answer.status == "failed"
    assert made(table) > before, "the play counts"
    await table.settled()
    table.sound()
    await goes_on(table)


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("refusal", [errors.unknown_interaction, errors.already_acknowledged])
@pytest.mark.parametrize("where", ["hand", "private", "typed"])
async def test_an_answer_that_discord_does_not_take_is_shown_in_the_hand(
    box: Sandbox, database: Path, where: str, refusal: Callable[[], errors.ApiError]
) -> None:
    table = await played_table(box, database)
    await table.play(3)
    player, before = await table.turn(), made(table)
    hand = (await player.person.command(table.thread, "hand")).message if where == "private" else player.hand
    assert hand
    way = next(way for way in play_buttons(hand) if way.stands_out)
    box.faults.add(InjectedFault.refused(refusal(), CALLBACK, times=None))
    table.pressed[player.person.name] += 1
    if where == "typed":
        answer = player.person.start_command(table.thread, "play", {"cards": " ".join(way.codes)})
    else:
        answer = player.person.start_press(hand, hand.button(custom_id=way.custom_id))
    await box.until(lambda: made(table) > before)
    await table.settled()
    assert answer.status in ("sent", "failed"), "nothing reached the person but the hand"
    box.faults.clear()
    if where == "private":
        assert (await player.person.press(hand, custom_id=way.custom_id)).status == "update"
        assert has_moved_on(hand.text)
    await goes_on(table)


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_a_hand_that_is_replaced_between_a_press_and_its_answer_is_told_anew(
    box: Sandbox, database: Path
) -> None:
    table = await played_table(box, database)
    await table.play(3)
    player, before = await table.turn(), made(table)
    hand = player.hand
    assert hand
    answer = start(player)()
    table.pressed[player.person.name] += 1
    posting.delete(box.world, hand)
    (told,) = await box.until(lambda: [one for one in player.person.dms if one.ephemeral])
    assert table.lobby.name in told.text
    assert (answer.status, made(table) > before) == ("update", True)
    await goes_on(table)


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_choices_that_come_too_late_disturb_nobody(box: Sandbox, database: Path) -> None:
    table = await played_table(box, database)
    await table.play(3)
    player = await table.turn()
    box.faults.add(InjectedFault.slow(LATE, CALLBACK))
    assert await player.person.autocomplete(table.thread, "play", {"cards": ""}, "cards") == []
    assert await player.person.autocomplete(table.thread, "play", {"cards": ""}, "cards")
    await goes_on(table)


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_a_press_that_is_lost_on_the_way_can_be_made_again(box: Sandbox, database: Path) -> None:
    table = await played_table(box, database)
    await table.play(3)
    player, before = await table.turn(), made(table)
    box.faults.add(InjectedFault.lost_interaction())
    assert (await table.press(player)).status == "failed"
    assert made(table) == before
    assert table.called is player
    await goes_on(table)


@pytest.mark.usefixtures("bot")
async def test_a_button_that_is_pressed_twice_at_once_plays_once(box: Sandbox, database: Path) -> None:
    table = await played_table(box, database)
    for _ in range(6):
        player = await table.turn()
        press = start(player)
        first, second = await asyncio.gather(press().first(), press().first())
        assert (first.status, second.status) == ("update", "update")
        table.pressed[player.person.name] += 2
        table.acknowledged[player.person.name] += 1
    await goes_on(table)


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_an_interaction_that_comes_twice_is_answered_once(
    box: Sandbox, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = await played_table(box, database)
    box.faults.add(InjectedFault.repeated_interaction(times=None))
    await table.play(5)
    player = await table.turn()
    hand = await player.person.command(table.thread, "hand")
    shown = len(player.person.sees(table.thread))
    assert hand.status == "message"
    await table.settled()
    callbacks = [one for one in box.requests if one.path.endswith("/callback")]
    assert all(one.status == 200 for one in callbacks), "nothing was answered again"
    assert len(player.person.sees(table.thread)) == shown
    box.faults.clear()
    await goes_on(table)
    assert not [one for one in caplog.records if "could not be answered" in one.getMessage()]
