"""Pairing: the properties of every format, and examples."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.cups import round_pairing
from bot.cups.cup import Cup, CupStage
from bot.cups.cup_actions import COMPUTER, DecideMatch, PairRound, WithdrawEntrant
from bot.cups.cup_rules import EntrantKind, Format, formats
from bot.cups.notices import PairingReason
from bot.cups.pairing import schedules, swiss, threes
from bot.cups.pairing.contenders import Contender, Pairing
from bot.texts.notices import fact
from tests.cups.cups import CHANCE, ORGANISER, after, paired, played, rules, started, with_results


@st.composite
def histories(draw: st.DrawFn, most: int) -> list[Contender]:
    """Contenders by standing after any rounds, paired by chance."""
    size, chance = draw(st.integers(2, most)), draw(CHANCE)
    met: list[Counter[int]] = [Counter() for _ in range(size)]
    byes, points = [0] * size, [0] * size
    for _ in range(draw(st.integers(0, 6))):
        order = chance.sample(range(size), size)
        for one, other in zip(order[::2], order[1::2], strict=False):
            met[one][other] += 1
            met[other][one] += 1
            points[chance.choice((one, other))] += 2
        if size % 2:
            byes[order[-1]] += 1
    found = [Contender(n, Fraction(points[n]), met[n], byes[n]) for n in range(size)]
    return sorted(found, key=lambda one: -one.points)


def numbers(pairings: Sequence[Pairing]) -> list[int]:
    return sorted(one for pairing in pairings for one in pairing.entrants if one != COMPUTER)


def faults(ranked: Sequence[Contender], tables: Sequence[Sequence[int]]) -> tuple[int, int]:
    """Earlier meetings, and earlier byes of who has one."""
    known = {one.number: one for one in ranked}
    meetings = sum(known[table[0]].met.get(table[1], 0) for table in tables if len(table) == 2)
    return meetings, sum(known[table[0]].byes for table in tables if len(table) == 1)


def fewest_faults(ranked: Sequence[Contender]) -> tuple[int, int]:
    """The least over all pairings there are, by trying all."""
    known = {one.number: one for one in ranked}

    def least(left: tuple[int, ...]) -> tuple[int, int]:
        if not left:
            return 0, 0
        first, *others = left
        found = []
        for other in others:
            rest = least(tuple(one for one in others if one != other))
            found.append((rest[0] + known[first].met.get(other, 0), rest[1]))
        if len(left) % 2:
            rest = least(tuple(others))
            found.append((rest[0], rest[1] + known[first].byes))
        return min(found)

    return least(tuple(known))


@given(histories(most=200))
@settings(max_examples=40)
def test_in_a_swiss_everybody_is_paired_once_or_has_a_bye(ranked: list[Contender]) -> None:
    pairings = swiss.pair(ranked)
    assert numbers(pairings) == sorted(one.number for one in ranked)
    assert sum(len(pairing.entrants) == 1 for pairing in pairings) == len(ranked) % 2


@given(histories(most=7))
@settings(max_examples=150)
def test_a_swiss_has_rematches_and_second_byes_only_if_no_pairing_without_exists(ranked: list[Contender]) -> None:
    assert faults(ranked, [pairing.entrants for pairing in swiss.pair(ranked)]) == fewest_faults(ranked)


@given(st.integers(2, 12).map(lambda half: 2 * half + 1), CHANCE)
@settings(max_examples=20)
def test_nobody_has_a_second_bye_before_everybody_has_one(size: int, chance: random.Random) -> None:
    for cup in played(started(rules(rounds=min(5, size - 2)), size), chance):
        byes = Counter(match.entrants[0] for match in cup.matches if match.is_bye)
        assert max(byes.values(), default=0) <= 1


def test_the_bye_goes_to_the_lowest_without_one() -> None:
    ranked = [Contender(0, Fraction(4)), Contender(1, Fraction(2)), Contender(2, Fraction(0), byes=1)]
    assert (1,) in [pairing.entrants for pairing in swiss.pair(ranked)]


def test_the_first_round_is_top_half_against_bottom_half() -> None:
    assert [set(one.entrants) for one in swiss.pair([Contender(n) for n in range(6)])] == [{0, 3}, {1, 4}, {2, 5}]


def test_equal_points_meet() -> None:
    ranked = [Contender(n, Fraction(points)) for n, points in enumerate((4, 4, 2, 2))]
    assert [set(one.entrants) for one in swiss.pair(ranked)] == [{0, 1}, {2, 3}]


def test_who_sat_first_less_often_sits_first() -> None:
    (pairing,) = swiss.pair([Contender(0, firsts=2), Contender(1, firsts=1)])
    assert pairing.entrants == (1, 0)
    assert "FEWER_FIRST" in [why.kind.name for why in pairing.reasons]


def test_a_rematch_that_cannot_be_avoided_says_so() -> None:
    (pairing,) = swiss.pair([Contender(0, met={1: 1}), Contender(1, met={0: 1})])
    assert [why.kind.name for why in pairing.reasons] == ["SAME_POINTS", "REMATCH"]


@pytest.mark.slow
@given(CHANCE)
@settings(max_examples=3)
def test_a_large_swiss_is_paired_without_rematches(chance: random.Random) -> None:
    *_, cup = played(started(rules(rounds=3), 301), chance)
    met = Counter(frozenset(match.entrants) for match in cup.matches)
    assert max(met.values()) == 1


@given(st.integers(2, 24), st.booleans())
def test_in_a_round_robin_everybody_meets_everybody(size: int, twice: bool) -> None:
    turns = 2 if twice else 1
    rounds = turns * (size - 1 + size % 2)
    tables = [one.entrants for number in range(rounds) for one in schedules.round_robin(range(size), number)]
    met = Counter(frozenset(table) for table in tables if len(table) == 2)
    assert met == {frozenset(pair): turns for pair in combinations(range(size), 2)}


@given(st.integers(2, 24), st.booleans())
def test_in_a_round_robin_seats_are_balanced(size: int, twice: bool) -> None:
    rounds = (2 if twice else 1) * (size - 1 + size % 2)
    tables = [one.entrants for number in range(rounds) for one in schedules.round_robin(range(size), number)]
    firsts = Counter(table[0] for table in tables if len(table) == 2)
    seconds = Counter(table[1] for table in tables if len(table) == 2)
    assert all(abs(firsts[one] - seconds[one]) <= (0 if twice else 1) for one in range(size))


def test_a_bracket_has_the_standard_order() -> None:
    assert schedules.bracket_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]


@given(st.integers(2, 200))
@settings(max_examples=40)
def test_byes_of_a_bracket_go_to_the_best_seeds(size: int) -> None:
    pairings = schedules.first_knock_out_round([Contender(n) for n in range(size)])
    places = 2 * len(pairings)
    assert places & (places - 1) == 0
    assert numbers(pairings) == list(range(size))
    byes = {one.entrants[0] for one in pairings if len(one.entrants) == 1}
    assert byes == set(range(places - size))


@given(st.integers(2, 64))
@settings(max_examples=30)
def test_if_the_better_seed_always_wins_the_best_two_meet_in_the_final(size: int) -> None:
    cup = started(rules(Format.KNOCK_OUT), size)
    while not cup.rounds or len(cup.rounds[-1].matches) > 1:
        cup = paired(cup)
        for match in cup.open_matches:
            cup = _better_wins(cup, match.number)
    assert set(cup.rounds[-1].matches[0].entrants) == {0, 1}


def _better_wins(cup: Cup, number: int) -> Cup:
    match = cup.match(number)
    assert match is not None
    return after(cup, DecideMatch(number, tuple(9 if one == min(match.entrants) else 3 for one in match.entrants)))


@given(st.integers(2, 64), CHANCE)
@settings(max_examples=25)
def test_a_bracket_stays_whole_whoever_withdraws(size: int, chance: random.Random) -> None:
    *_, cup = played(started(rules(Format.KNOCK_OUT), size), chance, withdrawals=0.1)
    sizes = [len(one.matches) for one in cup.rounds]
    assert all(2 * later == before for before, later in pairwise(sizes))
    for before, later in pairwise(cup.rounds):
        for at, match in enumerate(later.matches):
            came = {one for source in before.matches[2 * at : 2 * at + 2] for one in source.entrants}
            assert set(match.entrants) <= came


@given(st.integers(2, 200))
@settings(max_examples=30)
def test_a_field_of_threes_is_filled_by_computers(size: int) -> None:
    pairings = threes.pair([Contender(n) for n in range(size)])
    assert numbers(pairings) == list(range(size))
    assert all(len(one.entrants) == 3 for one in pairings)
    assert sum(one.entrants.count(COMPUTER) for one in pairings) == -size % 3


def test_the_last_of_a_field_of_threes_meet_computers_and_those_first_who_did_so_least_often() -> None:
    def with_computers(*ranked: Contender) -> set[int]:
        return {one for pairing in threes.pair(ranked) if COMPUTER in pairing.entrants for one in pairing.entrants}

    new = [Contender(number) for number in range(7)]
    assert with_computers(*new) == {COMPUTER, 3, 4, 5, 6}
    later = [one._replace(byes=int(one.number in (4, 5, 6)), met={9: 1}) for one in new]
    assert with_computers(*later) == {COMPUTER, 0, 1, 2, 3}


def test_a_table_of_threes_tells_its_computers_its_rematches_and_who_sits_first() -> None:
    new, again = Contender(0), Contender(1, met={0: 2, 2: 1}, firsts=1)
    third = Contender(2, met={1: 1}, firsts=1)
    whole = (new._replace(met={1: 2}), again, third)
    fewer = fact(PairingReason.FEWER_FIRST)
    assert threes.why([new, third], is_first=True) == (fact(PairingReason.FILLED, count=1), fewer)
    assert threes.why([new], is_first=False) == (fact(PairingReason.FILLED, count=2),)
    assert threes.why(whole, is_first=False) == (
        fact(PairingReason.NEIGHBOURS),
        fact(PairingReason.REMATCH, count=3),
        fewer,
    )
    assert threes.why([third, Contender(3), Contender(4)], is_first=True) == (fact(PairingReason.SPREAD),)


def test_a_first_round_of_threes_takes_one_of_each_third_and_later_ones_take_neighbours() -> None:
    new = [Contender(number) for number in range(9)]
    assert [set(one.entrants) for one in threes.pair(new)] == [{0, 3, 6}, {1, 4, 7}, {2, 5, 8}]
    later = [one._replace(met={9: 1}) for one in new]
    assert [set(one.entrants) for one in threes.pair(later)] == [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}]


def test_a_bye_is_told_by_the_seed_or_the_place_that_brought_it() -> None:
    seeds, alone, again = [4, 2, 7], Contender(2), Contender(2, byes=2)
    assert schedules.why_knock_out(seeds, [alone], is_first=True) == (fact(PairingReason.SEEDED_BYE, seed=2),)
    seeded = schedules.why_knock_out(seeds, [Contender(7), Contender(4)], is_first=True)
    assert seeded[0] == fact(PairingReason.SEEDED, seeds=(1, 3))
    assert schedules.why_knock_out(seeds, [alone], is_first=False) == (fact(PairingReason.NO_OPPONENT_LEFT),)
    assert swiss.why([alone]) == (fact(PairingReason.LOWEST_BYE),)
    assert swiss.why([again]) == (fact(PairingReason.BYE_AGAIN, count=2),)


@example(10, random.Random(166))
@given(st.integers(9, 60), CHANCE)
@settings(max_examples=15)
def test_threes_do_not_meet_again_in_the_second_round(size: int, chance: random.Random) -> None:
    cup = with_results(paired(started(rules(kind=EntrantKind.THREES), size)), chance)
    cup = paired(cup)
    met = Counter(frozenset(pair) for match in cup.matches for pair in combinations(match.people, 2))
    assert max(met.values()) == 1


@pytest.mark.parametrize(("kind", "chosen"), [(kind, one) for kind in EntrantKind for one in formats(kind, 11)])
def test_a_cup_of_each_format_and_kind_ends_by_itself(kind: EntrantKind, chosen: Format) -> None:
    *_, cup = played(started(rules(chosen, kind), 11), random.Random(5), withdrawals=0.03)
    assert cup.stage is CupStage.ENDED


@given(st.sampled_from(list(Format)), st.integers(4, 12), CHANCE)
@settings(max_examples=30)
def test_nobody_plays_twice_in_a_round(chosen: Format, size: int, chance: random.Random) -> None:
    for cup in played(started(rules(chosen), size), chance, withdrawals=0.05):
        for one in cup.rounds:
            listed = [entrant for match in one.matches for entrant in match.entrants]
            assert len(listed) == len(set(listed))


@given(st.sampled_from(list(Format)), st.integers(4, 12), CHANCE)
@settings(max_examples=20)
def test_every_match_says_why_as_its_pairing_did(chosen: Format, size: int, chance: random.Random) -> None:
    cup = started(rules(chosen), size)
    for _ in range(2):
        pairings = round_pairing.pair_round(cup)
        cup = paired(cup)
        for match, pairing in zip(cup.rounds[-1].matches, pairings, strict=True):
            assert round_pairing.reasons(cup, match.number) == pairing.reasons != ()
        cup = with_results(cup, chance)
        if chosen is Format.KNOCK_OUT and len(cup.rounds[-1].matches) == 1:
            return


def test_a_round_paired_by_hand_says_so() -> None:
    cup = after(started(rules(), 2), PairRound(((1, 0),), 0, "", ORGANISER, "they asked"))
    assert [why.kind.name for why in round_pairing.reasons(cup, 1)] == ["BY_HAND"]


def test_who_withdrew_is_not_paired_in_a_swiss() -> None:
    cup = after(started(rules(), 5), WithdrawEntrant(None, 3, ""))
    assert numbers(round_pairing.pair_round(cup)) == [0, 1, 2, 4]
