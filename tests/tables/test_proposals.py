"""Agreements of all at a table: a pause, another pace, waiting for people who are away."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.runtime.times import DAY, HOUR, MINUTE, SECOND
from bot.tables import actions, table_terms
from bot.tables.table import Answered
from bot.texts.notices import Refusal
from tests.bot.days import COMPUTER, Days, days


@pytest.mark.parametrize(
    ("pace", "patience"),
    [
        ("10+0", MINUTE),
        ("live", 90 * SECOND),
        ("evening", 10 * MINUTE),
        ("43200+0", 12 * HOUR),
        ("day", DAY),
        ("three-days", DAY),
        ("none", DAY),
    ],
)
@pytest.mark.parametrize("what", ["pause", "pace"])
async def test_a_question_waits_as_long_as_a_play_but_at_least_a_minute_and_at_most_a_day(
    tmp_path: Path, pace: str, patience: int, what: str
) -> None:
    async with days(tmp_path, pace=pace, opens="0") as here:
        await here.done(actions.Propose(here.keys[0], what, "" if what == "pause" else "86400+60"))
        assert (await here.pass_by(patience - 1)).pending is not None
        table = await here.pass_by(1)
        assert table.proposal is not None
        assert table.proposal.answered is Answered.GRANTED


@pytest.mark.parametrize(("what", "value"), [("pace", "nonsense"), ("pace", ""), ("deadline", "day"), ("", "live")])
async def test_only_a_pause_and_a_pace_that_there_is_can_be_proposed(tmp_path: Path, what: str, value: str) -> None:
    async with days(tmp_path, pace="day", opens="0") as here:
        refused = (await here.do(actions.Propose(here.keys[0], what, value))).refused
        assert refused is not None
        assert refused.kind is Refusal.UNKNOWN_OPTION


async def left(here: Days) -> int:
    """The time that is left for the next play, in ms."""
    row = (await here.loaded()).row
    assert row.deadline_at is not None
    return row.deadline_at - here.time.now


LIVE = 270 * SECOND
"""The time for a play at the pace `live`, with the whole bank."""


@pytest.mark.parametrize("asks", ["who is to play", "another"])
async def test_the_clock_stands_while_a_pause_is_asked_for(tmp_path: Path, asks: str) -> None:
    async with days(tmp_path, pace="live") as here:
        turn = (await here.table()).turn
        assert turn is not None
        await here.pass_by(LIVE - SECOND)
        await here.done(actions.Propose(here.keys[turn if asks == "who is to play" else turn - 1], "pause"))
        await here.pass_by(80 * SECOND)
        table = await here.done(actions.Disagree(here.keys[turn - 2]))
        assert (await left(here), table.turn, table.missing) == (SECOND, turn, None)


async def test_a_pause_that_silence_grants_finds_the_time_of_the_play_as_it_was(tmp_path: Path) -> None:
    async with days(tmp_path, pace="live") as here:
        await here.pass_by(100 * SECOND)
        await here.done(actions.Propose(here.keys[0], "pause"))
        assert (await here.pass_by(HOUR)).paused
        await here.done(actions.Resume(here.keys[1]))
        assert await left(here) == LIVE - 100 * SECOND


async def test_a_play_made_while_the_clock_stands_took_what_had_passed_before(tmp_path: Path) -> None:
    async with days(tmp_path, pace="live") as here:
        await here.pass_by(20 * SECOND)
        await here.done(actions.Propose(here.keys[0], "pause"))
        await here.play(after=30 * SECOND)
        (played,) = [
            one.action for one in await here.tables.record(here.id) if isinstance(one.action, actions.TakeTurn)
        ]
        assert played.took == 20 * SECOND
        await here.pass_by(10 * SECOND)
        await here.done(actions.Disagree(here.keys[1]))
        assert await left(here) == LIVE  # for the next play the clock has not begun to run


async def test_for_one_person_the_clock_stands_once_in_a_hand(tmp_path: Path) -> None:
    async with days(tmp_path, pace="live") as here:
        for number, stood in ((0, 30 * SECOND), (0, 0), (1, 30 * SECOND)):
            before = await left(here)
            await here.done(actions.Propose(here.keys[number], "pause"))
            await here.pass_by(30 * SECOND)
            await here.done(actions.Disagree(here.keys[2]))
            assert await left(here) == before - 30 * SECOND + stood


async def test_in_the_next_hand_the_clock_stands_again_for_who_asks(tmp_path: Path) -> None:
    async with days(tmp_path, pace="live") as here:
        await here.done(actions.Propose(here.keys[0], "pause"))
        await here.done(actions.Disagree(here.keys[1]))
        while (table := await here.table()).hand is None or table.hand.number == 1:
            await (here.play() if table.asked else here.pass_by(10 * SECOND))
        before = await left(here)
        await here.done(actions.Propose(here.keys[0], "pause"))
        await here.pass_by(30 * SECOND)
        await here.done(actions.Disagree(here.keys[1]))
        assert await left(here) == before


async def test_a_pause_asked_for_just_before_a_slow_deadline_gains_an_hour_and_no_day(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        late = (await here.table()).turn
        assert late is not None
        await here.pass_by(DAY - SECOND)
        await here.done(actions.Propose(here.keys[late], "pause"))
        assert (await here.pass_by(HOUR)).turn == late
        table = await here.pass_by(SECOND + COMPUTER)
        assert (table.turn, table.seats[late].missed) == ((late + 1) % 4, 1)
        assert table.pending is not None


async def test_going_away_stops_the_clock_of_others_once_in_a_hand_too(tmp_path: Path) -> None:
    async with days(tmp_path, pace="live") as here:
        turn = (await here.table()).turn
        assert turn is not None
        goes = here.keys[turn - 1]
        for stood in (30 * SECOND, 0):
            before = await left(here)
            await here.done(actions.Away(goes, here.time.now + HOUR))
            await here.pass_by(30 * SECOND)
            await here.done(actions.Back(goes, (turn - 1) % 4))
            assert await left(here) == before - 30 * SECOND + stood


async def test_another_pace_is_asked_for_while_the_clock_runs(tmp_path: Path) -> None:
    async with days(tmp_path, pace="live") as here:
        await here.done(actions.Propose(here.keys[0], "pace", "evening"))
        await here.pass_by(30 * SECOND)
        assert await left(here) == LIVE - 30 * SECOND


async def test_a_pause_waits_for_all_and_silence_consents_after_a_day(tmp_path: Path) -> None:
    async with days(tmp_path, pace="three-days") as here:
        table = await here.done(actions.Propose(here.keys[0], "pause"))
        assert not table.paused
        for key in here.keys[1:3]:
            table = await here.done(actions.Agree(key))
        assert not table.paused
        assert not (await here.pass_by(DAY - 1)).paused
        assert (await here.pass_by(1)).paused


async def test_another_pace_needs_all_and_holds_from_then_on(tmp_path: Path) -> None:
    async with days(tmp_path, people=2, pace="day") as here:
        await here.done(actions.Propose(here.keys[0], "pace", "live"))
        table = await here.done(actions.Agree(here.keys[1]))
        assert table.agreed.pace == table_terms.NAMED["live"]
        assert (await here.loaded()).row.deadline_at == here.time.now + 270 * SECOND


async def test_one_who_disagrees_ends_a_proposal(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day") as here:
        await here.done(actions.Propose(here.keys[0], "pause"))
        assert (await here.done(actions.Disagree(here.keys[3]))).pending is None


@pytest.mark.parametrize("says", [actions.Agree, actions.Disagree])
async def test_an_organiser_who_does_not_play_there_answers_for_all(
    tmp_path: Path, says: type[actions.Agree | actions.Disagree]
) -> None:
    async with days(tmp_path, pace="day") as here:
        await here.done(actions.Propose(here.keys[0], "pause"))
        table = await here.done(says(here.keys[-1], manager=True))
        assert (table.pending, table.paused) == (None, says is actions.Agree)
        assert here.keys[-1] in table.people


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
        (played,) = [
            one.action for one in await here.tables.record(here.id) if isinstance(one.action, actions.TakeTurn)
        ]
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
        assert (await here.loaded()).row.deadline_at == here.time.now + DAY


async def test_silence_of_a_day_lets_a_table_wait_for_who_is_away(tmp_path: Path) -> None:
    async with days(tmp_path, pace="three-days") as here:
        turn = (await here.table()).turn
        assert turn is not None
        await here.done(actions.Away(here.keys[turn], here.time.now + 3 * DAY))
        table = await here.pass_by(DAY)
        assert (table.paused, table.turn) == (True, turn)


async def test_while_people_are_asked_to_wait_no_computer_plays_for_who_is_away(tmp_path: Path) -> None:
    async with days(tmp_path, pace="live") as here:
        turn = (await here.table()).turn
        assert turn is not None
        await here.done(actions.Away(here.keys[turn], here.time.now + DAY))
        table = await here.pass_by(90 * SECOND - 1)
        assert (table.turn, table.paused) == (turn, False)
        table = await here.pass_by(1)
        assert (table.turn, table.paused) == (turn, True)


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


async def test_the_time_of_a_play_begins_anew_once_for_who_is_away_and_back(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day") as here:
        turn = (await here.table()).turn
        assert turn is not None
        key, dues = here.keys[turn], []
        for _ in range(3):
            here.time.now += 6 * HOUR
            await here.done(actions.Away(key, here.time.now + 3 * DAY))
            here.time.now += HOUR
            await here.done(actions.Back(key, turn))
            dues.append((await here.loaded()).row.deadline_at)
        first = here.time.now - 14 * HOUR
        assert dues == [first + DAY] * 3


async def test_nobody_fills_their_reserve_by_being_away(tmp_path: Path) -> None:
    async with days(tmp_path, pace="live") as here:
        turn = (await here.table()).turn
        assert turn is not None
        here.time.now += 100 * SECOND
        key = here.keys[turn]
        for action in (actions.Away(key, here.time.now + DAY), actions.Back(key, turn)) * 2:
            table = await here.done(action)
        assert table.seats[turn].bank == 170 * SECOND
        assert (await here.play(after=100 * SECOND)).seats[turn].bank == 160 * SECOND
