"""Nudges: once a turn, after a moment, by those who wait for a person."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.publishing.reminder_clock import moments
from bot.runtime.times import DAY, HOUR, MINUTE, SECOND
from bot.store import Unmet
from bot.tables import actions
from bot.tables.nudges import offers_nudge
from bot.tables.table import Table
from bot.texts.notices import Refusal
from rules.core.contract import Fact
from tests.bot.days import Days, days


def waiting(table: Table) -> str:
    """Somebody who waits for the person on turn."""
    return next(seat.person for seat in table.seats if seat.person and seat.person != on_turn(table))


def on_turn(table: Table) -> str:
    assert table.turn is not None
    assert table.seats[table.turn].person is not None
    return table.seats[table.turn].person or ""


async def nudge(here: Days, by: str) -> Fact | None:
    answer = await here.tables.submit(here.id, actions.Nudge(by))
    assert answer is not None
    return answer.refused


@pytest.mark.parametrize(
    ("pace", "after"),
    [("live", 22_500), ("evening", 150 * SECOND), ("day", HOUR), ("none", HOUR), ("20+0", 5 * SECOND)],
)
async def test_a_person_can_be_nudged_after_a_quarter_of_a_plays_time_and_an_hour_at_most(
    tmp_path: Path, pace: str, after: int
) -> None:
    async with days(tmp_path, pace=pace) as here:
        by = waiting(await here.table())
        here.time.now += after - 1
        refused = await nudge(here, by)
        assert refused is not None
        assert refused.kind is Refusal.JUST_ON_TURN
        here.time.now += 1
        assert await nudge(here, by) is None
        assert (await here.table()).nudged_by == by


@pytest.mark.parametrize(
    ("pace", "after"),
    [
        ("live", 45 * SECOND),
        ("evening", 5 * MINUTE),
        ("day", DAY // 2),
        ("three-days", 36 * HOUR),
        ("none", DAY),
        ("20+0", 10 * SECOND),
    ],
)
async def test_whoever_sleeps_is_called_after_half_of_a_plays_time(tmp_path: Path, pace: str, after: int) -> None:
    async with days(tmp_path, pace=pace) as here:
        row = (await here.loaded()).row
        assert moments(row)[0] == row.wait_since + after


async def test_in_one_turn_a_person_is_nudged_once_whoever_does_it(tmp_path: Path) -> None:
    async with days(tmp_path, pace="live") as here:
        here.time.now += MINUTE
        table = await here.table()
        first, second = [seat.person or "" for seat in table.seats if seat.person not in (None, on_turn(table))][:2]
        assert await nudge(here, first) is None
        refused = await nudge(here, second)
        assert refused is not None
        assert (refused.kind, refused.about["person"]) == (Refusal.ALREADY_NUDGED, first)
        table = await here.play()
        assert table.nudged_by is None
        here.time.now += MINUTE
        assert await nudge(here, waiting(table)) is None


async def test_nobody_nudges_themselves_or_a_computer(tmp_path: Path) -> None:
    async with days(tmp_path, people=2, computers=2, pace="day") as here:
        while (table := await here.table()).asked is not None:
            refused = await nudge(here, on_turn(table))
            assert refused is not None
            assert refused.kind is Refusal.OWN_TURN
            await here.play()
        refused = await nudge(here, next(seat.person for seat in table.seats if seat.person))
        assert refused is not None
        assert refused.kind is Refusal.NOBODY_TO_NUDGE


async def test_who_is_away_is_not_nudged(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day") as here:
        table = await here.table()
        await here.tables.submit(here.id, actions.Away(on_turn(table), here.time.now + 9 * DAY))
        here.time.now += 2 * HOUR
        refused = await nudge(here, waiting(table))
        assert refused is not None
        assert refused.kind is Refusal.NOBODY_TO_NUDGE


async def test_whom_the_person_has_blocked_cannot_nudge_them(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day") as here:
        table = await here.table()
        here.time.now += HOUR
        await here.store.block(on_turn(table), waiting(table))
        with pytest.raises(Unmet):
            await nudge(here, waiting(table))
        assert (await here.table()).nudged_by is None


@pytest.mark.parametrize(("pace", "is_there"), [("day", True), ("evening", True), ("live", False)])
async def test_the_button_is_there_from_the_beginning_only_where_nobody_watches(
    tmp_path: Path, pace: str, is_there: bool
) -> None:
    async with days(tmp_path, pace=pace) as here:
        table = await here.table()
        seats = [offers_nudge(table, seat, waited=0) for seat in range(4)]
        assert seats == [is_there and seat != table.turn for seat in range(4)]
        assert sum(offers_nudge(table, seat, waited=MINUTE) for seat in range(4)) == 3
