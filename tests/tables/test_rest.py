"""Tables at which people sit and none of them is there: nothing is played until somebody is, or the table closes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.runtime.times import DAY, HOUR, SECOND
from bot.store import QueuedRow
from bot.tables import actions
from bot.tables.deadlines import Delays
from bot.tables.fold import do, unfold
from bot.tables.table import Answered, Stage, Table, present_play
from bot.texts.notices import Notice, Refusal
from simulation.unpublished_tables import UnpublishedTables
from tests.bot.days import COMPUTER, LOBBY, Days, days


async def plays(here: Days) -> int:
    """The number of plays made at the table."""
    return sum(isinstance(entry.action, actions.TakeTurn) for entry in await here.tables.record(here.id))


async def silent(here: Days, time: int = DAY) -> Table:
    """Everybody who sits there lets two deadlines pass in a row."""
    for _ in range(20):
        if (table := await here.pass_by(time + COMPUTER)).rests:
            return table
    raise AssertionError("it does not rest")


async def test_with_one_away_and_three_late_twice_nothing_is_played_until_the_date(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        back = here.time.now + 30 * DAY
        await here.done(actions.Away(here.keys[0], back))
        await here.done(actions.Disagree(here.keys[1]))
        table = await here.pass_by(8 * DAY)
        assert [seat.open for seat in table.seats] == [False, True, True, True]
        assert table.rests
        before = await plays(here)
        table = await here.pass_by(back - here.time.now - 1)
        assert (table.stage, await plays(here)) == (Stage.PLAYING, before)
        assert await here.store.next_due(0) == back
        table = await here.pass_by(1)
        assert (table.rests, table.seats[0].away) == (False, None)
        table = await here.pass_by(4 * COMPUTER)
        assert (table.turn, table.stage) == (0, Stage.PLAYING)
        deadline = (await here.loaded()).row.deadline_at
        assert deadline is not None
        assert deadline > here.time.now + DAY - 4 * COMPUTER


async def test_who_does_not_come_back_at_the_date_either_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        await here.done(actions.Away(here.keys[0], here.time.now + 30 * DAY))
        await here.done(actions.Disagree(here.keys[1]))
        table = await here.pass_by(35 * DAY)
        assert table.closed is not None
        assert table.closed.kind is Notice.ALL_LEFT


@pytest.mark.parametrize(("pace", "time"), [("day", DAY), ("live", 270 * SECOND), ("three-days", 3 * DAY)])
@pytest.mark.parametrize("people", [2, 4])
async def test_where_everybody_lets_two_deadlines_pass_nothing_is_played_and_the_table_closes(
    tmp_path: Path, pace: str, time: int, people: int
) -> None:
    async with days(tmp_path, people=people, pace=pace, opens="0", forced="off") as here:
        table = await silent(here, time)
        assert [seat.missed for seat in table.seats] == [2] * people
        assert await plays(here) == 2 * people - 1
        row = (await here.loaded()).row
        closes = row.wait_since + max(LOBBY, time if pace == "three-days" else 0)
        assert (row.deadline_at, row.due_at, await here.store.next_due(0)) == (None, closes, closes)
        assert (await here.pass_by(closes - 1 - here.time.now)).stage is Stage.PLAYING
        assert (await here.pass_by(1)).stage is Stage.CLOSED
        assert await plays(here) == 2 * people - 1


async def test_one_person_alone_with_computers_who_is_late_twice_is_not_played_for(tmp_path: Path) -> None:
    async with days(tmp_path, people=2, pace="day", opens="3", forced="off") as here:
        await here.done(actions.Resign(here.keys[1]))
        table = await silent(here)
        made = await plays(here)
        assert (table.turn, table.seats[0].person) == (0, here.keys[0])
        await here.pass_by(LOBBY - 2 * COMPUTER - SECOND)
        assert await plays(here) == made
        assert not (await here.play()).rests


async def rests_with_all(tmp_path: Path, act: Callable[[Days], Awaitable[object]]) -> tuple[Table, int | None]:
    """A table of four that rests, after somebody does something: the table, and how much time the one on turn has."""
    async with days(tmp_path, pace="day", opens="0", forced="off") as here:
        await silent(here)
        await here.pass_by(5 * HOUR)
        await act(here)
        loaded = await here.loaded()
        row = loaded.row
        return loaded.table, None if row.deadline_at is None else row.deadline_at - here.time.now


async def other(here: Days) -> str:
    """Somebody who sits there and is not to play."""
    table = await here.table()
    assert table.turn is not None
    return here.keys[(table.turn + 1) % 4]


async def on_turn(here: Days) -> str:
    table = await here.table()
    assert table.turn is not None
    return here.keys[table.turn]


async def plays_now(here: Days) -> None:
    await here.play()


async def goes_on(here: Days) -> None:
    await here.done(actions.Resume(await other(here)))


async def goes_on_with_own_turn(here: Days) -> None:
    await here.done(actions.Resume(await on_turn(here)))


async def asks_for_another_pace(here: Days) -> None:
    await here.done(actions.Propose(await other(here), "pace", "three-days"))


async def lays_a_play_ahead(here: Days) -> None:
    table, person = await here.table(), await other(here)
    seat = table.seat_of(person)
    assert seat is not None
    hand, nth = present_play(table, seat)
    card = next(iter(table.view(seat).hand)).code
    row = QueuedRow(seat=seat, rank=0, person=person, hand=hand, nth=nth, condition="any", cards=card)
    assert await here.tables.queue_plays(here.id, person, seat, [row]) is None


@pytest.mark.parametrize("act", [plays_now, goes_on, goes_on_with_own_turn, asks_for_another_pace, lays_a_play_ahead])
async def test_whoever_does_something_lets_the_table_go_on_with_a_whole_clock(
    tmp_path: Path, act: Callable[[Days], Awaitable[object]]
) -> None:
    table, left = await rests_with_all(tmp_path, act)
    assert (table.rests, table.missing, left) == (False, None, DAY)


async def test_whoever_takes_an_open_seat_lets_the_table_go_on(tmp_path: Path) -> None:
    async with days(tmp_path, people=2, pace="day", opens="0", forced="off") as here:
        await here.done(actions.Resign(here.keys[1]))
        assert (await silent(here)).turn == 0
        table = await here.done(actions.Take(here.keys[2]))
        assert (table.rests, table.seats[1].person) == (False, here.keys[2])
        assert (await here.loaded()).row.deadline_at == here.time.now + DAY


async def test_only_who_sits_there_lets_it_go_on(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", opens="0", forced="off") as here:
        await silent(here)
        refused = (await here.do(actions.Resume(here.keys[4], manager=True))).refused
        assert refused is not None
        assert refused.kind is Refusal.NOT_SEATED


async def test_at_a_table_at_which_somebody_is_there_nothing_is_to_go_on(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day") as here:
        refused = (await here.do(actions.Resume(here.keys[1]))).refused
        assert refused is not None
        assert refused.kind is Refusal.NOT_PAUSED


async def test_who_does_something_between_two_missed_deadlines_is_there(tmp_path: Path) -> None:
    async with days(tmp_path, people=2, pace="day", opens="0", forced="off") as here:
        await here.pass_by(DAY * 2 + 2 * COMPUTER)
        await here.done(actions.Propose(here.keys[1], "pace", "three-days"))
        await here.done(actions.Disagree(here.keys[0]))
        table = await here.pass_by(DAY * 2 + 2 * COMPUTER)
        assert [seat.missed for seat in table.seats] == [2, 2]
        assert not table.rests


async def test_where_one_is_there_computers_play_for_the_others(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", opens="0", forced="off") as here:
        for _ in range(16):
            table = await here.table()
            await (here.play() if table.turn == 0 else here.pass_by(DAY + COMPUTER))
        table = await here.table()
        assert (table.rests, [seat.missed > 1 for seat in table.seats]) == (False, [False, True, True, True])


@pytest.mark.parametrize("agreed", [False, True])
async def test_a_table_whose_people_are_all_away_waits_for_the_first_of_them(tmp_path: Path, agreed: bool) -> None:
    async with days(tmp_path, people=2, pace="day") as here:
        for number, key in enumerate(here.keys[:2]):
            table = await here.done(actions.Away(key, here.time.now + (30 + number) * DAY))
        if agreed:
            table = await here.done(actions.Agree(here.keys[1]))
        assert (table.paused, table.rests) == (agreed, not agreed)
        table = await here.pass_by(30 * DAY - 1)
        assert (table.stage, await plays(here)) == (Stage.PLAYING, 0)
        table = await here.pass_by(1)
        assert (table.paused, table.rests, table.seats[0].away) == (False, False, None)


async def test_two_people_of_whom_one_is_away_and_the_other_late_are_not_played_for(tmp_path: Path) -> None:
    async with days(tmp_path, people=2, pace="evening", opens="0", forced="off") as here:
        back = here.time.now + 3 * DAY
        await here.done(actions.Away(here.keys[0], back))
        await here.done(actions.Disagree(here.keys[1]))
        await silent(here, HOUR)
        before = await plays(here)
        table = await here.pass_by(back - here.time.now - 1)
        assert (table.stage, await plays(here)) == (Stage.PLAYING, before)
        assert not (await here.pass_by(1)).rests


async def test_no_silence_agrees_to_a_proposal_while_nobody_is_there(tmp_path: Path) -> None:
    async with days(tmp_path, people=2, pace="day", opens="0", forced="off") as here:
        while (table := await here.table()).seats[1].missed < 2:
            await (here.play() if table.turn == 0 else here.pass_by(DAY + COMPUTER))
        await here.done(actions.Propose(here.keys[0], "pace", "three-days"))
        assert (await here.done(actions.Away(here.keys[0], here.time.now + 10 * DAY))).rests
        table = await here.pass_by(10 * DAY)
        assert table.proposal is not None
        assert (table.proposal.answered, table.rests) == (Answered.OPEN, False)
        assert (await here.pass_by(DAY - 1)).pending is not None
        assert (await here.pass_by(1)).pending is None


async def test_a_table_that_rests_does_so_in_the_next_life_of_the_process(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", opens="0", forced="off") as here:
        table = await silent(here)
        row, made = (await here.loaded()).row, await plays(here)
        here.tables = UnpublishedTables(here.store, Delays(COMPUTER, 10 * SECOND, LOBBY), here.time)
        assert ((await here.table()), (await here.loaded()).row) == (table, row)
        assert row.due_at is not None
        table = await here.pass_by(row.due_at - here.time.now)
        assert (table.stage, await plays(here)) == (Stage.CLOSED, made)


async def test_records_of_before_in_which_computers_played_on_for_nobody_are_read_as_then(tmp_path: Path) -> None:
    async with days(tmp_path, people=2, pace="day", opens="0", forced="off") as here:
        await silent(here)
        *before, last = await here.tables.record(here.id)
        assert last.action == actions.Rest()
        *_, table = unfold(here.id, before)
        assert table.turn is not None
        for action in (
            actions.TakeTurn(None, table.turn, table.view(table.turn).legal[0], how="absent"),
            actions.Miss(1 - table.turn, DAY),
        ):
            after = do(table, action)
            assert isinstance(after, Table), after
            table = after
        assert table.missing == table.turn


async def test_a_table_of_an_earlier_version_at_which_nobody_is_says_so_and_waits_from_then_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with days(tmp_path, people=2, pace="day", opens="0", forced="off") as here:
        with monkeypatch.context() as before:
            before.setattr(Table, "is_abandoned", property(lambda table: not table.humans))
            await here.pass_by(4 * DAY + 5 * COMPUTER)
            await here.done(actions.Propose("organiser", "pause", manager=True))
            await here.done(actions.Resume("organiser", manager=True))
        here.tables = UnpublishedTables(here.store, Delays(COMPUTER, 10 * SECOND, LOBBY), here.time)
        assert not (await here.table()).rests
        made = await plays(here)
        assert (await here.pass_by(DAY)).rests
        due = (await here.loaded()).row.due_at
        assert due is not None
        assert due >= here.time.now
        table = await here.pass_by(due - here.time.now)
        assert (table.stage, await plays(here)) == (Stage.CLOSED, made)
