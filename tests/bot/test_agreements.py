"""What all at a table have to agree to: a pause, another pace, waiting for who is away."""

from __future__ import annotations

from pathlib import Path

from bot.tables import actions, terms
from bot.tables.table import Answered
from bot.tables.terms import DAY, HOUR, SECOND
from tests.bot.days import COMPUTER, days


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
