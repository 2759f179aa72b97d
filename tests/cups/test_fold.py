"""Cups as records: sign-up, what is refused, and undoing."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.cups import cup_actions, fold
from bot.cups.cup import Cup, CupStage, Match
from bot.cups.cup_actions import (
    AdjustMatch,
    AgreePartner,
    AskPartner,
    AwardRole,
    BanPerson,
    CancelCup,
    CheckIn,
    CreateCup,
    CreditTime,
    CupAction,
    DecideMatch,
    EndCup,
    EnterLate,
    ExtendMatch,
    JoinCup,
    LeaveCup,
    MoveDeadline,
    OpenMatch,
    PairRound,
    PauseCup,
    ReplacePartner,
    ReplayMatch,
    ResumeCup,
    StartCup,
    UndoAct,
    WithdrawEntrant,
)
from bot.cups.cup_rules import CupRules, EntrantKind, Format, formats, invalid
from bot.cups.standings import standings
from bot.cups.winners import award_of, last_given
from bot.ledger.entries import Entries
from tests.cups import cups
from tests.cups.cups import CHANCE, ORGANISER, after, decided, joined, new, paired, refusal, rules, started

PAIRS = rules(kind=EntrantKind.PAIRS)


def forfeited(match: Match) -> DecideMatch:
    return DecideMatch(match.number, (0, 0), (match.entrants[1],), ("one-absent", "forfeit"))


def undo(cup: Cup, to: int | None = None) -> UndoAct:
    return UndoAct(ORGANISER, to or cup.seq, "a mistake")


def state(cup: Cup) -> Cup:
    return replace(cup, record=Entries(), undone=frozenset())


def test_a_format_that_a_size_does_not_allow_is_not_offered() -> None:
    assert formats(EntrantKind.SINGLES, 3) == (
        Format.SWISS,
        Format.ROUND_ROBIN,
        Format.DOUBLE_ROUND_ROBIN,
        Format.KNOCK_OUT,
    )
    assert Format.ROUND_ROBIN not in formats(EntrantKind.PAIRS, 25)
    assert formats(EntrantKind.THREES, 10) == (Format.SWISS,)
    assert formats(EntrantKind.SINGLES, 1) == ()


@pytest.mark.parametrize(
    ("changed", "kind"),
    [
        ({"least": 1}, "FORMAT_SIZES"),
        ({"least": 9, "most": 8}, "LEAST_ABOVE_MOST"),
        ({"rounds": 0}, "BAD_ROUNDS"),
        ({"hands": 21}, "BAD_HANDS"),
        ({"remedies": {"bot-out": "forfeit"}}, "BAD_REMEDY"),
        ({"format": Format.SWISS_KNOCK_OUT, "least": 4, "qualifiers": 5}, "BAD_QUALIFIERS"),
    ],
)
def test_impossible_rules_are_refused(changed: dict[str, object], kind: str) -> None:
    refused = invalid(rules()._replace(**changed))  # type: ignore[arg-type]
    assert refused is not None
    assert refused.kind.name == kind


def test_nobody_enters_twice() -> None:
    assert refusal(joined(rules(), 2), JoinCup("p0")) == "ENTERED"


def test_a_partner_who_agrees_makes_a_pair() -> None:
    cup = after(new(PAIRS), JoinCup("a", "b"))
    assert cup.complete == ()
    assert after(cup, AgreePartner("b", "a")).complete[0].people == ("a", "b")


def test_only_who_was_asked_may_agree() -> None:
    assert refusal(after(new(PAIRS), JoinCup("a", "b")), AgreePartner("c", "a")) == "NOT_ASKED"


def test_agreeing_gives_up_an_entry_of_ones_own() -> None:
    cup = after(new(PAIRS), JoinCup("a"), JoinCup("b"), AskPartner("a", "b"), AgreePartner("b", "a"))
    assert [one.people for one in cup.active] == [("a", "b")]


def test_two_who_look_for_a_partner_are_put_together_at_the_start() -> None:
    cup = after(joined(PAIRS, 1), JoinCup("a"), JoinCup("b"), JoinCup("c"), StartCup(None, "seed"))
    assert {one.people for one in cup.active} == {("p0", "q0"), ("a", "b")}


def test_one_cannot_be_ones_own_partner() -> None:
    assert refusal(new(PAIRS), JoinCup("a", "a")) == "ASKED_THEMSELVES"


def test_a_person_with_a_partner_cannot_be_asked() -> None:
    assert refusal(joined(PAIRS, 1), JoinCup("a", "p0")) == "HAS_PARTNER"


def test_singles_have_no_partner() -> None:
    assert refusal(new(rules()), JoinCup("a", "b")) == "NO_PAIRS"


def test_when_somebody_leaves_the_waiting_list_moves_up() -> None:
    cup = joined(rules(most=2), 3)
    assert [one.number for one in cup.waiting_list] == [2]
    assert [one.number for one in after(cup, LeaveCup("p0")).signed_up_entrants] == [1, 2]


def test_who_has_not_checked_in_does_not_start() -> None:
    cup = after(joined(rules(check_in=True), 3), CheckIn("p0"), CheckIn("p2"), StartCup(None, "seed"))
    assert [one.number for one in cup.active] == [0, 2]


def test_too_few_do_not_start() -> None:
    assert refusal(joined(rules(least=3), 2), StartCup(None, "seed")) == "TOO_FEW"


def test_an_organisers_act_needs_a_reason() -> None:
    assert refusal(joined(rules(), 2), PauseCup(ORGANISER, "")) == "NO_REASON"


def test_going_on_needs_no_reason_and_is_told_in_the_log() -> None:
    cup = after(joined(rules(), 2), PauseCup(ORGANISER, "storm"), ResumeCup(ORGANISER))
    assert not cup.paused
    assert [entry.action for entry in fold.log(cup)] == [PauseCup(ORGANISER, "storm"), ResumeCup(ORGANISER)]


def test_a_round_is_paired_only_when_the_one_before_is_decided() -> None:
    cup = paired(started(rules(), 4))
    assert refusal(cup, PairRound(((0, 1), (2, 3)), 0, "")) == "UNDECIDED"


@pytest.mark.parametrize(
    "matches", [((0, 1),), ((0, 1), (1, 2), (3,)), ((0, 1, 2), (3,)), ((0, 1), (2, 9)), ((0, -1), (1, 2), (3,))]
)
def test_a_pairing_that_is_not_whole_is_refused(matches: tuple[tuple[int, ...], ...]) -> None:
    assert refusal(started(rules(), 4), PairRound(matches, 0, "")) == "BAD_PAIRING"


def test_a_match_is_decided_once() -> None:
    cup = paired(started(rules(), 2))
    cup = decided(cup, cup.open_matches[0], 9, 3)
    assert refusal(cup, DecideMatch(1, (9, 3))) == "DECIDED"


def test_a_result_names_only_who_plays() -> None:
    assert refusal(paired(started(rules(), 4)), DecideMatch(1, (9, 3), absent=(1,))) == "BAD_SCORE"


def test_a_level_match_of_a_knock_out_needs_a_winner() -> None:
    assert refusal(paired(started(rules(Format.KNOCK_OUT), 2)), DecideMatch(1, (5, 5))) == "NEEDS_WINNER"


def test_a_match_that_was_paired_on_is_not_adjusted() -> None:
    cup = paired(started(rules(), 2))
    cup = paired(decided(cup, cup.open_matches[0], 9, 3))
    assert refusal(cup, AdjustMatch(ORGANISER, 1, (3, 9), "wrong")) == "ROUND_OVER"


def _decided_round(cup: Cup) -> Cup:
    for match in cup.open_matches:
        cup = decided(cup, match, 9, 3)
    return cup


@pytest.mark.parametrize("chosen", [Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN])
def test_where_everybody_meets_everybody_a_match_of_any_round_is_adjusted_and_that_undone(chosen: Format) -> None:
    cup = paired(_decided_round(paired(_decided_round(paired(started(rules(chosen), 4))))))
    first = cup.rounds[0].matches[0]
    adjusted = after(cup, AdjustMatch(ORGANISER, first.number, (3, 9), "Counted wrongly"))
    earned = {one.entrant: one.points for one in standings(cup)}
    assert {one.entrant: one.points - earned[one.entrant] for one in standings(adjusted)}[first.entrants[1]] == 2
    assert adjusted.rounds[1:] == cup.rounds[1:]
    at = adjusted.seq
    later = paired(_decided_round(adjusted)) if chosen is Format.DOUBLE_ROUND_ROBIN else _decided_round(adjusted)
    assert at in [entry.seq for entry in fold.undoable(later, 9)]
    assert later.match(first.number) != first
    assert after(later, undo(later, at)).match(first.number) == first


def test_what_decided_an_open_match_is_not_undone_once_a_round_was_paired_on_it() -> None:
    cup = paired(started(rules(Format.DOUBLE_ROUND_ROBIN), 2))
    cup = after(cup, AdjustMatch(ORGANISER, 1, (9, 3), "played at the club"))
    at = cup.seq
    assert refusal(paired(cup), undo(cup, at)) == "PAIRED_ON_IT"
    assert at not in [entry.seq for entry in fold.undoable(paired(cup), 9)]


@pytest.mark.parametrize("chosen", [Format.SWISS, Format.ROUND_ROBIN, Format.KNOCK_OUT])
def test_a_bye_is_not_adjusted(chosen: Format) -> None:
    cup = paired(started(rules(chosen), 3))
    (bye,) = (match.number for match in cup.matches if match.is_bye)
    assert refusal(cup, AdjustMatch(ORGANISER, bye, (9, 3), "wrong")) == "BYE"


def test_a_match_that_there_is_not_is_not_adjusted() -> None:
    cup = paired(started(rules(), 4))
    assert refusal(cup, AdjustMatch(ORGANISER, 3, (9, 3), "wrong")) == "NO_MATCH"
    assert refusal(started(rules(), 4), AdjustMatch(ORGANISER, 1, (9, 3), "wrong")) == "NO_MATCH"


def test_a_late_entrant_plays_from_the_next_round_on() -> None:
    cup = after(paired(started(rules(), 2)), EnterLate(ORGANISER, ("new",), "came late"))
    cup = paired(decided(cup, cup.open_matches[0], 9, 3))
    assert sorted(one for match in cup.rounds[-1].matches for one in match.entrants) == [0, 1, 2]


def test_nobody_enters_a_knock_out_late() -> None:
    assert refusal(started(rules(Format.KNOCK_OUT), 4), EnterLate(ORGANISER, ("new",), "late")) == "NO_LATE_ENTRY"


def test_a_reserve_replaces_half_a_pair() -> None:
    cup = after(started(PAIRS, 2), ReplacePartner(ORGANISER, "q0", "reserve", "ill"))
    assert cup.entrants[0].people == ("p0", "reserve")


def test_a_banned_person_does_not_come_back() -> None:
    cup = after(joined(rules(), 2), BanPerson(ORGANISER, "p0", "insults"))
    assert refusal(cup, JoinCup("p0")) == "BANNED"
    assert [one.number for one in cup.active] == [1]


def test_a_pause_credits_open_deadlines() -> None:
    cup = after(paired(started(rules(), 2)), PauseCup(ORGANISER, "storm"), ResumeCup(ORGANISER, "over", credit=500))
    assert cup.open_matches[0].deadline == 1500


def test_a_replay_begins_at_another_table() -> None:
    cup = after(paired(started(rules(), 2)), OpenMatch(1, 77), ReplayMatch(1, ("bot-out",), 5000))
    assert (cup.open_matches[0].table, cup.open_matches[0].deadline) == (None, 5000)


def test_a_level_match_goes_on_at_another_table_with_what_was_played() -> None:
    cup = after(paired(started(rules(Format.KNOCK_OUT), 2)), OpenMatch(1, 77), ExtendMatch(1, 6, (5, 5), 5000))
    (match,) = cup.open_matches
    assert (match.table, match.extras, match.hands, match.score, match.deadline) == (None, 1, 6, (5, 5), 5000)


def test_a_match_knows_the_entry_since_which_it_has_its_table_also_after_an_undo() -> None:
    cup = paired(started(rules(), 2))
    (first,) = cup.open_matches
    cup = paired(after(cup, undo(cup)))
    assert first.since < cup.open_matches[0].since == cup.seq
    replayed = after(cup, ReplayMatch(first.number, ("bot-out",), 9), PauseCup(ORGANISER, "storm"))
    assert after(replayed, undo(replayed)).open_matches[0].since == cup.seq + 1


def test_time_is_credited_to_open_matches_or_to_one() -> None:
    cup = paired(started(rules(), 4))
    first, second = cup.open_matches
    cup = after(cup, CreditTime(10), CreditTime(5, second.number))
    assert [match.deadline for match in cup.open_matches] == [first.deadline + 10, second.deadline + 15]
    assert [match.credited for match in cup.open_matches] == [0, 5]


def test_a_pause_is_known_by_its_beginning() -> None:
    cup = fold.do(joined(rules(), 2), PauseCup(ORGANISER, "storm"), at=70)
    assert isinstance(cup, Cup)
    assert (cup.paused_by, cup.paused_at) == (ORGANISER, 70)
    assert after(cup, undo(cup)).paused_at == 0


def test_a_record_is_read_though_reasons_were_erased() -> None:
    cup = after(joined(rules(), 2), cup_actions.BanPerson(ORGANISER, "p0", "insults"))
    blanked = [*(entry.action for entry in cup.record[:-1]), cup_actions.BanPerson(ORGANISER, "p0", "")]
    assert fold.fold_actions(1, blanked).banned.keys() == {"p0"}


def test_a_cancelled_cup_takes_nothing_more() -> None:
    cup = after(joined(rules(), 2), CancelCup(ORGANISER, "snow"))
    assert cup.stage is CupStage.CANCELLED
    assert refusal(cup, JoinCup("x")) == "OVER"


def test_a_cup_does_not_end_before_its_last_round() -> None:
    assert refusal(started(rules(), 2), EndCup()) == "NOT_ALL_PLAYED"


def test_a_decision_is_undone_also_when_others_came_after_it() -> None:
    cup = paired(started(rules(), 4))
    first, second = cup.open_matches
    cup = decided(after(cup, forfeited(first)), second, 9, 4)
    cup = after(cup, undo(cup, cup.seq - 1))
    assert [match.number for match in cup.open_matches] == [first.number]


def test_what_was_played_to_its_end_is_adjusted_and_not_undone() -> None:
    cup = paired(started(rules(), 2))
    cup = decided(cup, cup.open_matches[0], 9, 3)
    assert refusal(cup, undo(cup)) == "NOTHING_TO_UNDO"
    assert fold.undoable(cup, 9) == []


def test_nothing_is_undone_on_which_a_round_was_paired() -> None:
    cup = paired(started(rules(), 2))
    cup = after(cup, forfeited(cup.open_matches[0]))
    at = cup.seq
    assert refusal(paired(cup), undo(cup, at)) == "PAIRED_ON_IT"


def test_what_a_later_act_needs_is_not_undone() -> None:
    cup = started(rules(rounds=1), 2)
    cup = paired(cup)
    cup = after(cup, forfeited(cup.open_matches[0]), EndCup())
    assert refusal(cup, undo(cup, cup.seq - 1)) == "BUILT_ON_IT"


def test_a_pairing_is_undone_with_its_tables() -> None:
    before = started(rules(), 2)
    cup = after(paired(before), OpenMatch(1, 77), MoveDeadline(ORGANISER, 5, "later"))
    assert state(after(cup, undo(cup, before.seq + 1))) == state(before)


def test_a_result_is_adjusted_after_the_end_and_that_is_undone_too() -> None:
    cup = paired(started(rules(rounds=1), 2))
    (match,) = cup.open_matches
    cup = after(decided(cup, match, 9, 3), EndCup())
    adjusted = after(cup, AdjustMatch(ORGANISER, match.number, (3, 9), "Counted wrongly"))
    assert adjusted.stage is CupStage.ENDED
    assert [one.entrant for one in standings(adjusted)] == [one.entrant for one in standings(cup)][::-1]
    assert state(after(adjusted, undo(adjusted))) == state(cup)
    assert (
        refusal(after(joined(rules(), 2), CancelCup(ORGANISER, "Rain")), AdjustMatch(ORGANISER, 1, (3, 9), "x"))
        == "OVER"
    )


def test_an_end_is_undone_with_the_role_that_it_gave() -> None:
    cup = started(rules(rounds=1), 2)
    cup = after(paired(cup), DecideMatch(1, (9, 3)))
    ended = after(cup, EndCup(), AwardRole(77, ("p0",)))
    again = after(ended, undo(ended, cup.seq + 1))
    assert state(again) == state(cup)
    assert award_of(again) is None
    assert last_given(again, 77) == ("p0",)


def test_nothing_is_undone_twice() -> None:
    cup = after(joined(rules(), 2), PauseCup(ORGANISER, "storm"))
    assert refusal(after(cup, undo(cup)), undo(cup)) == "NOTHING_TO_UNDO"


def test_players_own_acts_are_not_undone() -> None:
    cup = joined(rules(), 2)
    assert refusal(cup, undo(cup)) == "NOTHING_TO_UNDO"


def test_the_log_tells_organisers_acts_with_their_reasons() -> None:
    cup = after(joined(rules(), 2), PauseCup(ORGANISER, "storm"))
    assert [entry.action for entry in fold.log(cup)] == [PauseCup(ORGANISER, "storm")]


def _acts(cup: Cup) -> list[CupAction]:
    """Acts that the cup, in the middle of a round, accepts."""
    match, entrant = cup.open_matches[0], cup.active[0]
    return [
        forfeited(match),
        AdjustMatch(ORGANISER, match.number, (3, 9), "misread"),
        ReplayMatch(match.number, ("bot-out",), 9),
        WithdrawEntrant(None, entrant.number, ""),
        EnterLate(ORGANISER, ("new",), "late"),
        BanPerson(ORGANISER, entrant.people[0], "insults"),
        MoveDeadline(ORGANISER, 5, "later"),
        PauseCup(ORGANISER, "storm"),
        CancelCup(ORGANISER, "snow"),
    ]


@pytest.mark.slow
@given(st.integers(2, 200), st.integers(0, 2), st.integers(0, 8), CHANCE)
@settings(max_examples=25)
def test_undo_restores_the_state_before(size: int, rounds: int, act: int, chance: random.Random) -> None:
    cup = started(rules(rounds=4), size)
    for _ in range(rounds):
        cup = cups.with_results(paired(cup), chance)
    cup = paired(cup)
    done = after(cup, _acts(cup)[act])
    assert state(done) != state(cup)
    assert state(after(done, undo(done))) == state(cup)


@given(st.sampled_from(list(Format)), st.integers(4, 12), CHANCE)
@settings(max_examples=20)
def test_a_record_folds_into_the_same_cup_after_writing_and_reading(
    chosen: Format, size: int, chance: random.Random
) -> None:
    *_, cup = cups.played(started(rules(chosen), size), chance, withdrawals=0.05)
    written = [json.loads(json.dumps(cup_actions.write(entry.action))) for entry in cup.record]
    assert fold.fold_actions(1, [cup_actions.read(name, body) for name, body in written]) == cup


def test_a_record_without_its_creation_is_invalid() -> None:
    with pytest.raises(ValueError, match="creation"):
        fold.fold_actions(1, [JoinCup("a")])


def test_a_record_with_a_refused_action_is_invalid() -> None:
    with pytest.raises(ValueError, match="entered"):
        fold.fold_actions(1, [CreateCup("a", CupRules("x")), LeaveCup("a")])


def test_offered_to_be_undone_is_what_can_be_undone_the_newest_first() -> None:
    cup = started(rules(rounds=2), 4)
    cup = after(paired(cup), cup_actions.PauseCup(ORGANISER, "storm"), cup_actions.Announce(ORGANISER, "Rain"))
    offered = [entry.seq for entry in fold.undoable(cup, 25)]
    assert [type(cup.record[seq - 1].action) for seq in offered] == [
        cup_actions.Announce,
        cup_actions.PauseCup,
        cup_actions.PairRound,
    ]
    assert len(fold.undoable(cup, 1)) == 1
    for seq in range(1, cup.seq + 1):
        is_undone = isinstance(fold.do(cup, cup_actions.UndoAct(ORGANISER, seq, "x")), Cup)
        assert is_undone == (seq in offered)


def test_an_announcement_stands_in_the_log_and_changes_nothing_else() -> None:
    cup = started(rules(), 4)
    told = after(cup, cup_actions.Announce(ORGANISER, "Bring cake"))
    assert replace(told, record=cup.record) == cup
    assert fold.log(told)[-1].action == cup_actions.Announce(ORGANISER, "Bring cake")


def test_no_round_is_paired_after_the_last() -> None:
    cup = paired(started(rules(rounds=1), 2))
    cup = decided(cup, cup.open_matches[0], 9, 3)
    assert refusal(cup, PairRound(((0, 1),), 0, "")) == "ALL_PLAYED"
