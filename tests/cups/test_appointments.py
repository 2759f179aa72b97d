"""Appointments for matches: who may do what about their times, and what the cup does by itself."""

from __future__ import annotations

import random
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings

from bot.cups import appointments
from bot.cups.cup import Cup, CupStage, Match
from bot.cups.cup_actions import (
    COMPUTER,
    AcceptTime,
    CupAction,
    DeclineTimes,
    JoinCup,
    LapseAppointment,
    MoveDeadline,
    OpenMatch,
    PairRound,
    PauseCup,
    PostponeMatch,
    ProposeTimes,
    RemindMatch,
    ReplayMatch,
    ResumeCup,
    SetAppointment,
    StartCup,
    UndoAct,
    WithdrawEntrant,
)
from bot.cups.cup_rules import NO_FALLBACK, CupRules, EntrantKind
from bot.cups.fold import do, fold_actions, fold_record
from bot.runtime.times import DAY, HOUR, MINUTE
from bot.tables.table import Stage
from rules.core.contract import Fact
from tests.cups.cups import CHANCE, ORGANISER, after, joined, refusal, rules, started
from tests.cups.running_cups import CupProcess, process, quick
from tests.cups.test_cup_clock import WatchedClock

WEEK = 7 * DAY
DEADLINE = 1000 * DAY


def waiting(kind: EntrantKind = EntrantKind.SINGLES, *entrants: int) -> Cup:
    """A cup whose only match waits for a time."""
    of = rules(kind=kind, appointments=True, round_time=WEEK)
    match = entrants or tuple(range(kind.table_size))
    size = len([one for one in match if one != COMPUTER])
    return after(started(of, max(2, size)), PairRound((match,), DEADLINE, "round"))


def match_of(cup: Cup) -> Match:
    return cup.rounds[-1].matches[0]


def test_a_time_that_the_other_side_accepts_holds() -> None:
    cup = after(waiting(), ProposeTimes("p0", 1, (300, 100, 200)), AcceptTime("p1", 1, 200, made=50))
    one = match_of(cup).appointment
    assert (one.at, one.made, one.agreed, one.proposals, one.acceptances) == (200, 50, True, (), ())


def test_who_proposes_what_another_has_proposed_agrees() -> None:
    cup = after(waiting(), ProposeTimes("p0", 1, (100, 200)), ProposeTimes("p1", 1, (300, 200)))
    assert match_of(cup).appointment.at == 200


def test_a_second_proposal_replaces_ones_own_alone() -> None:
    cup = after(waiting(), ProposeTimes("p0", 1, (100,)), ProposeTimes("p1", 1, (200,)), ProposeTimes("p0", 1, (300,)))
    assert match_of(cup).appointment.proposed_times() == (200, 300)
    assert refusal(cup, AcceptTime("p1", 1, 100)) == "NOT_PROPOSED"


def test_nobody_accepts_an_own_proposal() -> None:
    assert refusal(after(waiting(), ProposeTimes("p0", 1, (100,))), AcceptTime("p0", 1, 100)) == "NOT_PROPOSED"


def test_either_partner_speaks_for_a_pair() -> None:
    cup = after(waiting(EntrantKind.PAIRS), ProposeTimes("q0", 1, (100,)))
    assert refusal(cup, AcceptTime("p0", 1, 100)) == "NOT_PROPOSED"
    assert match_of(after(cup, AcceptTime("q1", 1, 100))).appointment.at == 100


def test_at_a_table_of_three_all_have_to_accept() -> None:
    cup = after(waiting(EntrantKind.THREES), ProposeTimes("p0", 1, (100, 200)), AcceptTime("p1", 1, 200))
    assert match_of(cup).appointment.at == 0
    assert match_of(after(cup, AcceptTime("p2", 1, 100))).appointment.at == 0
    assert match_of(after(cup, AcceptTime("p2", 1, 200))).appointment.at == 200


def test_neither_a_computer_nor_who_has_gone_has_to_accept() -> None:
    with_computer = after(waiting(EntrantKind.THREES, 0, 1, COMPUTER), ProposeTimes("p0", 1, (100,)))
    assert match_of(after(with_computer, AcceptTime("p1", 1, 100))).appointment.at == 100
    without_one = after(waiting(EntrantKind.THREES), WithdrawEntrant(None, 2, ""), ProposeTimes("p0", 1, (100,)))
    assert match_of(after(without_one, AcceptTime("p1", 1, 100))).appointment.at == 100


