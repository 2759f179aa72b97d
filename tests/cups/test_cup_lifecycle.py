"""Cups that run by themselves, from their sign-up to their last result, over the real store and tables."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.cups import cup_actions
from bot.cups.cup import Cup, CupStage, Match
from bot.cups.cup_actions import (
    BanPerson,
    CancelCup,
    ExtendMatch,
    MoveDeadline,
    PauseCup,
    ReplacePartner,
    ResumeCup,
    StartCup,
    UndoAct,
    WithdrawEntrant,
)
from bot.cups.cup_lifecycle import OPENED_AT_ONCE, CupLifecycle
from bot.cups.cup_rules import Case, EntrantKind, Format, Remedy
from bot.cups.cup_service import CupService, read_rows
from bot.cups.entrants import EntrantState
from bot.cups.fold import fold_record
from bot.cups.match_tables import MatchTables
from bot.cups.standings import standings
from bot.operations import backup
from bot.operations.backup import restore
from bot.runtime.settings import read_settings
from bot.store import CountedRows, FewerThan, TableRow
from bot.tables import actions
from bot.tables.seat_holders import Holder
from bot.tables.table import Stage, Table
from bot.texts.notices import Refusal, fact
from tests.cups.running_cups import GUILD, HOUR, MINUTE, ORGANISER, CupProcess, process, quick


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[CupProcess]:
    async with process(tmp_path / "a.db") as one:
        yield one


async def table_of(here: CupProcess, match: Match) -> Table:
    assert match.table is not None
    return (await here.tables.existing(match.table)).table


def missed(match: Match, *entrants: int) -> list[int]:
    """The seats of these entrants."""
    return [seat for seat in range(4) if match.entrants[seat % 2] in entrants]


async def stay_away(here: CupProcess, match: Match, *entrants: int) -> None:
    """Play the table of a match for so long that these entrants have missed two deadlines each."""
    while True:
        table = await table_of(here, match)
        owing = [seat for seat in missed(match, *entrants) if seat < len(table.seats)]
        if table.rests or all(table.seats[seat].silent >= 2 for seat in owing):
            return
        if table.turn in owing:
            loaded = await here.tables.existing(table.id)
            here.time.now = max(here.time.now, loaded.row.deadline_at or 0, loaded.row.due_at or 0)
            await here.tables.tick(table.id)
        else:
            await here.step(table.id)


async def dealt(here: CupProcess, match: Match) -> int:
    """The seat that is asked first."""
    assert match.table is not None
    while (turn := (await table_of(here, match)).turn) is None:
        await here.step(match.table)
    return turn


async def begun(here: CupProcess, cup: Cup) -> None:
    """Let both sides of the open match play."""
    (match,) = cup.open_matches
    await dealt(here, match)
    for _ in range(2):
        await here.step(match.table or 0)


async def late(here: CupProcess, cup: Cup) -> Cup:
    """The cup when the deadline of its round has passed."""
    here.time.now = max(match.deadline for match in cup.open_matches)
    return await here.advanced(cup)


def result_of(cup: Cup, number: int) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The entrants who forfeited a match, and the reasons."""
    match = cup.match(number)
    assert match is not None
    assert match.result is not None
    return match.result.absent, match.result.why


KINDS = [
    *((chosen, EntrantKind.SINGLES, 3 if "robin" in chosen else 5) for chosen in Format),
    *(pytest.param(one, EntrantKind.SINGLES, 5, marks=pytest.mark.slow) for one in Format if "robin" in one),
    (Format.SWISS, EntrantKind.PAIRS, 3),
    (Format.KNOCK_OUT, EntrantKind.PAIRS, 3),
    (Format.SWISS, EntrantKind.THREES, 5),
]


@pytest.mark.parametrize(("chosen", "kind", "size"), KINDS)
async def test_a_cup_ends_by_itself_when_its_tables_are_played(
    here: CupProcess, chosen: Format, kind: EntrantKind, size: int
) -> None:
    cup = await here.started(quick(chosen, kind), size)
    cup = await here.whole(cup)
    assert cup.stage is CupStage.ENDED
    assert all(match.is_decided for match in cup.matches)
    assert len(cup.rounds) == cup.total_rounds
    stored = await here.store.cup(cup.id)
    assert stored is not None
    again = fold_record(cup.id, read_rows(stored.record))
    assert standings(again) == standings(cup)
    assert await here.store.running_tables_of_cup(cup.id) == []


