"""Time that runs, or stands still: pauses, tables that cannot be shown, and what of both is credited."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from itertools import permutations
from pathlib import Path
from typing import Final

import pytest

from bot.runtime.times import DAY, HOUR, SECOND
from bot.store import DigestLine, DigestRow
from bot.tables import actions
from rules.core.contract import Phase
from tests.bot.days import LOBBY, Days, days

WaitStep = Callable[[Days], Awaitable[None]]


async def lose(here: Days) -> None:
    await here.tables.lose(here.id)


async def find(here: Days) -> None:
    await here.tables.find(here.id)


async def pause(here: Days) -> None:
    assert (await here.done(actions.Propose(here.keys[0], "pause", manager=True))).paused


async def resume(here: Days) -> None:
    assert not (await here.done(actions.Resume(here.keys[0]))).paused


BEGINS: Final[Sequence[WaitStep]] = (lose, pause)
"""The two causes for which time stands still."""
ORDERS: Final[Sequence[Sequence[WaitStep]]] = [
    order
    for order in permutations((lose, find, pause, resume))
    if order.index(lose) < order.index(find) and order.index(pause) < order.index(resume)
]


def stood_still(order: Sequence[WaitStep]) -> int:
    """The hours in which time stands still, with one hour between steps."""
    causes = hours = 0
    for step in order[:-1]:
        causes += 1 if step in BEGINS else -1
        hours += causes > 0
    return hours


async def deadline(here: Days) -> int | None:
    return (await here.loaded()).row.deadline_at


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: "-".join(step.__name__ for step in order))
async def test_an_hour_that_stands_still_for_two_causes_is_credited_once(
    tmp_path: Path, order: Sequence[WaitStep]
) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        before = await deadline(here)
        assert before is not None
        here.time.now += 6 * HOUR
        for step in order:
            await step(here)
            here.time.now += HOUR
        assert await deadline(here) == before + stood_still(order) * HOUR


@pytest.mark.parametrize(("begin", "end"), [(lose, find), (pause, resume)])
async def test_time_stands_still_from_the_first_cause_on_whatever_is_done_meanwhile(
    tmp_path: Path, begin: WaitStep, end: WaitStep
) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        before, turn = await deadline(here), (await here.table()).turn
        assert before is not None
        assert turn is not None
        await begin(here)
        here.time.now += HOUR
        await here.done(actions.Resign(here.keys[turn - 1]))
        await lose(here)
        here.time.now += HOUR
        assert await deadline(here) is None
        await end(here)
        await find(here)
        assert await deadline(here) == before + 2 * HOUR


@pytest.mark.parametrize(("begin", "end"), [(lose, find), (pause, resume)])
async def test_who_comes_to_play_while_time_stands_still_has_all_of_it_then(
    tmp_path: Path, begin: WaitStep, end: WaitStep
) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        turn = (await here.table()).turn
        assert turn is not None
        await begin(here)
        here.time.now += 10 * HOUR
        await here.done(actions.Resign(here.keys[turn]))
        await here.done(actions.Take(here.keys[4], turn))
        here.time.now += 10 * HOUR
        await end(here)
        assert await deadline(here) == here.time.now + DAY


async def test_what_a_play_takes_ends_when_its_table_cannot_be_shown_any_more(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        here.time.now += 3 * HOUR
        await lose(here)
        await here.play(after=20 * HOUR)
        (played,) = [
            one.action for one in await here.tables.record(here.id) if isinstance(one.action, actions.TakeTurn)
        ]
        assert played.took == 3 * HOUR


async def test_a_paused_table_that_the_last_person_leaves_stays_open_as_long_as_any_other(tmp_path: Path) -> None:
    async with days(tmp_path, people=2, pace="day", forced="off") as here:
        await here.done(actions.Resign(here.keys[1]))
        while (await here.table()).turn != 1:
            await here.play()
        await pause(here)
        here.time.now += 3 * DAY
        table = await here.done(actions.Resign(here.keys[0]))
        assert table.is_abandoned
        assert (await here.loaded()).row.due_at == here.time.now + LOBBY


async def test_between_the_hands_of_a_paused_table_nothing_is_due(tmp_path: Path) -> None:
    async with days(tmp_path, people=2, pace="day") as here:
        while (table := await here.table()).phase is Phase.PLAY:
            await here.play()
        assert table.phase is Phase.DEAL
        await pause(here)
        assert (await here.loaded()).row.due_at is None


@pytest.mark.parametrize(("begins", "ends", "credited"), [(-5, 2, 2), (1, 3, 2), (-5, -1, 0)])
async def test_of_an_outage_that_counts_in_which_the_table_waited(
    tmp_path: Path, begins: int, ends: int, credited: int
) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        before, now = await deadline(here), here.time.now
        assert before is not None
        here.time.now += 4 * HOUR
        await here.tables.credit(now + begins * HOUR, now + ends * HOUR)
        row = (await here.loaded()).row
        assert (row.credited, row.deadline_at) == (credited * HOUR, before + credited * HOUR)


@pytest.mark.parametrize("paused", [False, True])
async def test_an_outage_in_which_time_stood_still_already_is_credited_up_to_then(tmp_path: Path, paused: bool) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        before, now = await deadline(here), here.time.now
        assert before is not None
        if paused:
            await pause(here)
        here.time.now += HOUR
        await lose(here)
        here.time.now += HOUR
        await here.tables.credit(now, here.time.now)
        here.time.now += HOUR
        await find(here)
        if paused:
            await resume(here)
        assert await deadline(here) == before + 3 * HOUR


async def set_clock(here: Days, by: int) -> None:
    """The clock is set, and followed."""
    await here.tables.shift(by, here.time.now + by, {}, lambda: here.time.follow(by))


@pytest.mark.parametrize(("begin", "end"), [(lose, find), (pause, resume)])
async def test_time_that_stands_still_does_so_until_it_goes_on_also_where_the_clock_goes_back(
    tmp_path: Path, begin: WaitStep, end: WaitStep
) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        await begin(here)
        await set_clock(here, -3 * DAY)
        here.time.now += 2 * HOUR
        await end(here)
        assert await deadline(here) == here.time.now + DAY


async def test_a_clock_that_is_set_moves_reminders_with_the_plays_that_they_are_about(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        here.time.now += 13 * HOUR
        owed = await here.store.due_reminders(here.time.now, ())
        (one,) = owed
        await here.store.hold_reminders(owed, here.time.now + HOUR)
        line = DigestLine(one.table_id, one.seat, one.wait_since)
        await here.store.count_reminders([], [DigestRow(0, one.person, "dm", here.time.now + HOUR, (line,))])
        await set_clock(here, -3 * DAY)
        (again,) = await here.store.due_reminders(here.time.now, ())
        assert await here.store.next_reminder(here.time.now) == here.time.now + HOUR
        (digest,) = await here.store.due_digests(here.time.now + HOUR)
        assert digest.lines == (DigestLine(again.table_id, again.seat, again.wait_since),)


@pytest.mark.parametrize(("begin", "end"), [(lose, find), (pause, resume)])
@pytest.mark.parametrize(("stood", "left"), [(HOUR, HOUR), (3 * DAY, 12 * HOUR)])
async def test_after_time_stood_still_as_much_is_left_up_to_half_of_the_time(
    tmp_path: Path, begin: WaitStep, end: WaitStep, stood: int, left: int
) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        here.time.now += DAY - 5 * SECOND
        await begin(here)
        here.time.now += stood
        await end(here)
        assert await deadline(here) == here.time.now + left


@pytest.mark.parametrize(("lost", "left"), [(HOUR, HOUR), (3 * DAY, 12 * HOUR)])
async def test_after_an_outage_as_much_is_left_up_to_half_of_the_time(tmp_path: Path, lost: int, left: int) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        here.time.now += DAY - 5 * SECOND
        await here.tables.credit(here.time.now, here.time.now + lost)
        here.time.now += lost
        assert await deadline(here) == here.time.now + left
        row = (await here.loaded()).row
        assert row.wait_since + row.credited + DAY == row.deadline_at
