"""A person's last card plays itself after a breath, at a fast pace."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.runtime.times import DAY, SECOND
from bot.tables import actions
from bot.tables.automatic_plays import awaits_last_card
from bot.tables.deadlines import Delays
from bot.tables.fold import unfold
from bot.tables.table import Table
from rules.core.contract import Phase
from simulation.unpublished_tables import UnpublishedTables
from tests.bot.days import COMPUTER, LOBBY, Days, days

BREATH = Delays(0, 0, 0).last_card


async def to_a_last_card(here: Days) -> Table:
    """Play until a person has one card left, and is on turn."""
    table = await here.table()
    while not (table.asked and len(table.view(table.turn).hand) == 1):
        table = await here.play() if table.asked else await here.pass_by(COMPUTER)
        assert table.last_hand is None
    return table


async def last_play(here: Days) -> actions.TakeTurn:
    return next(
        entry.action
        for entry in reversed(await here.tables.record(here.id))
        if isinstance(entry.action, actions.TakeTurn)
    )


async def test_it_is_played_after_a_breath_and_not_before(tmp_path: Path) -> None:
    async with days(tmp_path, pace="live") as here:
        before = await to_a_last_card(here)
        assert (await here.pass_by(BREATH - 1)).seq == before.seq
        after = await here.pass_by(1)
        assert after.seq == before.seq + 1
        assert before.turn is not None
        assert after.view(before.turn).hand == ()


async def test_the_hand_comes_to_its_end_by_itself(tmp_path: Path) -> None:
    async with days(tmp_path, pace="live") as here:
        await to_a_last_card(here)
        table = await here.pass_by(4 * BREATH)
        assert table.last_hand
        assert table.phase is Phase.DEAL


async def test_the_record_says_so_and_nobody_counts_as_late(tmp_path: Path) -> None:
    async with days(tmp_path, pace="live") as here:
        before = await to_a_last_card(here)
        after = await here.pass_by(BREATH)
        played = await last_play(here)
        assert (played.by, played.how) == (None, "last")
        assert after.seats == before.seats
        *_, folded = unfold(here.id, await here.tables.record(here.id))
        assert folded == after


async def test_who_plays_first_has_played_it_themselves(tmp_path: Path) -> None:
    async with days(tmp_path, pace="live") as here:
        await to_a_last_card(here)
        await here.play(after=BREATH - 1)
        played = await last_play(here)
        assert (played.by is not None, played.how) == (True, "")


@pytest.mark.parametrize("pace", ["day", "none"])
async def test_at_a_slow_pace_it_waits(tmp_path: Path, pace: str) -> None:
    async with days(tmp_path, pace=pace, forced="off") as here:
        before = await to_a_last_card(here)
        assert (await here.pass_by(DAY // 2)).seq == before.seq


async def test_it_waits_for_the_player_where_the_table_agreed_so(tmp_path: Path) -> None:
    async with days(tmp_path, pace="live", forced="off") as here:
        before = await to_a_last_card(here)
        assert (await here.pass_by(30 * SECOND)).seq == before.seq


async def test_with_computers_it_is_played_as_well(tmp_path: Path) -> None:
    async with days(tmp_path, people=1, computers=2, pace="live") as here:
        before = await to_a_last_card(here)
        assert (await here.pass_by(BREATH)).seq > before.seq


async def test_at_a_paused_table_it_waits(tmp_path: Path) -> None:
    async with days(tmp_path, pace="live") as here:
        await to_a_last_card(here)
        paused = await here.done(actions.Propose(here.keys[0], "pause", manager=True))
        assert paused.paused
        assert (await here.pass_by(10 * BREATH)).seq == paused.seq


async def test_for_somebody_who_is_not_there_it_is_not_played(tmp_path: Path) -> None:
    async with days(tmp_path, pace="live") as here:
        table = await to_a_last_card(here)
        assert table.turn is not None
        person = table.seats[table.turn].person
        assert person
        assert not awaits_last_card(await here.done(actions.Away(person, here.time.now + DAY)))


async def test_an_earlier_card_cannot_be_played_so(tmp_path: Path) -> None:
    async with days(tmp_path, pace="live") as here:
        table = await here.table()
        assert (await here.do(actions.take_turn(table.view(table.turn).actions[0], how="last"))).refused


async def test_after_a_restart_it_is_played_at_the_same_moment(tmp_path: Path) -> None:
    async with days(tmp_path, pace="live") as here:
        before = await to_a_last_card(here)
        await here.pass_by(BREATH - 1)
        here.tables = UnpublishedTables(here.store, Delays(COMPUTER, 10 * SECOND, LOBBY), here.time)
        assert (await here.table()).seq == before.seq
        assert (await here.pass_by(1)).seq == before.seq + 1


async def test_time_in_which_nobody_was_reached_does_not_count(tmp_path: Path) -> None:
    async with days(tmp_path, pace="live") as here:
        before = await to_a_last_card(here)
        since = here.time.now
        here.time.now += 10 * BREATH
        await here.tables.credit(since, here.time.now)
        assert (await here.pass_by(BREATH - 1)).seq == before.seq
        assert (await here.pass_by(1)).seq == before.seq + 1
