"""Tables over days: deadlines, banks, seats that open, agreements, plays in advance; with a clock of our own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.facts import News, Refused
from bot.scenes import Holder
from bot.store import QueuedRow, Store
from bot.tables import Answer, Kept, Tables, actions, terms
from bot.tables.deadlines import Paces
from bot.tables.table import Answered, Stage, Table, present
from bot.tables.terms import DAY, HOUR, MINUTE, SECOND
from rules.game import Phase
from tests.bot.club import OPTIONS, WHERE, Time

COMPUTER = 1_000
LOBBY = 24 * HOUR


@dataclass
class Days:
    """A table of people over days, at the moment that `time` says."""

    store: Store
    tables: Tables
    time: Time
    keys: list[str]
    id: int

    async def kept(self) -> Kept:
        kept = await self.tables.get(self.id)
        assert kept is not None
        return kept

    async def table(self) -> Table:
        return (await self.kept()).table

    async def do(self, action: actions.Action) -> Answer:
        answer = await self.tables.submit(self.id, action)
        assert answer is not None
        return answer

    async def done(self, action: actions.Action) -> Table:
        answer = await self.do(action)
        assert answer.refused is None, answer.refused
        return answer.table

    async def play(self, after: int = 0) -> Table:
        """Who is to play does so, so much later."""
        self.time.now += after
        table = await self.table()
        assert table.turn is not None
        seat = table.seats[table.turn]
        return await self.done(actions.Play(seat.person, table.turn, table.view(table.turn).legal[0]))

    async def pass_by(self, ms: int) -> Table:
        """So much time passes, the clock looking whenever something is due."""
        until = self.time.now + ms
        while (due := await self.store.next_due(0)) is not None and due <= until:
            self.time.now = max(self.time.now, due)
            await self.tables.tick(self.id)
        self.time.now = until
        return await self.table()


@asynccontextmanager
async def days(folder: Path, people: int = 4, **chosen: str) -> AsyncIterator[Days]:
    time = Time()
    async with await Store.open(folder / "a.db", now=time) as store:
        tables = Tables(store, Paces(COMPUTER, 10 * SECOND, LOBBY), time)
        keys = [(await store.person(number, f"Person {number}")).key for number in range(1, people + 3)]
        table = await tables.open(
            actions.Open(keys[0], "", "voormsi", 1, people, OPTIONS, terms={**terms.usual(), **chosen}), WHERE, None
        )
        here = Days(store, tables, time, keys, table.id)
        for key in keys[:people]:
            await here.done(actions.Join(key))
        await here.done(actions.Start(keys[0]))
        yield here


async def test_a_play_has_its_time_and_the_bank_of_its_seat(tmp_path: Path) -> None:
    async with days(tmp_path, pace="live") as here:
        kept = await here.kept()
        assert kept.row.deadline_at == here.time.now + 90 * SECOND + 3 * MINUTE
        first = kept.table.turn
        assert first is not None
        table = await here.play(after=100 * SECOND)
        assert table.seats[first].bank == 3 * MINUTE - 10 * SECOND
        second = table.turn
        assert second is not None
        assert (await here.play(after=90 * SECOND)).seats[second].bank == 3 * MINUTE


async def test_at_the_deadline_a_computer_makes_that_one_play_and_the_person_keeps_the_seat(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day") as here:
        late = (await here.table()).turn
        assert late is not None
        assert (await here.pass_by(DAY - 1)).turn == late
        table = await here.pass_by(1 + COMPUTER)
        assert (table.turn, table.seats[late].kind, table.seats[late].missed) == ((late + 1) % 4, Holder.PERSON, 1)
        record = await here.tables.record(here.id)
        assert [type(entry.action).__name__ for entry in record[-2:]] == ["Miss", "Play"]
        assert record[-1].action == actions.Play(None, late, record[-1].action.cards, how="absent")  # type: ignore[union-attr]


async def test_after_two_missed_deadlines_in_a_row_the_seat_opens(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        late = (await here.table()).turn
        assert late is not None
        await here.pass_by(DAY + COMPUTER)
        while (await here.table()).turn != late:
            await here.play()
        table = await here.pass_by(DAY)
        assert (table.seats[late].kind, table.seats[late].open, table.seats[late].was) == (
            Holder.COMPUTER,
            True,
            here.keys[late],
        )


async def test_a_play_in_time_begins_the_count_of_missed_deadlines_anew(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        late = (await here.table()).turn
        assert late is not None
        for missing in (True, False, True):
            while (await here.table()).turn != late:
                await here.play()
            await (here.pass_by(DAY + COMPUTER) if missing else here.play())
        assert (await here.table()).seats[late].missed == 1


async def test_who_forfeits_loses_the_rubber_for_the_side(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", deadline="forfeit") as here:
        late = (await here.table()).turn
        table = await here.pass_by(DAY)
        assert (table.stage, table.forfeited) == (Stage.OVER, late)


async def test_who_returns_gains_no_time(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", deadline="open") as here:
        late = (await here.table()).turn
        assert late is not None
        await here.pass_by(DAY)
        table = await here.done(actions.Return(here.keys[late]))
        assert table.seats[late].person == here.keys[late]
        table = await here.pass_by(COMPUTER)
        assert table.turn == (late + 1) % 4


async def test_a_substitute_holds_the_seat_from_then_on(tmp_path: Path) -> None:
    async with days(tmp_path, pace="none") as here:
        table = await here.done(actions.Resign(here.keys[2]))
        assert table.seats[2].open
        new = here.keys[4]
        table = await here.done(actions.Take(new))
        assert table.seats[2].person == new
        assert [tenure.person for tenure in table.tenures if tenure.seat == 2] == [here.keys[2], None, new]
        again = await here.do(actions.Return(here.keys[2]))
        assert again.refused is not None
        assert again.refused.kind is Refused.NOT_SEATED


async def test_who_has_seen_cards_of_the_hand_takes_no_other_seat_in_it(tmp_path: Path) -> None:
    async with days(tmp_path, pace="none") as here:
        for number in (1, 2):
            await here.done(actions.Resign(here.keys[number]))
        await here.done(actions.Take(here.keys[4], 1))
        refused = (await here.do(actions.Take(here.keys[1], 2))).refused
        assert refused is not None
        assert refused.kind is Refused.HAS_SEEN_CARDS
        refused = (await here.do(actions.Take(here.keys[4], 2))).refused
        assert refused is not None
        assert refused.kind is Refused.ALREADY_SEATED


async def test_a_pause_waits_for_all_and_silence_consents_after_a_day(tmp_path: Path) -> None:
    async with days(tmp_path, pace="three-days") as here:
        table = await here.done(actions.Propose(here.keys[0], "pause"))
        assert not table.paused
        for key in here.keys[1:3]:
            table = await here.done(actions.Agree(key))
        assert not table.paused
        assert not (await here.pass_by(DAY - 1)).paused
        assert (await here.pass_by(1)).paused


async def test_a_paused_table_loses_no_time_and_nobody_plays_at_it(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day") as here:
        await here.pass_by(6 * HOUR)
        await here.done(actions.Propose(here.keys[0], "pause", manager=True))
        table = await here.pass_by(10 * DAY)
        turn = table.turn
        assert turn is not None
        refused = (await here.do(actions.Play(here.keys[turn], turn, table.view(turn).legal[0]))).refused
        assert refused is not None
        assert refused.kind is Refused.PAUSED
        await here.done(actions.Resume(here.keys[1]))
        assert (await here.kept()).row.deadline_at == here.time.now + 18 * HOUR


async def test_another_pace_needs_all_and_holds_from_then_on(tmp_path: Path) -> None:
    async with days(tmp_path, people=2, pace="day") as here:
        await here.done(actions.Propose(here.keys[0], "pace", "live"))
        table = await here.done(actions.Agree(here.keys[1]))
        assert table.agreed.pace == terms.NAMED["live"]
        assert (await here.kept()).row.deadline_at == here.time.now + 270 * SECOND


async def test_one_who_disagrees_ends_a_proposal(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day") as here:
        await here.done(actions.Propose(here.keys[0], "pause"))
        assert (await here.done(actions.Disagree(here.keys[3]))).pending is None


async def test_for_who_is_away_a_computer_plays_once_the_others_will_not_wait(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day") as here:
        turn = (await here.table()).turn
        assert turn is not None
        until = here.time.now + 3 * DAY
        await here.done(actions.Away(here.keys[turn], until))
        assert (await here.pass_by(COMPUTER)).turn == turn
        await here.done(actions.Disagree(here.keys[(turn + 1) % 4]))
        table = await here.pass_by(COMPUTER)
        assert (table.turn, table.seats[turn].missed) == ((turn + 1) % 4, 0)
        (played,) = [one.action for one in await here.tables.record(here.id) if isinstance(one.action, actions.Play)]
        assert (played.by, played.how) == (None, "away")
        assert (await here.pass_by(3 * DAY)).seats[turn].away is None


async def test_a_table_waits_for_who_is_away_if_all_agree_and_goes_on_when_they_are_back(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day") as here:
        turn = (await here.table()).turn
        assert turn is not None
        await here.pass_by(6 * HOUR)
        back = here.time.now + 3 * DAY
        await here.done(actions.Away(here.keys[turn], back))
        for key in {*here.keys[:4]} - {here.keys[turn]}:
            table = await here.done(actions.Agree(key))
        assert table.paused
        table = await here.pass_by(3 * DAY - 1)
        assert (table.paused, table.turn) == (True, turn)
        table = await here.pass_by(1)
        assert (table.paused, table.seats[turn].away) == (False, None)
        assert (await here.kept()).row.deadline_at == here.time.now + DAY


async def test_silence_of_a_day_lets_a_table_wait_for_who_is_away(tmp_path: Path) -> None:
    async with days(tmp_path, pace="three-days") as here:
        turn = (await here.table()).turn
        assert turn is not None
        await here.done(actions.Away(here.keys[turn], here.time.now + 3 * DAY))
        table = await here.pass_by(DAY)
        assert (table.paused, table.turn) == (True, turn)


async def test_while_people_are_asked_to_wait_a_computer_plays_when_the_time_of_the_play_is_over(
    tmp_path: Path,
) -> None:
    async with days(tmp_path, pace="live") as here:
        turn = (await here.table()).turn
        assert turn is not None
        await here.done(actions.Away(here.keys[turn], here.time.now + DAY))
        assert (await here.pass_by(270 * SECOND - 1)).turn == turn
        table = await here.pass_by(1)
        assert (table.turn, table.seats[turn].missed) == ((turn + 1) % 4, 0)


async def test_who_is_back_before_the_others_have_answered_asks_for_nothing_more(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day") as here:
        await here.done(actions.Away(here.keys[1], here.time.now + 3 * DAY))
        table = await here.done(actions.Back(here.keys[1], 1))
        assert table.proposal is not None
        assert table.proposal.answered is Answered.DROPPED
        assert not (await here.pass_by(DAY)).paused


async def test_who_lets_a_table_go_on_that_waits_for_them_is_back(tmp_path: Path) -> None:
    async with days(tmp_path, people=2, pace="day") as here:
        await here.done(actions.Away(here.keys[1], here.time.now + 3 * DAY))
        assert (await here.done(actions.Agree(here.keys[0]))).paused
        table = await here.done(actions.Resume(here.keys[1]))
        assert (table.paused, table.seats[1].away) == (False, None)


async def test_a_table_that_waits_for_somebody_goes_on_when_they_give_their_seat_up(tmp_path: Path) -> None:
    async with days(tmp_path, people=2, pace="day") as here:
        await here.done(actions.Away(here.keys[1], here.time.now + 3 * DAY))
        await here.done(actions.Agree(here.keys[0]))
        assert not (await here.done(actions.Resign(here.keys[1]))).paused


async def test_the_time_of_a_play_begins_anew_with_another_pace(tmp_path: Path) -> None:
    async with days(tmp_path, people=2, pace="day") as here:
        await here.pass_by(6 * HOUR)
        await here.done(actions.Propose(here.keys[0], "pace", "live"))
        table = await here.done(actions.Agree(here.keys[1]))
        assert (await here.kept()).row.deadline_at == here.time.now + 270 * SECOND
        assert [seat.missed for seat in table.seats] == [0, 0]


async def test_when_who_has_not_answered_leaves_the_others_have_all_agreed(tmp_path: Path) -> None:
    async with days(tmp_path, people=3, pace="day") as here:
        await here.done(actions.Propose(here.keys[0], "pause"))
        await here.done(actions.Agree(here.keys[1]))
        assert (await here.done(actions.Resign(here.keys[2]))).paused


async def test_a_substitute_is_asked_too(tmp_path: Path) -> None:
    async with days(tmp_path, people=3, pace="day") as here:
        await here.done(actions.Propose(here.keys[0], "pause"))
        await here.done(actions.Resign(here.keys[2]))
        await here.done(actions.Take(here.keys[4]))
        assert not (await here.done(actions.Agree(here.keys[1]))).paused
        assert (await here.done(actions.Agree(here.keys[4]))).paused


async def test_nobody_waits_for_an_answer_when_the_rubber_is_over(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day") as here:
        await here.done(actions.Propose(here.keys[0], "pause"))
        table = await here.done(actions.Close(here.keys[0]))
        assert table.proposal is not None
        assert (table.proposal.answered, table.pending) == (Answered.DROPPED, None)
        assert await here.store.next_due(0) is None


async def test_at_a_table_with_nobody_left_but_computers_nothing_is_played_and_it_closes(tmp_path: Path) -> None:
    async with days(tmp_path, people=2, pace="day") as here:
        await here.done(actions.Resign(here.keys[0]))
        await here.pass_by(HOUR)
        plays = len(await here.tables.record(here.id))
        table = await here.done(actions.Resign(here.keys[1]))
        assert table.is_abandoned
        table = await here.pass_by(LOBBY - 1)
        assert (table.stage, len(await here.tables.record(here.id))) == (Stage.PLAYING, plays + 1)
        table = await here.pass_by(1)
        assert table.stage is Stage.CLOSED
        assert table.closed is not None
        assert table.closed.kind is News.ALL_LEFT


async def test_a_table_that_was_left_goes_on_with_who_comes_back(tmp_path: Path) -> None:
    async with days(tmp_path, people=2, pace="day") as here:
        for key in here.keys[:2]:
            await here.done(actions.Resign(key))
        await here.pass_by(LOBBY - HOUR)
        await here.done(actions.Return(here.keys[0]))
        table = await here.pass_by(2 * HOUR)
        assert (table.stage, table.seats[0].person) == (Stage.PLAYING, here.keys[0])


async def test_between_hands_nobody_is_barred_for_what_they_saw(tmp_path: Path) -> None:
    async with days(tmp_path, people=3, pace="day") as here:
        await here.done(actions.Resign(here.keys[1]))
        while (table := await here.table()).phase is Phase.PLAY:
            await (here.play() if table.asked else here.pass_by(COMPUTER))
        await here.done(actions.Resign(here.keys[2]))
        table = await here.done(actions.Take(here.keys[1], 2))
        assert table.seats[2].person == here.keys[1]


async def test_a_play_laid_down_in_advance_is_made_the_moment_it_may(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        table = await here.table()
        assert table.turn is not None
        seat = (table.turn + 1) % 4
        hand, nth = present(table, seat)
        card = table.view(seat).hand[-1]
        row = QueuedRow(seat, here.keys[seat], hand, nth, 0, "follow", card.code)
        assert (await here.tables.lay_down(here.id, here.keys[seat], seat, [row])) is None
        lead = next(play for play in table.view(table.turn).legal if len(play) == 1)
        table = await here.done(actions.Play(here.keys[table.turn], table.turn, lead))
        assert [play.seat for play in table.view(None).trick] == [(seat - 1) % 4, seat]
        assert table.view(None).trick[1].cards == (card,)
        assert (await here.kept()).queue == ()
        assert await here.store.queue(here.id) == []


async def test_for_who_is_away_what_they_laid_down_is_played_and_they_stay_away(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        table = await here.table()
        assert table.turn is not None
        seat = (table.turn + 1) % 4
        hand, nth = present(table, seat)
        card = table.view(seat).hand[-1]
        row = QueuedRow(seat, here.keys[seat], hand, nth, 0, "any", card.code)
        await here.tables.lay_down(here.id, here.keys[seat], seat, [row])
        until = here.time.now + 3 * DAY
        await here.done(actions.Away(here.keys[seat], until))
        lead = next(play for play in table.view(table.turn).legal if len(play) == 1)
        table = await here.done(actions.Play(here.keys[table.turn], table.turn, lead))
        assert table.view(None).trick[1].cards == (card,)
        assert table.seats[seat].away == until


async def test_a_play_laid_down_whose_condition_does_not_hold_is_dropped(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        table = await here.table()
        assert table.turn is not None
        seat = (table.turn + 1) % 4
        hand, nth = present(table, seat)
        row = QueuedRow(seat, here.keys[seat], hand, nth, 0, "lead", table.view(seat).hand[0].code)
        await here.tables.lay_down(here.id, here.keys[seat], seat, [row])
        table = await here.play()
        assert table.turn == seat


@pytest.mark.parametrize("pace", ["day", "three-days", "none", "172800+0"])
async def test_plays_without_a_choice_are_made_at_once_at_slow_paces(tmp_path: Path, pace: str) -> None:
    async with days(tmp_path, pace=pace) as here:
        table = await here.table()
        while table.hand is not None and table.hand.number == 1 and table.phase is Phase.PLAY:
            assert table.turn is not None
            assert len(table.view(table.turn).legal) > 1
            table = await here.play()
        record = await here.tables.record(here.id)
        assert any(isinstance(entry.action, actions.Play) and entry.action.how == "forced" for entry in record)


async def test_time_in_which_a_table_could_not_be_reached_is_credited(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        deadline = (await here.kept()).row.deadline_at
        assert deadline is not None
        here.time.now += 20 * HOUR
        began = here.time.now - 9 * HOUR
        await here.tables.credit(began, here.time.now)
        kept = await here.kept()
        assert kept.row.deadline_at == deadline + 9 * HOUR
        assert await here.store.row(here.id) == kept.row
        await here.play()
        assert [
            entry.action.took for entry in await here.tables.record(here.id) if isinstance(entry.action, actions.Play)
        ] == [11 * HOUR]


async def test_what_was_laid_down_and_could_not_be_played_is_told_until_the_play_is_made(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        table = await here.table()
        assert table.turn is not None
        seat = (table.turn + 1) % 4
        hand, nth = present(table, seat)
        card = table.view(seat).hand[0]
        row = QueuedRow(seat, here.keys[seat], hand, nth, 0, "lead", card.code)
        await here.tables.lay_down(here.id, here.keys[seat], seat, [row])
        await here.play()
        kept = await here.kept()
        assert (kept.queue, kept.failed) == ((), (row,))
        assert await here.store.queue(here.id) == []
        await here.play()
        assert (await here.kept()).failed == ()


async def test_of_several_plays_laid_down_the_first_that_may_be_made_is(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        table = await here.table()
        assert table.turn is not None
        seat = (table.turn + 1) % 4
        hand, nth = present(table, seat)
        first, second, *_ = table.view(seat).hand
        rows = [
            QueuedRow(seat, here.keys[seat], hand, nth, 0, "lead", first.code),
            QueuedRow(seat, here.keys[seat], hand, nth, 1, "any", second.code),
            QueuedRow(seat, here.keys[seat], hand, nth, 2, "any", first.code),
        ]
        await here.tables.lay_down(here.id, here.keys[seat], seat, rows)
        lead = next(play for play in table.view(table.turn).legal if len(play) == 1)
        table = await here.done(actions.Play(here.keys[table.turn], table.turn, lead))
        assert table.view(None).trick[1].cards == (second,)
        assert (await here.kept()).failed == ()


async def test_who_is_to_play_lays_nothing_down_and_nobody_does_for_another(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        table = await here.table()
        seat = table.turn
        assert seat is not None
        hand, nth = present(table, seat)
        row = QueuedRow(seat, here.keys[seat], hand, nth, 0, "any", table.view(seat).hand[0].code)
        refused = await here.tables.lay_down(here.id, here.keys[seat], seat, [row])
        assert refused is not None
        assert refused.kind is News.AS_IT_IS
        refused = await here.tables.lay_down(here.id, here.keys[4], seat, [row])
        assert refused is not None
        assert refused.kind is Refused.NOT_AT_TABLE


async def test_what_is_laid_down_goes_with_the_seat(tmp_path: Path) -> None:
    async with days(tmp_path, pace="none") as here:
        table = await here.table()
        assert table.turn is not None
        seat = (table.turn + 1) % 4
        hand, nth = present(table, seat)
        row = QueuedRow(seat, here.keys[seat], hand, nth, 0, "any", table.view(seat).hand[0].code)
        await here.tables.lay_down(here.id, here.keys[seat], seat, [row])
        await here.done(actions.Resign(here.keys[seat]))
        kept = await here.kept()
        assert (kept.queue, kept.failed) == ((), ())
        assert await here.store.queue(here.id) == []
