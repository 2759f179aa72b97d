"""Missed deadlines, to the second: at every pace, with every choice of a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.runtime.times import DAY, MINUTE, SECOND
from bot.tables import actions
from bot.tables.seat_holders import Holder
from bot.tables.table import Stage, Table
from bot.texts.notices import Refusal
from tests.bot.days import COMPUTER, Days, days

ALLOWED = {"live": 90 * SECOND + 3 * MINUTE, "evening": 40 * MINUTE, "day": DAY, "three-days": 3 * DAY}
"""The time for a play, with a seat's bank."""
every_pace = pytest.mark.parametrize(
    "pace", ["evening", *(pytest.param(pace, marks=pytest.mark.slow) for pace in ALLOWED if pace != "evening")]
)
every_outcome = pytest.mark.parametrize("outcome", ["computer", "open", "forfeit"])


async def turn(here: Days) -> int:
    seat = (await here.table()).turn
    assert seat is not None
    return seat


async def until_turn(here: Days, seat: int) -> Table:
    """Everybody else plays at once."""
    while (table := await here.table()).turn != seat:
        await here.play()
    return table


async def miss(here: Days, seat: int) -> Table:
    """The seat lets the time of its next play pass, and a computer makes that play."""
    await until_turn(here, seat)
    deadline = (await here.loaded()).row.deadline_at
    assert deadline is not None
    return await here.pass_by(deadline + COMPUTER - here.time.now)


@every_pace
@every_outcome
async def test_nothing_becomes_of_a_play_that_comes_in_the_last_moment(tmp_path: Path, pace: str, outcome: str) -> None:
    async with days(tmp_path, pace=pace, deadline=outcome, forced="off") as here:
        seat = await turn(here)
        await here.pass_by(ALLOWED[pace] - 1)
        table = await here.play()
        assert table.stage is Stage.PLAYING
        assert (table.seats[seat].kind, table.seats[seat].missed) == (Holder.PERSON, 0)
        assert table.turn == (seat + 1) % 4


@every_pace
async def test_a_computer_makes_the_play_when_the_time_is_over(tmp_path: Path, pace: str) -> None:
    async with days(tmp_path, pace=pace, deadline="computer", forced="off") as here:
        seat = await turn(here)
        await here.pass_by(ALLOWED[pace])
        assert await turn(here) == seat
        await here.pass_by(COMPUTER)
        table = await here.table()
        assert (table.turn, table.seats[seat].person) == ((seat + 1) % 4, here.keys[seat])
        assert table.hand is not None
        assert table.hand.marked == ((0, "absent"),)


@every_pace
async def test_the_seat_opens_when_the_time_is_over(tmp_path: Path, pace: str) -> None:
    async with days(tmp_path, pace=pace, deadline="open", forced="off") as here:
        seat = await turn(here)
        table = await here.pass_by(ALLOWED[pace])
        assert (table.turn, table.seats[seat].open, table.seats[seat].person) == (seat, True, None)
        assert (await here.pass_by(COMPUTER)).turn == (seat + 1) % 4


@every_pace
async def test_the_rubber_is_forfeited_when_the_time_is_over(tmp_path: Path, pace: str) -> None:
    async with days(tmp_path, pace=pace, deadline="forfeit", forced="off") as here:
        seat = await turn(here)
        table = await here.pass_by(ALLOWED[pace])
        assert (table.stage, table.forfeited) == (Stage.OVER, seat)


@every_outcome
async def test_without_a_pace_nobody_is_ever_late(tmp_path: Path, outcome: str) -> None:
    async with days(tmp_path, pace="none", deadline=outcome) as here:
        seat = await turn(here)
        table = await here.pass_by(400 * DAY)
        assert (table.turn, table.stage, table.seats[seat].missed) == (seat, Stage.PLAYING, 0)


@pytest.mark.parametrize("opens", ["1", "2", "3"])
async def test_a_seat_opens_with_the_deadline_that_the_table_says(tmp_path: Path, opens: str) -> None:
    async with days(tmp_path, pace="day", deadline="computer", opens=opens, forced="off") as here:
        seat = await turn(here)
        for _ in range(int(opens) - 1):
            table = await miss(here, seat)
            assert not table.seats[seat].open
        await until_turn(here, seat)
        assert not (await here.pass_by(DAY - 1)).seats[seat].open
        assert (await here.pass_by(1)).seats[seat].open


async def test_the_opener_gives_a_seat_away_that_was_silent_for_three_deadlines_and_not_before(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", deadline="computer", opens="0", forced="off") as here:
        seat = await turn(here)
        opener = (await here.table()).opener
        for missed in (0, 1, 2):
            answer = await here.do(actions.OpenSeat(seat, by=opener))
            assert answer.refused is not None
            assert answer.refused.kind is Refusal.NOT_SILENT
            table = await miss(here, seat)
            assert table.seats[seat].missed == missed + 1
        table = await here.done(actions.OpenSeat(seat, by=opener))
        assert (table.seats[seat].kind, table.seats[seat].open) == (Holder.COMPUTER, True)
