"""Standings: points, tie-breaks, and their order."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.cups import scoring
from bot.cups.cup import Cup, Match, MatchResult
from bot.cups.cup_actions import AdjustMatch, DecideMatch, EndCup, PairRound, WithdrawEntrant
from bot.cups.cup_rules import EntrantKind, Format
from bot.cups.entrants import lot
from bot.cups.messages.cup_standings import CupStandingsScene
from bot.cups.publishing.competition_context import CupContext
from bot.cups.publishing.cup_posts import CupPostKind, posts_of, scene_of
from bot.cups.rounds import is_played
from bot.cups.standings import buchholz, counted_results, sonneborn_berger, standings
from tests.cups.cups import CHANCE, ORGANISER, after, decided, paired, played, rules, started, with_results


def places(cup: Cup) -> list[int]:
    return [one.entrant for one in standings(cup)]


def round_of(cup: Cup, results: dict[tuple[int, ...], tuple[int, ...]]) -> Cup:
    """A round with these matches and scores; () as score: a bye."""
    cup = after(cup, PairRound(tuple(results), 0, ""))
    for match in cup.open_matches:
        cup = after(cup, DecideMatch(match.number, results[match.entrants]))
    return cup


def test_a_win_brings_two_points_and_a_draw_one() -> None:
    assert scoring.points(Match(1, (0, 1), 0, result=MatchResult((9, 3)))) == {0: 2, 1: 0}
    assert scoring.points(Match(1, (0, 1), 0, result=MatchResult((5, 5)))) == {0: 1, 1: 1}


def test_a_bye_and_a_forfeit_of_the_other_bring_two_points_unplayed() -> None:
    bye, won = Match(1, (0,), 0), Match(2, (0, 1), 0, result=MatchResult((0, 9), absent=(1,)))
    assert scoring.points(bye) == {0: 2}
    assert scoring.points(won) == {0: 2, 1: 0}
    assert scoring.is_unplayed(bye, 0)
    assert scoring.is_unplayed(won, 0)


def test_both_absent_bring_nothing() -> None:
    match = Match(1, (0, 1), 0, result=MatchResult((0, 0), absent=(0, 1)))
    assert scoring.points(match) == {0: 0, 1: 0}
    assert scoring.winner(match) is None


def test_equal_places_of_three_share_their_points() -> None:
    assert scoring.points(Match(1, (0, 1, 2), 0, result=MatchResult((9, 9, 3)))) == {0: 2, 1: 2, 2: 0}
    assert scoring.points(Match(1, (0, 1, 2), 0, result=MatchResult((9, 3, 3)))) == {
        0: 3,
        1: Fraction(1, 2),
        2: Fraction(1, 2),
    }


def test_computers_earn_nothing() -> None:
    assert scoring.points(Match(1, (0, 1, -1), 0, result=MatchResult((3, 5, 9)))) == {0: 0, 1: 1}


def test_buchholz_leaves_out_the_lowest_opponent() -> None:
    cup = round_of(started(rules(), 4), {(0, 1): (9, 3), (2, 3): (9, 3)})
    cup = round_of(cup, {(0, 2): (9, 3), (1, 3): (9, 3)})
    assert buchholz(counted_results(cup), [0, 3]) == {0: 2, 3: 2}


def test_an_unplayed_round_counts_as_a_draw_against_oneself() -> None:
    cup = round_of(started(rules(), 3), {(0, 1): (9, 3), (2,): ()})
    cup = round_of(cup, {(0, 2): (9, 3), (1,): ()})
    assert buchholz(counted_results(cup), [2]) == {2: 4}
    assert sonneborn_berger(counted_results(cup), [2]) == {2: 1}


def test_resting_in_a_round_robin_counts_for_nothing() -> None:
    cup = round_of(started(rules(Format.ROUND_ROBIN), 3), {(0, 1): (5, 5), (2,): ()})
    assert counted_results(cup).points == {0: 1, 1: 1, 2: 0}
    assert sonneborn_berger(counted_results(cup), [2]) == {2: 0}


def test_sonneborn_berger_counts_who_was_beaten_and_half_of_draws() -> None:
    cup = round_of(started(rules(), 4), {(0, 1): (9, 3), (2, 3): (9, 3)})
    cup = round_of(cup, {(0, 2): (5, 5), (1, 3): (9, 3)})
    assert sonneborn_berger(counted_results(cup), [0]) == {0: 2 + Fraction(3, 2)}


def test_among_equals_their_own_match_decides() -> None:
    cup = started(rules(Format.ROUND_ROBIN), 4)
    cup = round_of(cup, {(0, 1): (3, 9), (2, 3): (9, 3)})
    cup = round_of(cup, {(0, 2): (9, 3), (1, 3): (3, 9)})
    cup = round_of(cup, {(0, 3): (9, 3), (1, 2): (9, 3)})
    assert [(one.entrant, one.reason.name) for one in standings(cup)] == [
        (1, "FIRST"),
        (0, "MUTUAL"),
        (2, "POINTS"),
        (3, "MUTUAL"),
    ]


def test_a_place_says_what_separates_it_from_the_one_above() -> None:
    cup = round_of(started(rules(), 4), {(0, 1): (9, 3), (2, 3): (9, 5)})
    reasons = {one.entrant: one.reason.name for one in standings(cup)}
    assert reasons[3] == "POINTS"
    assert reasons[1] == "RUNGS"


def test_at_last_a_lot_from_the_published_seed_decides() -> None:
    cup = round_of(started(rules(), 4), {(0, 1): (5, 5), (2, 3): (5, 5)})
    assert [one.reason.name for one in standings(cup)] == ["FIRST", "LOT", "LOT", "LOT"]
    for seed in ("one", "another"):
        assert places(replace(cup, seed=seed)) == sorted(range(4), key=partial(lot, seed))


def test_who_withdraws_before_half_of_a_round_robin_is_struck() -> None:
    cup = round_of(started(rules(Format.ROUND_ROBIN), 4), {(0, 1): (3, 9), (2, 3): (9, 3)})
    cup = after(cup, WithdrawEntrant(None, 0, ""))
    last = standings(cup)[-1]
    assert (last.entrant, last.reason.name) == (0, "STRUCK")
    assert counted_results(cup).points[1] == 0


def test_who_withdraws_after_half_of_a_round_robin_keeps_its_games() -> None:
    cup = round_of(started(rules(Format.ROUND_ROBIN), 4), {(0, 1): (3, 9), (2, 3): (9, 3)})
    cup = round_of(cup, {(0, 2): (3, 9), (1, 3): (9, 3)})
    cup = after(cup, WithdrawEntrant(None, 0, ""))
    assert counted_results(cup).points[1] == 4


def test_the_winner_of_the_final_is_first() -> None:
    cup = started(rules(Format.KNOCK_OUT), 4)
    cup = round_of(cup, {(0, 3): (3, 9), (1, 2): (9, 3)})
    cup = round_of(cup, {(3, 1): (9, 3)})
    assert places(cup) == [3, 1, 0, 2]


def test_the_knock_out_after_a_swiss_stands_above_it() -> None:
    cup = started(rules(Format.SWISS_KNOCK_OUT, rounds=1), 4)
    cup = round_of(cup, {(0, 2): (3, 9), (1, 3): (5, 9)})
    final = paired(cup).rounds[-1].matches
    assert [set(match.entrants) for match in final] == [{2, 3}]
    cup = round_of(cup, {(2, 3): (3, 9)})
    assert places(cup) == [3, 2, 1, 0]


@given(st.sampled_from(list(Format)), st.integers(4, 12), CHANCE)
@settings(max_examples=30)
def test_standings_are_a_total_order(chosen: Format, size: int, chance: random.Random) -> None:
    for cup in played(started(rules(chosen), size), chance, withdrawals=0.05):
        found = standings(cup)
        assert sorted(one.entrant for one in found) == sorted(one.number for one in cup.seeded_entrants)
        assert [one.place for one in found] == list(range(1, len(found) + 1))


@pytest.mark.slow
@given(st.integers(2, 200), CHANCE)
@settings(max_examples=15)
def test_more_points_are_a_better_place(size: int, chance: random.Random) -> None:
    cup = started(rules(kind=EntrantKind.SINGLES), size)
    for _ in range(2):
        cup = with_results(paired(cup), chance)
    points = [one.points for one in standings(cup)]
    assert points == sorted(points, reverse=True)


@given(st.sampled_from(list(Format)), st.integers(4, 9), CHANCE)
@settings(max_examples=60)
def test_a_round_counts_in_the_standings_once_it_is_over_and_not_before(
    chosen: Format, size: int, chance: random.Random
) -> None:
    """Neither byes of the round in play nor matches that are over in it change the order or a number."""
    cup = started(rules(chosen), size)
    while not is_played(cup):
        before = standings(cup)
        cup = paired(cup)
        for match in cup.open_matches:
            assert standings(cup) == before
            cup = decided(cup, match, *(chance.choice((3, 5, 9)) for _ in match.entrants))


def test_the_bye_of_a_later_round_brings_no_place_in_a_knock_out() -> None:
    cup = after(started(rules(Format.KNOCK_OUT), 8), PairRound(((0, 7), (3, 4), (1, 6), (2, 5)), 0, ""))
    for number, absent in enumerate(((7,), (4,), (1, 6), (2,)), 1):
        cup = after(cup, DecideMatch(number, (0, 0), absent))
    semi_finals = paired(cup)
    assert [match.entrants for match in semi_finals.rounds[-1].matches] == [(0, 3), (5,)]
    assert places(semi_finals) == places(cup) == [0, 3, 5, 1, 2, 4, 6, 7]


def test_before_its_first_round_a_knock_out_stands_by_its_seeds() -> None:
    cup = started(rules(Format.KNOCK_OUT), 5)
    assert places(cup) == places(paired(cup)) == list(range(5))


def test_the_standings_after_a_round_are_those_of_that_round_though_they_are_posted_late() -> None:
    cup = round_of(started(rules(), 3), {(0, 1): (9, 3), (2,): ()})
    cup = paired(round_of(cup, {(0, 2): (9, 3), (1,): ()}))
    posts = [post for post in posts_of(cup) if post.kind is CupPostKind.STANDINGS]
    scenes = [scene_of(cup, post, CupContext({}, {}, {})) for post in posts]
    assert [scene.after for scene in scenes if isinstance(scene, CupStandingsScene)] == [1, 2]
    assert [max(line.points for line in scene.lines) for scene in scenes if isinstance(scene, CupStandingsScene)] == [
        2,
        4,
    ]


def test_the_standings_after_a_round_precede_what_follows_also_if_a_result_is_corrected_later() -> None:
    first = round_of(started(rules(Format.ROUND_ROBIN), 3), {(0, 1): (9, 3), (2,): ()})
    second = after(first, PairRound(((0, 2), (1,)), 0, ""))
    corrected = after(second, AdjustMatch(ORGANISER, 1, (3, 9), "Counted wrongly"))
    assert shown_by(corrected) == ["round", "standings", "round"]
    only = round_of(started(rules(Format.ROUND_ROBIN), 2), {(0, 1): (9, 3)})
    ended = after(only, EndCup(), AdjustMatch(ORGANISER, 1, (3, 9), "Counted wrongly"))
    assert shown_by(ended) == ["round", "standings", "end"]


def shown_by(cup: Cup) -> list[CupPostKind]:
    """The sheets, standings and end of a cup, in the order in which they are sent."""
    return [post.kind for post in posts_of(cup) if post.kind in ("round", "standings", "end")]