def test_when_somebody_goes_a_time_that_the_others_take_holds() -> None:
    cup = after(waiting(EntrantKind.THREES), ProposeTimes("p0", 1, (100,)), AcceptTime("p1", 1, 100))
    assert match_of(after(cup, WithdrawEntrant(None, 2, ""))).appointment.at == 100
    assert match_of(after(cup, WithdrawEntrant(None, 1, ""))).appointment.at == 0


def test_who_declines_takes_the_proposals_of_the_others_away() -> None:
    cup = after(waiting(), ProposeTimes("p0", 1, (100,)), ProposeTimes("p1", 1, (200,)), DeclineTimes("p1", 1))
    assert match_of(cup).appointment.proposed_times() == (200,)
    assert refusal(cup, DeclineTimes("p1", 1)) == "NOT_PROPOSED"


def test_each_side_postpones_once() -> None:
    cup = waiting()
    assert refusal(cup, PostponeMatch("p0", 1)) == "NO_TIME_YET"
    cup = after(cup, SetAppointment(None, 100, "", 1), PostponeMatch("p0", 1, (200,), settle_at=150))
    one = match_of(cup).appointment
    assert (one.at, one.settle_at, one.proposed_times(), one.postponed) == (0, 150, (200,), (0,))
    cup = after(cup, AcceptTime("p1", 1, 200))
    assert refusal(cup, PostponeMatch("p0", 1)) == "POSTPONED_ONCE"
    cup = after(cup, PostponeMatch("p1", 1), SetAppointment(None, 300, "", 1))
    assert refusal(cup, PostponeMatch("p1", 1)) == "POSTPONED_ONCE"


def test_an_organiser_sets_the_time_of_a_match_or_of_all_that_have_none() -> None:
    cup = after(started(rules(appointments=True), 4), PairRound(((0, 1), (2, 3)), DEADLINE, "round"))
    cup = after(cup, SetAppointment(ORGANISER, 100, "rain", 1), SetAppointment(ORGANISER, 200, "rain"))
    assert [one.appointment.at for one in cup.open_matches] == [100, 200]
    assert refusal(cup, SetAppointment(ORGANISER, 300, "rain")) == "ALL_HAVE_TIMES"
    assert refusal(cup, SetAppointment(ORGANISER, DEADLINE, "rain", 1)) == "TIME_TOO_LATE"
    assert refusal(cup, SetAppointment(ORGANISER, 100, "", 1)) == "NO_REASON"


def test_an_undone_time_gives_way_to_that_before() -> None:
    cup = after(waiting(), SetAppointment(None, 100, "", 1), SetAppointment(ORGANISER, 200, "rain", 1))
    assert match_of(after(cup, UndoAct(ORGANISER, cup.seq, "sun"))).appointment.at == 100
    cup = after(cup, PostponeMatch("p0", 1))
    assert match_of(after(cup, UndoAct(ORGANISER, cup.seq - 1, "sun"))).appointment.at == 0


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (ProposeTimes("p0", 1, ()), "NO_TIMES"),
        (ProposeTimes("p0", 1, (1, 2, 3, 4)), "TOO_MANY_TIMES"),
        (ProposeTimes("p0", 1, (DEADLINE,)), "TIME_TOO_LATE"),
        (ProposeTimes("stranger", 1, (1,)), "NOT_YOUR_MATCH"),
        (ProposeTimes("p0", 9, (1,)), "NO_MATCH"),
        (RemindMatch(1, 5, DAY), "NO_TIME_YET"),
    ],
)
def test_what_cannot_be_is_refused(action: CupAction, expected: str) -> None:
    assert refusal(waiting(), action) == expected


