"""Matches that are decided by rule, and the time of a cup."""

from __future__ import annotations

import pytest

from bot.cups import durations
from bot.cups.cup import Match
from bot.cups.cup_actions import DecideMatch, ReplayMatch, WithdrawEntrant
from bot.cups.cup_rules import ALLOWED_REMEDIES, Case, Format, Remedy
from bot.cups.match_decisions import Decider, MatchSituation, absence, decider, hindrances, needs_extra_hand
from bot.cups.scoring import points, winner
from bot.runtime.times import HOUR, MINUTE
from tests.cups.cups import after, paired, rules, started

MATCH = Match(1, (0, 1), 0)
CHOICES = [(case, remedy) for case, allowed in ALLOWED_REMEDIES.items() for remedy in sorted(allowed)]


def decides(case: Case, remedy: Remedy, knock_out: bool = False) -> Decider:
    return Decider(rules(remedies={case: remedy}), {0: 1, 1: 2}, knock_out, 5000)


def situation(
    case: Case, *missing: int, hands: int = 0, match: Match = MATCH, score: tuple[int, ...] = (4, 7)
) -> MatchSituation:
    return MatchSituation(case, match, missing, hands, score)


def names(found: DecideMatch | ReplayMatch) -> list[str]:
    return list(found.why)


def test_who_is_not_there_forfeits() -> None:
    found = decides(Case.ONE_ABSENT, Remedy.FORFEIT).decide(situation(Case.ONE_ABSENT, 1))
    assert found == DecideMatch(1, (4, 7), (1,), ("one-absent", "forfeit"))


def test_the_score_stands_if_enough_hands_were_played() -> None:
    found = decides(Case.ONE_ABSENT, Remedy.STANDS).decide(situation(Case.ONE_ABSENT, 1, hands=3))
    assert found == DecideMatch(1, (4, 7), (), ("one-absent", "enough-hands"))


def test_the_score_of_too_few_hands_does_not_stand() -> None:
    found = decides(Case.ONE_ABSENT, Remedy.STANDS).decide(situation(Case.ONE_ABSENT, 1, hands=2))
    assert found == DecideMatch(1, (4, 7), (1,), ("one-absent", "too-few-hands", "forfeit"))


def test_both_absent_both_lose() -> None:
    found = decides(Case.BOTH_ABSENT, Remedy.BOTH_LOSE).decide(situation(Case.BOTH_ABSENT, 0, 1, hands=5))
    assert found == DecideMatch(1, (4, 7), (0, 1), ("both-absent", "both-lose"))


def test_a_match_is_replayed_once() -> None:
    chosen = decides(Case.BOT_OUT, Remedy.REPLAY)
    assert chosen.decide(situation(Case.BOT_OUT)) == ReplayMatch(1, ("bot-out", "replay"), 5000)
    again = chosen.decide(situation(Case.BOT_OUT, match=MATCH._replace(replays=1)))
    assert isinstance(again, DecideMatch)
    assert names(again) == ["bot-out", "replayed-once", "too-few-hands"]


def test_nobody_loses_by_an_outage_of_the_bot() -> None:
    found = decides(Case.BOT_OUT, Remedy.STANDS).decide(situation(Case.BOT_OUT, match=MATCH._replace(replays=1)))
    assert isinstance(found, DecideMatch)
    assert found.absent == ()


def test_a_level_match_of_a_knock_out_goes_to_the_better_seed() -> None:
    found = decides(Case.BOT_OUT, Remedy.STANDS, knock_out=True).finish(MATCH, (5, 5))
    assert (found.winner, found.why) == (0, ("better-seed",))


@pytest.mark.parametrize("knock_out", [False, True])
@pytest.mark.parametrize(("case", "remedy"), CHOICES)
def test_every_choice_decides_every_case_with_a_reason(case: Case, remedy: Remedy, knock_out: bool) -> None:
    missing = {Case.BOTH_ABSENT: (0, 1), Case.BOT_OUT: (), Case.TIME_OVER: ()}.get(case, (1,))
    cup = paired(started(rules(Format.KNOCK_OUT if knock_out else Format.SWISS, remedies={case: remedy}), 2))
    for hands in (0, 6):
        match = cup.open_matches[0]
        found = decider(cup, 9).decide(situation(case, *missing, hands=hands, match=match, score=(5, 5)))
        assert found.why
        decided = after(cup, found)
        result = decided.rounds[-1].matches[0].result
        assert (result is None) == isinstance(found, ReplayMatch)
        if result is not None:
            assert result.why == found.why
            assert missing != (1,) or hands == 6 or winner(decided.rounds[-1].matches[0]) == match.entrants[0] == 0


def test_a_match_of_who_withdrew_is_hindered() -> None:
    cup = after(paired(started(rules(), 4)), WithdrawEntrant(None, 2, "", "erased"))
    assert [(one.case, one.missing) for one in hindrances(cup)] == [(Case.ERASED, (2,))]


def test_the_case_at_a_deadline_follows_from_who_is_not_there() -> None:
    assert [absence(missing, MATCH) for missing in ((), (1,), (0, 1))] == [
        Case.TIME_OVER,
        Case.ONE_ABSENT,
        Case.BOTH_ABSENT,
    ]


def test_a_level_match_of_a_knock_out_has_up_to_two_more_hands() -> None:
    assert needs_extra_hand(True, 1, (5, 5))
    assert not needs_extra_hand(True, 2, (5, 5))
    assert not needs_extra_hand(False, 0, (5, 5))
    assert not needs_extra_hand(True, 0, (5, 4))


def test_the_better_seed_of_a_knock_out_after_a_swiss_is_who_stood_higher_in_it() -> None:
    cup = started(rules(Format.SWISS_KNOCK_OUT, rounds=1), 4)
    cup = paired(cup)
    for match in cup.open_matches:
        cup = after(cup, decider(cup, 0).finish(match, tuple(4 * entrant for entrant in match.entrants)))
    cup = paired(cup)
    (final,) = cup.open_matches
    found = decider(cup, 0).finish(final, (5, 5))
    assert (found.winner, found.why) == (max(final.entrants), ("better-seed",))


def test_a_level_score_may_have_a_winner_by_the_rules_of_the_game() -> None:
    found = decides(Case.BOT_OUT, Remedy.STANDS).finish(MATCH, (0, 0), winner=1)
    assert (found.winner, found.why) == (1, ())
    cup = paired(started(rules(), 2))
    (match,) = after(cup, found).matches
    assert points(match) == {0: 0, 1: 2}


def test_a_round_that_is_too_short_is_refused_with_the_sum() -> None:
    refused = durations.impossible(rules(round_time=20 * MINUTE), turns=18)
    assert refused is not None
    assert refused.about == {"hands": 6, "turns": 18, "seconds": 15, "needed": 27, "given": 20}


def test_a_cup_that_is_too_long_is_refused_with_the_sum() -> None:
    refused = durations.impossible(rules(most=64), turns=18, given=3 * HOUR)
    assert refused is not None
    assert refused.about == {"rounds": 4, "minutes": 60, "needed": 240, "given": 180}


def test_a_cup_that_fits_its_time_is_possible() -> None:
    assert durations.impossible(rules(), turns=18, given=4 * HOUR) is None


def test_the_longest_round_has_every_bank() -> None:
    assert durations.round_time(rules(), turns=18).longest == (6 * 18 * 90 + 2 * 180) * 1000
