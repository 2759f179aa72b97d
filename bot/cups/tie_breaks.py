"""Tie-breaks, each a number for every entrant of a group with equal points (more is better), and their order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from bot.cups import scoring
from bot.cups.cup import Match
from bot.cups.cup_notices import PlaceReason

Values = Mapping[int, Fraction]


class Results(NamedTuple):
    """The matches that count: of each entrant round by round (None: it had none), and the points that they bring."""

    matches: Mapping[int, Sequence[Match | None]]
    points: Values

    def played(self, entrant: int) -> Iterator[Match]:
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
            met += [results.points[other] for other in opponents(match, entrant)]
    return sum(met, Fraction(0)) - min(met, default=Fraction(0))


def mutual(results: Results, group: Sequence[int]) -> dict[int, Fraction]:
    """Return the points from the matches within the group, if all of them have met each other; else nothing."""
    members, earned = set(group), dict.fromkeys(group, Fraction(0))
    for entrant in group:
        met: set[int] = set()
        for match in results.played(entrant):
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
                (_share(match, entrant, other) * results.points[other] for other in opponents(match, entrant)),
                Fraction(0),
            )
    return total


def _share(match: Match, entrant: int, other: int) -> Fraction:
    """Return how much of another is beaten: all, half, nothing."""
    earned = scoring.points(match)
    return Fraction(1 + (earned[entrant] > earned[other]) - (earned[entrant] < earned[other]), 2)


def rungs(results: Results, group: Sequence[int]) -> dict[int, Fraction]:
    return {
        entrant: Fraction(sum(scoring.rungs(match, entrant) for match in results.played(entrant))) for entrant in group
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