def test_a_match_at_its_table_and_a_cup_without_appointments_have_no_times() -> None:
    assert refusal(after(waiting(), OpenMatch(1, 7)), ProposeTimes("p0", 1, (1,))) == "HAS_TABLE"
    assert refusal(after(waiting(), PauseCup(ORGANISER, "rain")), ProposeTimes("p0", 1, (1,))) == "PAUSED"
    cup = after(started(rules(), 2), PairRound(((0, 1),), DEADLINE, "round"))
    assert refusal(cup, ProposeTimes("p0", 1, (1,))) == "NO_APPOINTMENTS"
    assert refusal(cup, SetAppointment(ORGANISER, 1, "rain")) == "NO_APPOINTMENTS"


def test_a_deadline_before_the_time_takes_it_away_and_a_replay_begins_without_one() -> None:
    cup = after(waiting(), SetAppointment(None, 5000, "", 1))
    assert match_of(after(cup, MoveDeadline(ORGANISER, 6000, "rain"))).appointment.at == 5000
    assert match_of(after(cup, MoveDeadline(ORGANISER, 4000, "rain"))).appointment.at == 0
    assert match_of(after(cup, ReplayMatch(1, ("bot-out",), DEADLINE))).appointment.at == 0


def some_act(chance: random.Random, cup: Cup) -> CupAction:
    by, at = f"p{chance.randrange(4)}", chance.randrange(1, 6)
    acts: list[CupAction] = [
        ProposeTimes(by, 1, tuple(chance.sample(range(1, 6), chance.randrange(1, 4)))),
        AcceptTime(by, 1, at),
        DeclineTimes(by, 1),
        PostponeMatch(by, 1, tuple(chance.sample(range(1, 6), chance.randrange(3)))),
        SetAppointment(None, chance.randrange(1, 3), "", 1),
        SetAppointment(ORGANISER, at, "rain", chance.choice([None, 1])),
        LapseAppointment(1, 3),
        RemindMatch(1, match_of(cup).appointment.at, chance.choice(appointments.LEADS)),
        MoveDeadline(ORGANISER, chance.choice([3, DEADLINE]), "rain", 1),
        UndoAct(ORGANISER, chance.randrange(1, cup.seq + 1), "sun"),
    ]
    return chance.choice(acts)


@pytest.mark.slow
@settings(max_examples=60)
@given(CHANCE)
def test_whatever_is_done_there_is_one_time_at_most_and_one_postponement_a_side(chance: random.Random) -> None:
    cup = waiting(EntrantKind.THREES)
    paired = cup.seq
    for _ in range(40):
        found = do(cup, some_act(chance, cup))
        if isinstance(found, Fact) or not found.rounds:
            continue
        is_undo = isinstance(found.record[-1].action, UndoAct)
        if not is_undo:
            undone = do(found, UndoAct(ORGANISER, found.seq, "sun"))
            if isinstance(undone, Cup) and paired not in undone.undone:
                assert match_of(undone) == match_of(cup)
        cup, one = found, match_of(found).appointment
        assert len(set(one.postponed)) == len(one.postponed)
        assert one.at < match_of(cup).deadline
        assert len({proposal.entrant for proposal in one.proposals}) == len(one.proposals)
        assert not any(set(match_of(cup).people) <= one.takers(time) for time in one.proposed_times())
        assert fold_record(cup.id, cup.record) == cup
        assert fold_actions(cup.id, [entry.action for entry in cup.record]).rounds == cup.rounds


# Acts of the cup itself


def weekly(**others: Any) -> CupRules:
    return quick(rounds=1, appointments=True, round_time=WEEK, **others)


async def appointed(here: CupProcess, at: int) -> Cup:
    """A cup whose only match has a time, on which its sides agreed."""
    cup = await here.started(weekly(), 2)
    first, second = (cup.entrants[one].people[0] for one in cup.open_matches[0].entrants)
    await here.do(cup, ProposeTimes(first, 1, (at,)))
    await here.do(cup, AcceptTime(second, 1, at))
    return await here.advanced(cup)


def leads(cup: Cup) -> list[int]:
    return [entry.action.lead for entry in cup.record if isinstance(entry.action, RemindMatch)]


