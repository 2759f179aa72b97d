"""Tables over days: deadlines, banks, seats that open and are taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.runtime.times import DAY, HOUR, MINUTE, SECOND
from bot.tables import LoadedTable, actions, deals, due_actions
from bot.tables.deadlines import reserve_on_turn
from bot.tables.fold import do
from bot.tables.seat_holders import Holder
from bot.tables.table import Stage, Table, present_play
from bot.texts.notices import Notice, Refusal
from players import Memory
from rules.core.contract import Phase, SeatAction, View
from simulation.scripted_people import PACK, cut_for, shuffling
from tests.bot.days import COMPUTER, LOBBY, Days, days


async def test_a_play_has_its_time_and_the_bank_of_its_seat(tmp_path: Path) -> None:
    async with days(tmp_path, pace="live") as here:
        loaded = await here.loaded()
        assert loaded.row.deadline_at == here.time.now + 90 * SECOND + 3 * MINUTE
        first = loaded.table.turn
        assert first is not None
        table = await here.play(after=100 * SECOND)
        assert table.seats[first].bank == 3 * MINUTE - 10 * SECOND
        second = table.turn
        assert second is not None
        assert (await here.play(after=90 * SECOND)).seats[second].bank == 3 * MINUTE
        while (await here.table()).turn != first:
            await here.play()
        assert reserve_on_turn(await here.table()) == 3 * MINUTE - 10 * SECOND


@pytest.mark.parametrize(("pace", "reserve"), [("live", 3 * MINUTE), ("day", None)])
async def test_only_a_pace_with_a_bank_has_a_reserve(tmp_path: Path, pace: str, reserve: int | None) -> None:
    async with days(tmp_path, pace=pace) as here:
        assert reserve_on_turn(await here.table()) == reserve


async def test_at_the_deadline_a_computer_makes_that_one_play_and_the_person_keeps_the_seat(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day") as here:
        late = (await here.table()).turn
        assert late is not None
        assert (await here.pass_by(DAY - 1)).turn == late
        table = await here.pass_by(1 + COMPUTER)
        assert (table.turn, table.seats[late].kind, table.seats[late].missed) == ((late + 1) % 4, Holder.PERSON, 1)
        record = await here.tables.record(here.id)
        assert [type(entry.action).__name__ for entry in record[-2:]] == ["Miss", "TakeTurn"]
        assert record[-1].action == actions.TakeTurn(None, late, record[-1].action.cards, how="absent")  # type: ignore[union-attr]


async def test_who_plays_for_a_person_is_the_careful_computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int | None] = []

    def careful(view: View, _: Memory) -> SeatAction:
        asked.append(view.seat)
        return view.actions[-1]

    monkeypatch.setattr(due_actions, "stand_in", lambda _: careful)
    async with days(tmp_path, people=2, computers=1, pace="day", forced="off") as here:
        while (turn := (await here.table()).turn) not in (0, 1):
            await here.pass_by(COMPUTER)
        assert not asked, "a computer in its own seat"
        await here.pass_by(DAY + COMPUTER)
        assert asked == [turn]


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


async def test_who_comes_back_on_turn_has_the_time_of_a_play_from_then_on(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", deadline="open") as here:
        late = (await here.table()).turn
        assert late is not None
        await here.pass_by(DAY)
        await here.done(actions.Take(here.keys[late]))
        assert (await here.loaded()).row.deadline_at == here.time.now + DAY
        table = await here.pass_by(DAY - 1)
        assert (table.turn, table.seats[late].person) == (late, here.keys[late])


async def test_who_held_a_seat_before_somebody_else_has_the_time_of_a_play_when_they_take_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deals, "shuffle", shuffling(cut_for(0, 2), PACK))
    async with days(tmp_path, people=2, pace="live") as here:
        late = (await here.table()).turn
        assert late is not None
        old, new = here.keys[late], here.keys[2]
        for action in (actions.Resign(old), actions.Take(new), actions.Resign(new)):
            await here.done(action)
        while (table := await here.table()).way == () or table.turn != late:
            await (here.play() if table.turn == 1 - late else here.pass_by(COMPUTER))
        bank = table.seats[late].bank
        table = await here.done(actions.Take(old))
        assert table.seats[late].person == old
        assert (await here.loaded()).row.deadline_at == here.time.now + 90 * SECOND + bank


async def test_the_time_of_a_play_begins_anew_once_for_who_leaves_and_comes_back(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day") as here:
        late = (await here.table()).turn
        assert late is not None
        for action in (actions.Resign, actions.Take, actions.Resign, actions.Take):
            await here.done(action(here.keys[late]))
        table = await here.pass_by(COMPUTER)
        assert (table.turn, table.seats[late].person) == ((late + 1) % 4, here.keys[late])


async def test_in_the_next_turn_who_comes_back_has_the_time_of_a_play_again(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        late = (await here.table()).turn
        assert late is not None
        for _ in range(2):
            while (await here.table()).turn != late:
                await here.play()
            for action in (actions.Resign, actions.Take):
                await here.done(action(here.keys[late]))
            await here.play(after=DAY - 1)
        assert (await here.table()).seats[late].person == here.keys[late]


async def test_nobody_fills_their_reserve_by_leaving_and_coming_back(tmp_path: Path) -> None:
    async with days(tmp_path, pace="live") as here:
        late = (await here.table()).turn
        assert late is not None
        here.time.now += 100 * SECOND
        for action in (actions.Resign, actions.Take):
            table = await here.done(action(here.keys[late]))
        assert table.seats[late].bank == 3 * MINUTE - 10 * SECOND
        assert (await here.loaded()).row.deadline_at == here.time.now + 90 * SECOND + table.seats[late].bank


async def test_nobody_who_leaves_while_others_are_to_play_pays_for_their_time(tmp_path: Path) -> None:
    async with days(tmp_path, pace="live") as here:
        turn = (await here.table()).turn
        assert turn is not None
        here.time.now += 100 * SECOND
        other = here.keys[(turn + 1) % 4]
        for action in (actions.Resign, actions.Take):
            table = await here.done(action(other))
        assert table.seats[(turn + 1) % 4].bank == 3 * MINUTE


async def test_nobody_who_leaves_gives_time_to_who_has_just_come_back(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", deadline="open") as here:
        late = (await here.table()).turn
        assert late is not None
        await here.pass_by(DAY)
        await here.done(actions.Take(here.keys[late]))
        due = (await here.loaded()).row.deadline_at
        here.time.now += HOUR
        await here.done(actions.Resign(here.keys[(late + 1) % 4]))
        assert (await here.loaded()).row.deadline_at == due


@pytest.mark.parametrize("back", ["return", "take"])
async def test_records_of_before_in_which_a_computer_played_for_who_came_back_are_read_as_then(
    tmp_path: Path, back: str
) -> None:
    async with days(tmp_path, people=2, pace="day") as here:
        table = await here.table()
        turn = table.turn
        assert turn is not None
        key = here.keys[turn]
        play = actions.TakeTurn(None, turn, table.view(turn).legal[0], how="absent")
        for action in (actions.Resign(key), actions.read(back, {"by": key}), play):
            after = do(table, action)
            assert isinstance(after, Table), after
            table = after
        assert (table.turn, table.seats[turn].person) == (1 - turn, key)


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
        assert again.refused.kind is Refusal.NOT_SEATED


async def test_who_has_seen_cards_of_the_hand_takes_no_other_seat_in_it(tmp_path: Path) -> None:
    async with days(tmp_path, pace="none") as here:
        for number in (1, 2):
            await here.done(actions.Resign(here.keys[number]))
        await here.done(actions.Take(here.keys[4], 1))
        refused = (await here.do(actions.Take(here.keys[1], 2))).refused
        assert refused is not None
        assert refused.kind is Refusal.HAS_SEEN_CARDS
        refused = (await here.do(actions.Take(here.keys[4], 2))).refused
        assert refused is not None
        assert refused.kind is Refusal.ALREADY_SEATED


async def test_a_paused_table_loses_no_time_and_nobody_plays_at_it(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day") as here:
        await here.pass_by(6 * HOUR)
        await here.done(actions.Propose(here.keys[0], "pause", manager=True))
        table = await here.pass_by(10 * DAY)
        turn = table.turn
        assert turn is not None
        refused = (await here.do(actions.TakeTurn(here.keys[turn], turn, table.view(turn).legal[0]))).refused
        assert refused is not None
        assert refused.kind is Refusal.PAUSED
        await here.done(actions.Resume(here.keys[1]))
        assert (await here.loaded()).row.deadline_at == here.time.now + 18 * HOUR


async def test_the_time_of_a_play_begins_anew_with_another_pace(tmp_path: Path) -> None:
    async with days(tmp_path, people=2, pace="day") as here:
        await here.pass_by(6 * HOUR)
        await here.done(actions.Propose(here.keys[0], "pace", "live"))
        table = await here.done(actions.Agree(here.keys[1]))
        assert (await here.loaded()).row.deadline_at == here.time.now + 270 * SECOND
        assert [seat.missed for seat in table.seats] == [0, 0]


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
        assert table.closed.kind is Notice.ALL_LEFT


async def test_a_table_that_was_left_goes_on_with_who_comes_back(tmp_path: Path) -> None:
    async with days(tmp_path, people=2, pace="day") as here:
        for key in here.keys[:2]:
            await here.done(actions.Resign(key))
        await here.pass_by(LOBBY - HOUR)
        await here.done(actions.Take(here.keys[0]))
        table = await here.pass_by(2 * HOUR)
        assert (table.stage, table.seats[0].person) == (Stage.PLAYING, here.keys[0])


async def left_two_seats(here: Days) -> Table:
    """The table after the second person has left a seat in the first hand, and another seat in the second hand."""
    await here.done(actions.Resign(here.keys[1]))
    while (table := await here.table()).hand is None or table.hand.number == 1:
        await (here.play() if table.asked else here.pass_by(10 * SECOND))
    await here.done(actions.Resign(here.keys[2]))
    await here.done(actions.Take(here.keys[1], 2))
    return await here.done(actions.Resign(here.keys[1]))


async def test_who_has_left_two_seats_sees_the_cards_of_one_of_them_in_a_hand(tmp_path: Path) -> None:
    async with days(tmp_path, people=3, pace="none") as here:
        await left_two_seats(here)
        refused = (await here.do(actions.Take(here.keys[1], 1))).refused
        assert refused is not None
        assert refused.kind is Refusal.HAS_SEEN_CARDS
        assert (await here.done(actions.Take(here.keys[1]))).seats[2].person == here.keys[1]


async def test_who_has_left_two_seats_holds_one_of_them_at_the_rematch(tmp_path: Path) -> None:
    async with days(tmp_path, people=3, pace="none") as here:
        await left_two_seats(here)
        await here.done(actions.Take(here.keys[1], 2))
        await here.done(actions.Close(here.keys[0]))
        new = await here.tables.rematch(await here.loaded(), here.keys[0], None)
        assert isinstance(new, LoadedTable)
        assert [seat.person or seat.kept_for for seat in new.table.seats] == [here.keys[0], None, here.keys[1]]


async def test_between_hands_nobody_is_barred_for_what_they_saw(tmp_path: Path) -> None:
    async with days(tmp_path, people=3, pace="day") as here:
        await here.done(actions.Resign(here.keys[1]))
        while (table := await here.table()).phase is Phase.PLAY:
            await (here.play() if table.asked else here.pass_by(COMPUTER))
        await here.done(actions.Resign(here.keys[2]))
        table = await here.done(actions.Take(here.keys[1], 2))
        assert table.seats[2].person == here.keys[1]


@pytest.mark.parametrize("pace", ["day", "three-days", "none", "172800+0"])
async def test_plays_without_a_choice_are_made_at_once_at_slow_paces(tmp_path: Path, pace: str) -> None:
    async with days(tmp_path, pace=pace) as here:
        table = await here.table()
        while table.hand is not None and table.hand.number == 1 and table.phase is Phase.PLAY:
            assert table.turn is not None
            assert len(table.view(table.turn).legal) > 1
            table = await here.play()
        record = await here.tables.record(here.id)
        assert any(isinstance(entry.action, actions.TakeTurn) and entry.action.how == "forced" for entry in record)


async def test_time_in_which_a_table_could_not_be_reached_is_credited(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        deadline = (await here.loaded()).row.deadline_at
        assert deadline is not None
        here.time.now += 20 * HOUR
        began = here.time.now - 9 * HOUR
        await here.tables.credit(began, here.time.now)
        loaded = await here.loaded()
        assert loaded.row.deadline_at == deadline + 9 * HOUR
        assert await here.store.row(here.id) == loaded.row
        await here.play()
        assert [
            entry.action.took
            for entry in await here.tables.record(here.id)
            if isinstance(entry.action, actions.TakeTurn)
        ] == [11 * HOUR]


async def test_a_seat_that_opens_keeps_the_time_that_it_has_left_for_who_returns(tmp_path: Path) -> None:
    async with days(tmp_path, pace="live") as here:
        first = (await here.table()).turn
        assert first is not None
        left = (await here.play(after=100 * SECOND)).seats[first].bank
        assert (await here.done(actions.Resign(here.keys[first]))).seats[first].bank == left
        assert (await here.done(actions.Take(here.keys[first]))).seats[first].bank == left


async def test_who_lets_the_time_of_a_play_pass_has_used_the_bank_too(tmp_path: Path) -> None:
    async with days(tmp_path, pace="live") as here:
        late = (await here.table()).turn
        assert late is not None
        table = await here.pass_by(270 * SECOND)
        assert (table.seats[late].missed, table.seats[late].bank) == (1, 0)


async def test_who_has_held_cards_of_a_later_hand_since_the_first_takes_no_other_seat_in_it(tmp_path: Path) -> None:
    async with days(tmp_path, pace="none") as here:
        while (await here.table()).phase is Phase.PLAY:
            await here.play()
        table = await here.pass_by(10 * SECOND)
        assert table.hand is not None
        assert table.hand.number == 2
        for number in (1, 2):
            await here.done(actions.Resign(here.keys[number]))
        refused = (await here.do(actions.Take(here.keys[1], 2))).refused
        assert refused is not None
        assert refused.kind is Refusal.HAS_SEEN_CARDS


async def test_a_button_of_an_earlier_or_later_play_plays_nothing(tmp_path: Path) -> None:
    async with days(tmp_path, pace="none") as here:
        table = await here.table()
        turn = table.turn
        assert turn is not None
        hand, nth = present_play(table, turn)
        for stale in ((hand, nth + 1), (hand + 1, nth)):
            answer = await here.do(actions.TakeTurn(here.keys[turn], turn, table.view(turn).legal[0], *stale))
            assert answer.refused is not None
            assert answer.refused.kind is Notice.AS_IT_IS
            assert (await here.table()).seq == table.seq


async def test_where_seats_do_not_open_by_themselves_a_person_keeps_theirs_whatever_they_miss(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off", opens="0") as here:
        late = (await here.table()).turn
        assert late is not None
        for _ in range(3):
            while (await here.table()).turn != late:
                await here.play()
            table = await here.pass_by(DAY + COMPUTER)
        assert (table.seats[late].person, table.seats[late].missed) == (here.keys[late], 3)


async def test_of_a_missed_deadline_it_is_recorded_how_long_its_person_had(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        here.time.now += 9 * HOUR
        await here.tables.credit(here.time.now - 9 * HOUR, here.time.now)
        await here.pass_by(DAY)
        (missed,) = [one.action for one in await here.tables.record(here.id) if isinstance(one.action, actions.Miss)]
        assert missed.took == DAY