async def test_a_match_may_be_a_whole_rubber(here: CupProcess) -> None:
    cup = await here.whole(await here.started(quick(hands=0, rounds=1, round_time=3 * HOUR), 2))
    (match,) = cup.matches
    assert match.table is not None
    assert (await table_of(here, match)).options["length"] == "rubber"
    assert cup.stage is CupStage.ENDED


async def test_a_cup_starts_when_its_sign_up_ends_and_not_before(here: CupProcess) -> None:
    until = here.time.now + HOUR
    cup = await here.joined(quick(sign_up_until=until), 2)
    assert (await here.cups.existing(cup.id)).row.due_at == until
    assert (await here.advanced(cup)).stage is CupStage.SIGN_UP
    here.time.now = until
    cup = await here.advanced(cup)
    assert (cup.stage, len(cup.open_matches)) == (CupStage.RUNNING, 1)


async def test_a_cup_with_too_few_entrants_at_its_start_is_cancelled_with_the_reason(here: CupProcess) -> None:
    cup = await here.joined(quick(sign_up_until=here.time.now + HOUR, least=3), 2)
    here.time.now += HOUR
    cup = await here.advanced(cup)
    assert cup.stage is CupStage.CANCELLED
    assert cup.record[-1].action == CancelCup(None, "too-few")


async def test_a_start_that_an_organiser_has_undone_is_left_to_them(here: CupProcess) -> None:
    cup = await here.joined(quick(sign_up_until=here.time.now + HOUR), 3)
    here.time.now += HOUR
    start = next(one.seq for one in (await here.advanced(cup)).record if isinstance(one.action, StartCup))
    cup = await here.organised(cup, lambda by: UndoAct(by, start + 1, "too early"))
    cup = await here.organised(cup, lambda by: UndoAct(by, start, "too early"))
    assert (await here.advanced(cup)).stage is CupStage.SIGN_UP
    cup = await here.organised(cup, lambda by: StartCup(by, ""))
    assert (await here.advanced(cup)).stage is CupStage.RUNNING


async def test_who_is_banned_or_erased_during_sign_up_does_not_start(here: CupProcess) -> None:
    cup = await here.joined(quick(), 4)
    banned, erased, *others = await here.meet(1, 2, 3, 4)
    await here.store.ban(GUILD, banned, others[0], "rude")
    await here.store.erase(erased)
    cup = await here.advanced(cup)
    assert cup.people == set(others)


async def test_who_is_not_there_at_the_deadline_forfeits_and_the_table_closes(here: CupProcess) -> None:
    cup = await here.started(quick(hands=5), 2)
    (match,) = cup.open_matches
    await stay_away(here, match, match.entrants[1])
    cup = await late(here, cup)
    assert result_of(cup, match.number) == ((match.entrants[1],), ("one-absent", "forfeit"))
    assert (await table_of(here, match)).stage is Stage.CLOSED
    assert len(cup.rounds) == 2


async def test_where_nobody_is_there_both_lose(here: CupProcess) -> None:
    cup = await here.started(quick(hands=5, enough_hands=5), 2)
    (match,) = cup.open_matches
    await stay_away(here, match, *match.entrants)
    cup = await late(here, cup)
    absent, why = result_of(cup, match.number)
    assert (set(absent), why) == (set(match.entrants), ("both-absent", "too-few-hands", "both-lose"))


async def test_a_knock_out_ends_when_nobody_goes_on(here: CupProcess) -> None:
    cup = await here.started(quick(Format.KNOCK_OUT, hands=5, enough_hands=5), 4)
    for match in cup.open_matches:
        await stay_away(here, match, *match.entrants)
    cup = await late(here, cup)
    assert (cup.stage, len(cup.rounds)) == (CupStage.ENDED, 1)