async def test_the_table_opens_at_the_time_and_people_are_reminded_twice_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with process(tmp_path / "a.db") as here:
        watch, begun = WatchedClock(here, monkeypatch), here.time.now
        cup = await appointed(here, begun + 3 * DAY)
        for moment, sent in {
            DAY: [],
            2 * DAY: [DAY],
            3 * DAY - HOUR: [DAY],
            3 * DAY - MINUTE: [DAY, 15 * MINUTE],
        }.items():
            here.time.now = begun + moment
            for _ in range(2):
                await watch.looked()
            cup = await here.now(cup)
            assert leads(cup) == sent
            assert cup.open_matches[0].table is None
        here.time.now = begun + 3 * DAY
        await watch.looked()
        assert (await here.now(cup)).open_matches[0].table is not None
        await here.whole(cup)


async def test_a_time_that_is_near_when_it_is_agreed_brings_no_reminder_of_a_day(tmp_path: Path) -> None:
    async with process(tmp_path / "a.db") as here:
        cup = await appointed(here, here.time.now + HOUR)
        assert leads(cup) == []
        here.time.now += HOUR - MINUTE
        assert leads(await here.advanced(cup)) == [15 * MINUTE]


async def test_after_a_crash_nobody_is_reminded_again(tmp_path: Path) -> None:
    async with process(tmp_path / "a.db") as here:
        cup, time = await appointed(here, here.time.now + 3 * DAY), here.time
        time.now += 3 * DAY - 5 * MINUTE
        assert leads(await here.advanced(cup)) == [15 * MINUTE]
    async with process(tmp_path / "a.db", time) as here:
        assert leads(await here.advanced(cup)) == [15 * MINUTE]


async def test_sides_that_agree_on_nothing_play_at_the_hour_at_which_the_cup_began(tmp_path: Path) -> None:
    async with process(tmp_path / "a.db") as here:
        begun = here.time.now
        cup = await here.started(weekly(), 2)
        here.time.now += WEEK // 2 - 1
        assert (await here.advanced(cup)).open_matches[0].appointment.at == 0
        here.time.now += 1
        at = (await here.advanced(cup)).open_matches[0].appointment.at
        assert at == begun + 6 * DAY
        here.time.now = at
        await here.advanced(cup)
        await here.whole(cup)


async def test_sides_that_agree_on_nothing_play_at_the_hour_that_the_rules_name(tmp_path: Path) -> None:
    async with process(tmp_path / "a.db") as here:
        cup = await here.started(weekly(fallback="19:30 America/Nuuk"), 2)
        deadline = cup.open_matches[0].deadline
        here.time.now += WEEK // 2
        at = (await here.advanced(cup)).open_matches[0].appointment.at
        local = datetime.fromtimestamp(at / 1000, ZoneInfo("America/Nuuk"))
        assert (local.hour, local.minute) == (19, 30)
        assert deadline - 2 * DAY < at < deadline
        here.time.now = at - appointments.LEADS[-1]
        assert (await here.advanced(cup)).open_matches[0].appointment.reminded == (appointments.LEADS[-1],)


async def test_by_rules_that_set_no_time_a_match_without_one_is_lost_by_all_at_its_deadline(tmp_path: Path) -> None:
    async with process(tmp_path / "a.db") as here:
        cup = await here.started(weekly(fallback=NO_FALLBACK), 2)
        deadline = cup.open_matches[0].deadline
        here.time.now = deadline - 1
        (match,) = (await here.advanced(cup)).open_matches
        assert (match.appointment.at, match.table) == (0, None)
        here.time.now = deadline
        cup = await here.advanced(cup)
        result = cup.rounds[0].matches[0].result
        assert result is not None
        assert result.absent == match.entrants
        assert "both-absent" in result.why
        assert cup.stage is CupStage.ENDED


async def test_by_rules_that_set_no_time_an_agreement_still_holds(tmp_path: Path) -> None:
    async with process(tmp_path / "a.db") as here:
        cup = await here.started(weekly(fallback=NO_FALLBACK), 2)
        first, second = (cup.entrants[one].people[0] for one in cup.open_matches[0].entrants)
        at = here.time.now + 5 * DAY
        await here.do(cup, ProposeTimes(first, 1, (at,)))
        await here.do(cup, AcceptTime(second, 1, at))
        here.time.now = at
        assert (await here.advanced(cup)).open_matches[0].table is not None


