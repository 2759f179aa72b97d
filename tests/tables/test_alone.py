"""One person with computers only: nobody waits for them, so there is no clock."""

from __future__ import annotations

from pathlib import Path

from bot.runtime.times import HOUR, SECOND
from bot.tables import actions
from bot.tables.fold import do
from bot.tables.table import Stage, Table
from bot.texts.notices import Notice
from rules.core.contract import Fact
from tests.bot.days import COMPUTER, LOBBY, Days, days

BANK = 180 * SECOND
LIVE = 90 * SECOND


async def to_the_person(here: Days) -> None:
    """Let the computers play until the person is on turn."""
    while (await here.table()).asked is None:
        await here.pass_by(10 * SECOND + COMPUTER)


async def test_there_is_no_deadline_and_nothing_is_played_for_the_person(tmp_path: Path) -> None:
    async with days(tmp_path, people=1, computers=2, pace="live", forced="off") as here:
        await to_the_person(here)
        assert (await here.loaded()).row.deadline_at is None
        before = await here.table()
        after = await here.pass_by(LOBBY - HOUR)
        assert (after.turn, after.seq, after.seats[0].missed) == (before.turn, before.seq, 0)


async def test_a_long_thought_takes_nothing_from_the_bank(tmp_path: Path) -> None:
    async with days(tmp_path, people=1, computers=2, pace="live", forced="off") as here:
        await to_the_person(here)
        assert (await here.play(after=5 * HOUR)).seats[0].bank == BANK


async def test_where_the_person_does_not_come_back_the_table_closes(tmp_path: Path) -> None:
    async with days(tmp_path, people=1, computers=2, pace="live", forced="off") as here:
        await to_the_person(here)
        since = (await here.loaded()).row.wait_since
        assert (await here.pass_by(since + LOBBY - 1 - here.time.now)).stage is Stage.PLAYING
        table = await here.pass_by(1)
        assert table.stage is Stage.CLOSED
        assert table.closed
        assert table.closed.kind is Notice.ALL_LEFT


async def test_each_play_begins_the_wait_for_the_end_anew(tmp_path: Path) -> None:
    async with days(tmp_path, people=1, computers=2, pace="live", forced="off") as here:
        for _ in range(3):
            await to_the_person(here)
            assert (await here.pass_by(LOBBY - HOUR)).stage is Stage.PLAYING
            await here.play()


async def test_without_a_limit_it_waits_for_ever(tmp_path: Path) -> None:
    async with days(tmp_path, people=1, computers=2, pace="none", forced="off") as here:
        await to_the_person(here)
        assert (await here.pass_by(30 * LOBBY)).stage is Stage.PLAYING


async def test_with_a_second_person_there_is_a_clock(tmp_path: Path) -> None:
    async with days(tmp_path, people=2, computers=1, pace="live", forced="off") as here:
        await to_the_person(here)
        row = (await here.loaded()).row
        assert row.deadline_at == row.wait_since + LIVE + BANK


async def test_an_open_seat_keeps_the_clock_for_whoever_comes(tmp_path: Path) -> None:
    async with days(tmp_path, people=2, pace="live", forced="off") as here:
        await here.done(actions.Resign(here.keys[1]))
        await to_the_person(here)
        assert (await here.loaded()).row.deadline_at is not None


async def come_back_again(here: Days) -> Table:
    """The person leaves and returns twice on their own turn."""
    await to_the_person(here)
    for _ in range(2):
        await here.done(actions.Resign(here.keys[0]))
        table = await here.done(actions.Take(here.keys[0], 0))
    return table


async def test_whoever_comes_back_twice_on_a_turn_makes_the_play_themselves(tmp_path: Path) -> None:
    async with days(tmp_path, people=1, computers=2, pace="live", forced="off") as here:
        before = await come_back_again(here)
        after = await here.pass_by(LOBBY - HOUR)
        assert (after.missing, after.seq) == (None, before.seq)
        assert (await here.play()).hand is not None


async def test_a_record_in_which_a_computer_made_that_play_is_still_read(tmp_path: Path) -> None:
    async with days(tmp_path, people=1, computers=2, pace="live", forced="off") as here:
        table = await come_back_again(here)
        play = actions.take_turn(table.view(0).actions[0], how="absent")
        assert isinstance(do(table, play), Table)


async def test_nobody_plays_for_a_person_who_is_there(tmp_path: Path) -> None:
    async with days(tmp_path, people=1, computers=2, pace="live", forced="off") as here:
        await to_the_person(here)
        table = await here.table()
        assert isinstance(do(table, actions.take_turn(table.view(0).actions[0], how="absent")), Fact)