async def test_a_deadline_that_comes_during_a_step_is_left_to_the_next_look(
    here: CupProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = await here.started(quick(), 2)
    await begun(here, cup)
    rows = here.store.running_tables_of_cup

    async def slow(cup_id: int) -> list[TableRow]:
        here.time.now = cup.open_matches[0].deadline
        return await rows(cup_id)

    monkeypatch.setattr(here.store, "running_tables_of_cup", slow)
    assert (await here.advanced(cup)).open_matches == cup.open_matches
    assert (await here.advanced(cup)).open_matches[0].replays == 1


async def test_slow_play_costs_nobody_a_match_the_score_stands(here: CupProcess) -> None:
    cup = await here.started(quick(hands=5), 2)
    (match,) = cup.open_matches
    while not (await table_of(here, match)).way:
        assert match.table is not None
        await here.step(match.table)
    cup = await late(here, cup)
    assert result_of(cup, match.number) == ((), ("time-over", "enough-hands"))


async def test_a_match_of_too_few_hands_is_played_again_at_another_table_and_then_counts(here: CupProcess) -> None:
    cup = await here.started(quick(hands=5), 2)
    (match,) = cup.open_matches
    await begun(here, cup)
    cup = await late(here, cup)
    (again,) = cup.open_matches
    assert (again.replays, again.deadline) == (1, here.time.now + HOUR)
    assert again.table != match.table
    assert (await table_of(here, match)).stage is Stage.CLOSED
    await begun(here, cup)
    cup = await late(here, cup)
    assert result_of(cup, match.number) == ((), ("time-over", "too-few-hands"))


async def test_where_a_play_may_take_days_who_is_on_turn_at_the_deadline_is_late(here: CupProcess) -> None:
    cup = await here.started(quick(pace="day", round_time=240 * HOUR), 2)
    (match,) = cup.open_matches
    on_turn = (await table_of(here, match)).turn
    assert on_turn is not None
    here.time.now = match.deadline
    cup = await here.advanced(cup)
    assert result_of(cup, match.number) == ((match.entrants[on_turn],), ("one-absent", "forfeit"))


async def shortened(here: CupProcess, cup: Cup, wait: int = 1000) -> Cup:
    """The cup after a deadline that an organiser has moved near, as nobody does anything any more."""
    cup = await here.organised(cup, lambda by: MoveDeadline(by, here.time.now + wait, "we close"))
    return await late(here, cup)


async def miss(here: CupProcess, match: Match) -> None:
    """Let who is on turn miss one deadline, and the computer play for them."""
    table = await table_of(here, match)
    while (now := await table_of(here, match)).turn == table.turn:
        row = (await here.tables.existing(table.id)).row
        here.time.now = max(here.time.now, min(filter(None, (row.deadline_at, row.due_at))))
        await here.tables.tick(now.id)


@pytest.mark.parametrize("pace", ["live", "evening", "day"])
async def test_who_never_came_to_their_turn_loses_also_at_a_shortened_deadline(here: CupProcess, pace: str) -> None:
    cup = await here.started(quick(hands=5, pace=pace, round_time=240 * HOUR), 2)
    (match,) = cup.open_matches
    first = await dealt(here, match)
    cup = await shortened(here, cup)
    assert result_of(cup, match.number) == ((match.entrants[first],), ("one-absent", "forfeit"))


async def test_who_never_came_loses_to_who_did_although_they_missed_one_deadline_only(here: CupProcess) -> None:
    cup = await here.started(quick(hands=5), 2)
    (match,) = cup.open_matches
    first = await dealt(here, match)
    await miss(here, match)
    while (await table_of(here, match)).turn != first:
        await here.step(match.table or 0)
    cup = await shortened(here, cup)
    assert result_of(cup, match.number) == ((match.entrants[first],), ("one-absent", "forfeit"))


async def test_both_lose_where_neither_came_to_a_turn_of_theirs(here: CupProcess) -> None:
    cup = await here.started(quick(hands=5), 2)
    (match,) = cup.open_matches
    first = await dealt(here, match)
    while (await table_of(here, match)).turn == first:
        await miss(here, match)
    cup = await shortened(here, cup, MINUTE)
    absent, why = result_of(cup, match.number)
    assert (set(absent), why) == (set(match.entrants), ("both-absent", "too-few-hands", "both-lose"))


@pytest.mark.parametrize(("waited", "is_missing"), [(59_000, False), (60_000, True)])
async def test_who_was_asked_for_the_first_time_just_before_the_deadline_is_not_missing(
    here: CupProcess, waited: int, is_missing: bool
) -> None:
    cup = await here.started(quick(hands=5), 2)
    (match,) = cup.open_matches
    first = await dealt(here, match)
    while (await table_of(here, match)).turn == first:
        await here.step(match.table or 0)
    cup = await shortened(here, cup, waited)
    if is_missing:
        assert result_of(cup, match.number) == ((match.entrants[1 - first],), ("one-absent", "forfeit"))
    else:
        assert cup.open_matches[0].replays == 1


async def test_slow_play_of_who_has_come_costs_nobody_the_match_at_a_shortened_deadline(here: CupProcess) -> None:
    cup = await here.started(quick(hands=5), 2)
    await begun(here, cup)
    cup = await shortened(here, cup, HOUR // 2)
    assert cup.open_matches[0].replays == 1


@pytest.mark.parametrize("pace", ["live", "day"])
async def test_nobody_is_missing_at_a_table_that_opened_after_the_deadline(here: CupProcess, pace: str) -> None:
    cup = await here.joined(quick(hands=5, pace=pace, round_time=240 * HOUR), 2)
    cup = await here.organised(cup, lambda by: StartCup(by, "seed"))
    cup = await here.do(cup, cup_actions.PairRound(((0, 1),), here.time.now + 1000, "round"))
    here.time.now += 1000
    cup = await here.advanced(cup)
    assert cup.open_matches[0].replays == 1


@pytest.mark.parametrize("pace", ["live", "day"])
async def test_nobody_is_missing_at_a_table_that_could_not_be_shown(here: CupProcess, pace: str) -> None:
    cup = await here.started(quick(hands=5, pace=pace, round_time=240 * HOUR), 2)
    (match,) = cup.open_matches
    await dealt(here, match)
    assert match.table is not None
    await here.tables.lose(match.table)
    for _ in range(9):  # its time is given back, up to that of a round
        cup = await late(here, cup)
        if (one := cup.match(match.number)) is None or one.replays:
            break
    assert cup.open_matches[0].replays == 1


async def test_a_level_match_of_a_knock_out_goes_on_for_up_to_two_hands(here: CupProcess) -> None:
    for _ in range(30):
        cup = await here.whole(await here.started(quick(Format.KNOCK_OUT), 2))
        (match,) = cup.matches
        extended = [entry.action for entry in cup.record if isinstance(entry.action, ExtendMatch)]
        assert match.result is not None
        assert len(extended) == match.extras
        assert (match.result.why == ("better-seed",)) == (len(set(match.result.score)) == 1)
        if extended:
            assert extended[0].hands == 1
            assert all(a >= b for a, b in zip(match.result.score, extended[-1].score, strict=True))
            return
    raise AssertionError("no match was level")


@pytest.mark.parametrize("case", [Case.WITHDRAWN, Case.BANNED, Case.ERASED, Case.LEFT])
async def test_who_is_gone_loses_the_match_and_is_paired_no_more(here: CupProcess, case: Case) -> None:
    cup = await here.started(quick(), 4)
    first, second = cup.open_matches
    gone = first.entrants[0]
    (person,) = cup.entrants[gone].people
    left = [person] if case is Case.LEFT else []
    if case is Case.WITHDRAWN:
        await here.organised(cup, lambda by: WithdrawEntrant(by, gone, "ill"))
    elif case is Case.BANNED:
        await here.store.ban(GUILD, person, person, "rude")
    elif case is Case.ERASED:
        await here.store.erase(person)
    cup = await here.advanced(cup, *left)
    assert cup.entrants[gone].gone is case
    assert result_of(cup, first.number) == ((gone,), (case.value, "forfeit"))
    assert (await table_of(here, first)).stage is Stage.CLOSED
    assert [match.number for match in cup.open_matches] == [second.number]
    cup = await here.whole(cup)
    assert all(gone not in match.entrants for match in cup.rounds[1].matches)


async def test_two_of_three_finish_their_match_without_who_is_gone(here: CupProcess) -> None:
    cup = await here.started(quick(kind=EntrantKind.THREES), 3)
    (match,) = cup.open_matches
    gone = match.entrants[1]
    await here.organised(cup, lambda by: WithdrawEntrant(by, gone, "ill"))
    cup = await here.advanced(cup)
    assert (await table_of(here, match)).seats[1].kind is Holder.COMPUTER
    await here.play(match)
    cup = await here.advanced(cup)
    assert result_of(cup, match.number) == ((gone,), ("withdrawn", "forfeit"))


async def test_a_reserve_sits_down_for_half_a_pair(here: CupProcess) -> None:
    cup = await here.started(quick(kind=EntrantKind.PAIRS), 2)
    (match,) = cup.open_matches
    (reserve,) = await here.meet(50)
    out = cup.entrants[match.entrants[0]].people[1]
    await here.organised(cup, lambda by: ReplacePartner(by, out, reserve, "ill"))
    cup = await here.advanced(cup)
    table = await table_of(here, match)
    assert (table.seat_of(out), table.seat_of(reserve)) == (None, 2)
    assert (await here.whole(cup)).stage is CupStage.ENDED


async def test_a_paused_cup_pauses_its_tables_and_gives_its_matches_the_time_back(here: CupProcess) -> None:
    cup = await here.started(quick(), 2)
    await begun(here, cup)
    (match,) = cup.open_matches
    await here.organised(cup, lambda by: PauseCup(by, "storm"))
    cup = await here.advanced(cup)
    assert (await table_of(here, match)).paused
    here.time.now += 5 * HOUR
    cup = await here.advanced(cup)
    assert cup.open_matches[0].deadline == match.deadline
    await here.organised(cup, lambda by: ResumeCup(by, "it is over"))
    cup = await here.advanced(cup)
    assert not (await table_of(here, match)).paused
    assert cup.open_matches[0].deadline == match.deadline + 5 * HOUR
    assert (await late(here, cup)).open_matches[0].replays == 1


async def test_an_outage_is_given_back_once_also_if_the_deadline_has_passed(here: CupProcess) -> None:
    cup = await here.started(quick(), 2)
    (match,) = cup.open_matches
    since, here.time.now = here.time.now, here.time.now + 3 * HOUR
    await here.store.credit(since, here.time.now)
    for _ in range(2):
        cup = await here.advanced(cup)
        assert [one.deadline for one in cup.open_matches] == [match.deadline + 3 * HOUR]


async def test_an_outage_during_a_pause_is_not_given_back_twice(here: CupProcess) -> None:
    cup = await here.started(quick(), 2)
    (match,) = cup.open_matches
    await here.organised(cup, lambda by: PauseCup(by, "storm"))
    since, here.time.now = here.time.now, here.time.now + 3 * HOUR
    await here.store.credit(since, here.time.now)
    await here.advanced(cup)
    await here.organised(cup, lambda by: ResumeCup(by, "it is over"))
    cup = await here.advanced(cup)
    assert [one.deadline for one in cup.open_matches] == [match.deadline + 3 * HOUR]


async def test_a_table_that_its_people_have_paused_has_that_time_at_its_deadline(here: CupProcess) -> None:
    cup = await here.started(quick(), 2)
    await begun(here, cup)
    (match,) = cup.open_matches
    (organiser,) = await here.meet(ORGANISER)
    assert match.table is not None
    await here.tables.submit(match.table, actions.Propose(organiser, "pause", manager=True))
    here.time.now += 20 * MINUTE
    await here.tables.submit(match.table, actions.Resume(organiser, manager=True))
    cup = await late(here, cup)
    assert [one.deadline for one in cup.open_matches] == [match.deadline + 20 * MINUTE]
    assert (await late(here, cup)).open_matches[0].replays == 1


async def test_a_match_has_the_time_back_in_which_somebody_was_away(here: CupProcess) -> None:
    cup = await here.started(quick(), 2)
    (match,) = cup.open_matches
    (person,) = await here.meet(1)
    assert match.table is not None
    await here.tables.submit(match.table, actions.Away(person, here.time.now + HOUR))
    here.time.now += 20 * MINUTE
    seat = (await table_of(here, match)).seat_of(person)
    assert seat is not None
    await here.tables.submit(match.table, actions.Back(person, seat))
    cup = await late(here, cup)
    assert [one.deadline for one in cup.open_matches] == [match.deadline + 20 * MINUTE]


async def test_a_match_whose_table_cannot_be_shown_waits_for_no_more_than_a_round(here: CupProcess) -> None:
    cup = await here.started(quick(), 2)
    (match,) = cup.open_matches
    assert match.table is not None
    await here.tables.lose(match.table)
    cup = await late(here, cup)
    assert cup.open_matches[0].deadline == match.deadline + HOUR
    assert (await late(here, cup)).open_matches[0].replays == 1


@pytest.mark.parametrize(("pace", "moves"), [("day", 3), ("live", 0)])
async def test_a_deadline_in_the_quiet_hours_of_who_is_on_turn_comes_after_them_at_slow_paces(
    here: CupProcess, pace: str, moves: int
) -> None:
    cup = await here.started(quick(pace=pace, round_time=48 * HOUR), 2)
    (match,) = cup.open_matches
    asked = (await table_of(here, match)).asked
    assert asked is not None
    ends = datetime.fromtimestamp(match.deadline / 1000, UTC) + timedelta(hours=3)
    begins = ends - timedelta(hours=6)
    said = {"quiet_from": f"{begins:%H:%M}", "quiet_to": f"{ends:%H:%M}"}
    await here.store.change_preferences(asked.person or "", said)
    cup = await late(here, cup)
    if moves:
        assert cup.open_matches[0].deadline == match.deadline // MINUTE * MINUTE + moves * HOUR
        cup = await late(here, cup)
    after = cup.match(match.number)
    assert after is not None
    assert after.is_decided or after.replays == 1


async def test_a_table_paused_for_ever_does_not_hold_up_a_round_for_ever(here: CupProcess) -> None:
    cup = await here.started(quick(hands=5, remedies={Case.TIME_OVER: Remedy.STANDS}), 2)
    (match,) = cup.open_matches
    (organiser,) = await here.meet(ORGANISER)
    assert match.table is not None
    await here.tables.submit(match.table, actions.Propose(organiser, "pause", manager=True))
    for _ in range(10):
        cup = await late(here, cup)
        if cup.open_matches[0].replays:
            break
    assert here.time.now <= match.deadline + HOUR + 10 * MINUTE
    assert cup.open_matches[0].replays == 1


async def test_a_decision_that_is_undone_lets_the_match_be_played_again(here: CupProcess) -> None:
    cup = await here.started(quick(hands=5), 4)
    match, _ = cup.open_matches
    await stay_away(here, match, match.entrants[1])
    here.time.now = match.deadline
    (organiser,) = await here.meet(ORGANISER)
    cup = await here.now(cup)
    await here.do(cup, cup_actions.MoveDeadline(organiser, here.time.now + HOUR, "slow", cup.open_matches[1].number))
    cup = await here.advanced(cup)
    (decided,) = [one.seq for one in cup.record if isinstance(one.action, cup_actions.DecideMatch)]
    await here.do(cup, UndoAct(organiser, decided, "they were ill"))
    cup = await here.advanced(cup)
    again = cup.match(match.number)
    assert again is not None
    assert (again.result, again.replays) == (None, 1)
    assert again.table not in (None, match.table)


async def test_an_undone_round_closes_its_tables_and_another_gets_new_ones(here: CupProcess) -> None:
    cup = await here.started(quick(), 2)
    (match,) = cup.open_matches
    pairing = next(one.seq for one in cup.record if isinstance(one.action, cup_actions.PairRound))
    await here.organised(cup, lambda by: UndoAct(by, pairing, "somebody is missing"))
    cup = await here.advanced(cup)
    (again,) = cup.open_matches
    assert again.number == match.number
    assert again.table not in (None, match.table)
    assert (await table_of(here, match)).stage is Stage.CLOSED


async def test_a_cancelled_cup_closes_its_tables(here: CupProcess) -> None:
    cup = await here.started(quick(), 4)
    await here.organised(cup, lambda by: CancelCup(by, "snow"))
    await here.advanced(cup)
    assert await here.store.running_tables_of_cup(cup.id) == []


async def test_a_cup_goes_on_after_its_end_only_where_one_more_may(here: CupProcess) -> None:
    most = 1
    here.cups = CupService(here.store, here.time, lambda guild: (FewerThan(most, CountedRows.CUPS_OF_GUILD, guild),))
    cup = await here.created(quick())
    cancelled = (await here.organised(cup, lambda by: CancelCup(by, "snow"))).seq
    other = await here.created(quick()._replace(name="Saturday"))
    (organiser,) = await here.meet(ORGANISER)
    undo = UndoAct(organiser, cancelled, "the snow has gone")
    result = await here.cups.submit(cup.id, undo)
    assert result is not None
    assert result.refused == fact(Refusal.CUPS_OF_SERVER, count=1)
    await here.organised(other, lambda by: CancelCup(by, "a mistake"))
    assert (await here.do(cup, undo)).stage is CupStage.SIGN_UP


async def test_no_more_tables_are_opened_before_those_that_are_there_can_be_seen(here: CupProcess) -> None:
    opened: list[int] = []

    async def shown(table: int) -> None:
        there = len(await here.store.running_tables_of_cup(1))
        assert there <= (len(opened) // OPENED_AT_ONCE + 1) * OPENED_AT_ONCE
        opened.append(table)

    here.lifecycle = CupLifecycle(here.store, here.cups, MatchTables(here.tables, shown), here.ratings, here.time)
    cup = await here.started(quick(most=20), 20)
    assert sorted(opened) == sorted(match.table or 0 for match in cup.open_matches)
    assert len(opened) == 10


async def test_a_stop_waits_for_no_table_to_be_seen_and_the_next_process_opens_the_others(here: CupProcess) -> None:
    async def unseen(_: int) -> None:
        here.lifecycle.stop()
        await asyncio.Event().wait()

    here.lifecycle = CupLifecycle(here.store, here.cups, MatchTables(here.tables, unseen), here.ratings, here.time)
    cup = await here.started(quick(most=20), 20)
    assert len([match for match in cup.open_matches if match.table]) == OPENED_AT_ONCE
    here.lifecycle = CupLifecycle(here.store, here.cups, MatchTables(here.tables), here.ratings, here.time)
    cup = await here.advanced(cup)
    assert all(match.table for match in cup.open_matches)


async def test_a_table_that_was_opened_and_not_noted_is_found_again(here: CupProcess) -> None:
    cup = await here.joined(quick(), 2)
    await here.organised(cup, lambda by: StartCup(by, "seed"))
    cup = await here.organised(cup, lambda by: cup_actions.PairRound(((0, 1),), 0, "", by, "by hand"))
    table = await MatchTables(here.tables).open(cup, (await here.cups.existing(cup.id)).row, cup.open_matches[0])
    assert [match.table for match in (await here.advanced(cup)).open_matches] == [table]


async def test_a_person_who_is_banned_from_the_cup_alone_plays_no_more(here: CupProcess) -> None:
    cup = await here.started(quick(), 2)
    (match,) = cup.open_matches
    person = cup.entrants[match.entrants[0]].people[0]
    await here.organised(cup, lambda by: BanPerson(by, person, "insults"))
    cup = await here.advanced(cup)
    assert cup.entrants[match.entrants[0]].state is EntrantState.BANNED
    assert result_of(cup, match.number)[1] == ("banned", "forfeit")
    assert cup.stage is CupStage.ENDED


async def test_a_cup_restored_from_a_backup_of_its_middle_goes_on_to_its_end(tmp_path: Path) -> None:
    database = tmp_path / "a.db"
    async with process(database) as here:
        cup = await here.started(quick(), 4)
        first, second = cup.open_matches
        await here.play(first)
        copy = backup.make(database, tmp_path / "backups", 7, 1_800_000_000).path
        await here.play(second)
        await here.advanced(cup)
        time = here.time
    assert restore(read_settings(None, database=database), copy, over=True) == 0
    async with process(database, time) as here:
        cup = await here.advanced(cup)
        assert [match.number for match in cup.open_matches] == [second.number]
        assert (await here.whole(cup)).stage is CupStage.ENDED


async def test_a_round_of_a_cup_with_fixed_times_opens_when_its_time_has_come(here: CupProcess) -> None:
    first = here.time.now + HOUR
    cup = await here.started(quick(Format.ROUND_ROBIN, first_round=first), 3)
    assert (cup.rounds, (await here.cups.existing(cup.id)).row.due_at) == ((), first)
    for number in range(3):
        here.time.now = first + number * HOUR
        cup = await here.advanced(cup)
        assert len(cup.rounds) == number + 1
        assert {match.deadline for match in cup.open_matches} == {first + (number + 1) * HOUR}
        for match in cup.open_matches:
            await here.play(match)
        cup = await here.advanced(cup)
    assert cup.stage is CupStage.ENDED, "the end needs no day of its own"