async def test_after_a_postponement_without_an_agreement_the_cup_sets_a_later_time(tmp_path: Path) -> None:
    async with process(tmp_path / "a.db") as here:
        cup = await appointed(here, here.time.now + 5 * DAY)
        here.time.now += 4 * DAY
        (match,) = (await here.advanced(cup)).open_matches
        await here.do(cup, PostponeMatch(cup.entrants[0].people[0], 1))
        (match,) = (await here.advanced(cup)).open_matches
        assert match.appointment.at == 0
        settles = appointments.settles_at(cup, match)
        assert here.time.now < settles < match.deadline
        here.time.now = settles
        (match,) = (await here.advanced(cup)).open_matches
        assert settles + appointments.NOTICE <= match.appointment.at < match.deadline


async def test_a_deadline_that_comes_near_opens_the_table_soon(tmp_path: Path) -> None:
    async with process(tmp_path / "a.db") as here:
        cup = await here.started(weekly(), 2)
        await here.organised(cup, lambda by: MoveDeadline(by, here.time.now + HOUR, "hurry"))
        (match,) = (await here.advanced(cup)).open_matches
        assert match.appointment.at == here.time.now + appointments.NOTICE
        here.time.now = match.appointment.at
        assert (await here.advanced(cup)).open_matches[0].table is not None


async def test_who_has_not_come_after_the_time_of_grace_loses(tmp_path: Path) -> None:
    async with process(tmp_path / "a.db") as here:
        cup = await here.started(weekly(hands=8), 2)
        here.time.now += WEEK // 2
        here.time.now = (await here.advanced(cup)).open_matches[0].appointment.at
        (match,) = (await here.advanced(cup)).open_matches
        assert match.table is not None
        looked = here.time.now + appointments.GRACE
        while here.time.now < looked and (row := await here.store.row(match.table)) and row.stage == Stage.PLAYING:
            here.time.now = min(looked, min(filter(None, (row.deadline_at, row.due_at)), default=looked))
            await here.tables.tick(match.table)
        here.time.now = looked
        result = (await here.advanced(cup)).rounds[0].matches[0].result
        assert result is not None
        assert result.absent == match.entrants


async def test_where_all_have_come_the_match_goes_on(tmp_path: Path) -> None:
    async with process(tmp_path / "a.db") as here:
        cup = await appointed(here, here.time.now + HOUR)
        here.time.now += HOUR
        (match,) = (await here.advanced(cup)).open_matches
        for _ in match.entrants:
            await here.step(match.table or 0)
        here.time.now += appointments.GRACE
        (match,) = (await here.advanced(cup)).open_matches
        assert match.appointment.attended
        await here.whole(cup)


async def test_a_time_that_passed_while_the_cup_was_paused_holds_no_more(tmp_path: Path) -> None:
    async with process(tmp_path / "a.db") as here:
        cup = await appointed(here, here.time.now + HOUR)
        await here.organised(cup, lambda by: PauseCup(by, "storm"))
        here.time.now += DAY
        await here.organised(cup, lambda by: ResumeCup(by, "sun"))
        (match,) = (await here.advanced(cup)).open_matches
        assert (match.table, match.appointment.at) == (None, 0)
        assert match.appointment.settle_at > here.time.now


@pytest.mark.parametrize(
    ("time", "expected"), [(-1, "TIME_TOO_SOON"), (9 * MINUTE, "TIME_TOO_SOON"), (WEEK - MINUTE, "TIME_TOO_LATE")]
)
async def test_times_that_are_too_near_or_too_late_are_refused(tmp_path: Path, time: int, expected: str) -> None:
    async with process(tmp_path / "a.db") as here:
        cup = await here.started(weekly(), 2)
        result = await here.cups.submit(cup.id, ProposeTimes(cup.entrants[0].people[0], 1, (here.time.now + time,)))
        assert result is not None
        assert result.refused is not None
        assert result.refused.kind.name == expected


def test_a_cup_of_a_day_has_its_tables_at_once() -> None:
    cup = after(joined(rules(), 1), JoinCup("x"), StartCup(None, "seed"), PairRound(((0, 1),), DEADLINE, "round"))
    assert appointments.next_moment(cup, match_of(cup)) == 0
    assert appointments.can_begin(cup, match_of(cup), 0)
