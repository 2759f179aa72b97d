"""Standings: a total order of the entrants by points and tie-breaks, and what separates each place from the one above.

A tie-break is a number for every entrant of a group with equal points; more is better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final, NamedTuple

from bot.cups import scoring
from bot.cups.cup import Cup, Match, Round
from bot.cups.entrants import Entrant, EntrantState, lot
from bot.cups.notices import PlaceReason

Values = Mapping[int, Fraction]


class Results(NamedTuple):
    """The matches that count: of each entrant round by round (None: it had none), and the points that they bring."""

    matches: Mapping[int, Sequence[Match | None]]
    points: Values

    def played_matches(self, entrant: int) -> Iterator[Match]:
        own = self.matches[entrant]
        return (match for match in own if match is not None and not scoring.is_unplayed(match, entrant))


TieBreak = Callable[[Results, Sequence[int]], Mapping[int, Fraction]]


class Criterion(NamedTuple):
    reason: PlaceReason
    values: TieBreak


def opponents(match: Match, entrant: int) -> tuple[int, ...]:
    return tuple(other for other in match.people if other != entrant)


def buchholz(results: Results, group: Sequence[int]) -> dict[int, Fraction]:
    """Return the points of all opponents without the lowest; an unplayed round counts as a draw against oneself."""
    return {entrant: _buchholz(results, entrant) for entrant in group}


def _buchholz(results: Results, entrant: int) -> Fraction:
    met: list[Fraction] = []
    for match in results.matches[entrant]:
        if match is None or scoring.is_unplayed(match, entrant):
            met.append(results.points[entrant])
        else:
            met += [results.points[opponent] for opponent in opponents(match, entrant)]
    return sum(met, Fraction(0)) - min(met, default=Fraction(0))


def mutual(results: Results, group: Sequence[int]) -> dict[int, Fraction]:
    """Return the points from the matches within the group, if all of them have met each other; else nothing."""
    members, earned = set(group), dict.fromkeys(group, Fraction(0))
    for entrant in group:
        met: set[int] = set()
        for match in results.played_matches(entrant):
            inside = members.intersection(opponents(match, entrant))
            met |= inside
            earned[entrant] += scoring.points(match)[entrant] if inside else 0
        if met != members - {entrant}:
            return dict.fromkeys(group, Fraction(0))
    return earned


def sonneborn_berger(results: Results, group: Sequence[int]) -> dict[int, Fraction]:
    """Return the points of those who were beaten, and half of those with whom one drew."""
    return {entrant: _sonneborn_berger(results, entrant) for entrant in group}


def _sonneborn_berger(results: Results, entrant: int) -> Fraction:
    total = Fraction(0)
    for match in results.matches[entrant]:
        if match is None or scoring.is_unplayed(match, entrant):
            total += results.points[entrant] / 2
        else:
            total += sum(
                (_share(match, entrant, opponent) * results.points[opponent] for opponent in opponents(match, entrant)),
                Fraction(0),
            )
    return total


def _share(match: Match, entrant: int, other: int) -> Fraction:
    """Return how much of another is beaten: all, half, nothing."""
    earned = scoring.points(match)
    return Fraction(1 + (earned[entrant] > earned[other]) - (earned[entrant] < earned[other]), 2)


def rungs(results: Results, group: Sequence[int]) -> dict[int, Fraction]:
    return {
        entrant: Fraction(sum(scoring.rungs(match, entrant) for match in results.played_matches(entrant)))
        for entrant in group
    }


def _points(results: Results, group: Sequence[int]) -> dict[int, Fraction]:
    return {entrant: results.points[entrant] for entrant in group}


SHARED: Final = (
    Criterion(PlaceReason.MUTUAL, mutual),
    Criterion(PlaceReason.SONNEBORN_BERGER, sonneborn_berger),
    Criterion(PlaceReason.RUNGS, rungs),
)
ROUND_ROBIN: Final = (Criterion(PlaceReason.POINTS, _points), *SHARED)
SWISS: Final = (ROUND_ROBIN[0], Criterion(PlaceReason.BUCHHOLZ, buchholz), *SHARED)


class Standing(NamedTuple):
    """`values`: what was compared with the neighbours, in order. `reason`: what separates it from the place above."""

    place: int
    entrant: int
    points: Fraction
    values: Mapping[PlaceReason, Fraction]
    reason: PlaceReason


class _Ranked(NamedTuple):
    entrant: int
    values: dict[PlaceReason, Fraction]
    reason: PlaceReason


def standings(cup: Cup) -> list[Standing]:
    """Return all who have played in the cup, the best first, by the rounds that are over."""
    results = counted_results(cup)
    in_order = list(_rank_knock_out(cup))
    above = {ranking.entrant for ranking in in_order}
    struck = _struck(cup)
    rest = [
        entrant.number
        for entrant in cup.seeded_entrants
        if entrant.number not in above and entrant.number not in struck
    ]
    criteria = ROUND_ROBIN if cup.rules.is_round_robin else SWISS
    in_order += _rank(results, rest, criteria, cup.seed, PlaceReason.ROUND_REACHED if above else PlaceReason.FIRST)
    out = sorted(struck, key=lambda number: cup.entrants[number].seed)
    in_order += [_Ranked(number, {}, PlaceReason.STRUCK) for number in out]
    return [
        Standing(place, ranking.entrant, results.points[ranking.entrant], ranking.values, ranking.reason)
        for place, ranking in enumerate(in_order, 1)
    ]


def counted_results(cup: Cup) -> Results:
    """Return the matches that count for points: no knock-out after a Swiss, and nothing of those who are struck.

    A round counts once all its matches are decided. In a round robin everybody rests as often in the end, so resting
    is no bye, and counts for nothing.
    """
    struck = _struck(cup)
    total = {entrant.number: Fraction(0) for entrant in cup.seeded_entrants}
    rounds = cup.decided_rounds[: cup.rules.swiss_rounds or None]
    matches: dict[int, list[Match | None]] = {number: [None] * len(rounds) for number in total}
    for at, cup_round in enumerate(rounds):
        for match in _counting_matches(cup, cup_round, struck):
            for entrant, earned in scoring.points(match).items():
                matches[entrant][at] = match
                total[entrant] += earned
    if cup.rules.is_round_robin:
        played = {number: [match for match in own if match is not None] for number, own in matches.items()}
        return Results(played, total)
    return Results(matches, total)


def _counting_matches(cup: Cup, one: Round, struck: frozenset[int]) -> Iterator[Match]:
    counts = (match for match in one.matches if match.entrants and not struck & set(match.entrants))
    return (match for match in counts if not (match.is_bye and cup.rules.is_round_robin))


def _struck(cup: Cup) -> frozenset[int]:
    """Return who withdrew before half of a round robin was played: their games do not count."""
    if not cup.rules.is_round_robin:
        return frozenset()
    gone = (entrant for entrant in cup.seeded_entrants if entrant.state is not EntrantState.IN)
    return frozenset(entrant.number for entrant in gone if 2 * _games(cup, entrant) < _all_games(cup))


def _games(cup: Cup, entrant: Entrant) -> int:
    matches = (match for match in cup.matches if entrant.number in match.entrants and not match.is_bye)
    return sum(match.result is not None and entrant.number not in match.result.absent for match in matches)


def _all_games(cup: Cup) -> int:
    """Return how many games each entrant of a round robin has."""
    size = len(cup.seeded_entrants)
    return cup.total_rounds // (size - 1 + size % 2) * (size - 1)


def _rank_knock_out(cup: Cup) -> Iterator[_Ranked]:
    """Yield the entrants of a knock-out: who came further comes first, then the better seed."""
    first = cup.rules.swiss_rounds
    rounds = cup.decided_rounds[first:]
    if not cup.rules.is_knock_out or (first and not rounds):
        return
    places = knock_out_seeds(cup) if first else [entrant.number for entrant in cup.seeded_entrants]
    reached = {number: _reached_round(rounds, number) for number in places}
    before: int | None = None
    for number in sorted(places, key=lambda number: (-reached[number], places.index(number))):
        same = PlaceReason.SEED if reached[number] == before else PlaceReason.ROUND_REACHED
        reason = PlaceReason.FIRST if before is None else same
        before = reached[number]
        yield _Ranked(number, {PlaceReason.ROUND_REACHED: Fraction(before)}, reason)


def _reached_round(rounds: Sequence[Round], number: int) -> int:
    """Return which round of the knock-out an entrant has reached, counted from 1; 0: none.

    `rounds`: of the knock-out, all over; before them everybody is in the first. Who won the last is in the next.
    """
    if not rounds:
        return 1
    own = [match for cup_round in rounds for match in cup_round.matches if number in match.entrants]
    return len(own) + (bool(own) and scoring.winner(own[-1]) == number)


def knock_out_seeds(cup: Cup) -> list[int]:
    """Return who plays in the knock-out after a Swiss, by its standings."""
    swiss = cup.rounds[: cup.rules.swiss_rounds]
    later = cup.rounds[cup.rules.swiss_rounds :]
    results = counted_results(cup)
    ranked = (
        _rank(results, [entrant.number for entrant in cup.seeded_entrants], SWISS, cup.seed, PlaceReason.FIRST)
        if swiss
        else []
    )
    if later:
        there = {number for match in later[0].matches for number in match.entrants}
        return [ranking.entrant for ranking in ranked if ranking.entrant in there]
    active = {entrant.number for entrant in cup.active}
    return [ranking.entrant for ranking in ranked if ranking.entrant in active][: cup.rules.qualifiers]


def _rank(
    results: Results, group: Sequence[int], criteria: Sequence[Criterion], seed: str, reason: PlaceReason
) -> Iterator[_Ranked]:
    """Yield a group in order; `reason`: what separates its first from the place above."""
    if not criteria or len(group) < 2:
        for number in sorted(group, key=lambda number: lot(seed, number)):
            yield _Ranked(number, {}, reason)
            reason = PlaceReason.LOT
        return
    criterion, *others = criteria
    values = criterion.values(results, group)
    for value, members in groupby(sorted(group, key=lambda number: -values[number]), lambda number: values[number]):
        for ranking in _rank(results, list(members), others, seed, reason):
            yield ranking._replace(values={criterion.reason: value, **ranking.values})
        reason = criterion.reason
