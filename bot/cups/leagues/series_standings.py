"""The standings of a series over all: the points that people won in its cups."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from bot.cups.cup import Cup, CupStage
from bot.cups.standings import standings
from bot.cups.winners import was_contested

NOTHING = Fraction(0)


class SeriesStanding(NamedTuple):
    """`earned`: in each cup, None: was not in it. Those level in everything share a place."""

    place: int
    person: str
    points: Fraction
    earned: tuple[Fraction | None, ...]

    @property
    def played(self) -> int:
        return sum(one is not None for one in self.earned)


def series_standings(cups: Sequence[Cup]) -> list[SeriesStanding]:
    """Return all who played in the cups, the best first; ties by the best single cups, then by the last one.

    Cups count as they stand; cancelled ones do not.
    """
    counted = [dict(_points(cup)) for cup in cups if cup.stage in (CupStage.RUNNING, CupStage.ENDED)]
    earned: defaultdict[str, list[Fraction | None]] = defaultdict(lambda: [None] * len(counted))
    for at, of_cup in enumerate(counted):
        for person, points in of_cup.items():
            earned[person][at] = points
    return list(_ranked(earned))


def _points(cup: Cup) -> Iterator[tuple[str, Fraction]]:
    """Yield the points of each person; partners are given those of their pair. Byes alone bring none."""
    is_contested = was_contested(cup)
    for one in reversed(standings(cup)):  # whoever entered twice has those of the better entry
        for person in cup.entrants[one.entrant].people:
            yield person, one.points if is_contested else NOTHING


def _ranked(earned: Mapping[str, Sequence[Fraction | None]]) -> Iterator[SeriesStanding]:
    before, place = None, 0
    in_order = sorted(earned, key=lambda person: (_strength(earned[person]), person), reverse=True)
    for at, person in enumerate(in_order, 1):
        strength = _strength(earned[person])
        place, before = (place if strength == before else at), strength
        yield SeriesStanding(place, person, strength[0], tuple(earned[person]))


def _strength(earned: Sequence[Fraction | None]) -> tuple[Fraction, tuple[Fraction, ...], Fraction]:
    points = [one or NOTHING for one in earned]
    return sum(points, NOTHING), tuple(sorted(points, reverse=True)), points[-1]
