"""The value of a race position (units won, waiting points, rungs) as the points that a side can expect."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

from rules.voormsi import options, scoring
from rules.voormsi.options import RubberTerms

RUBBER: Final = 4.0
"""The value of reaching the target, in points, in addition to its rungs."""
LOSING_ON_PURPOSE: Final = 0.6
"""The factor on the probability of winning a unit for a side that would rather lose it."""


class RaceValue(NamedTuple):
    """The position of a side in the middle of a hand."""

    units: int
    score: int
    waiting: int


@cache
def terms(seats: int) -> RubberTerms:
    """The default terms for this number of seats, which give the rungs of the ladder and the units of a hand."""
    return options.terms(seats, {})


def worth(score: int, goal: int) -> float:
    """The value of a booked score."""
    return score + RUBBER if score == goal else score


def won(place: RaceValue, size: int, left: int, seats: int, prize: int = 0) -> RaceValue:
    """The position after winning a trick of `size` units when `left` units were still to be won (§9.1, §9.2)."""
    of_others = terms(seats).units - left - place.units
    points = scoring.unit_points(terms(seats), scoring.packed((place.units, of_others)), 0, size) + prize
    return RaceValue(place.units + size, place.score, place.waiting + points)


@lru_cache(maxsize=1 << 16)
def prospect(place: RaceValue, left: int, seats: int) -> float:
    """The score, in points, that a side at `place` can expect after the hand, with `left` units still to be won.

    Simplification: each unit is a trick of its own that every side is equally likely to win, but one can lose on
    purpose.
    """
    goal = terms(seats).target
    if left == 0:
        swept = place.units == terms(seats).units
        return worth(place.score if swept else scoring.climbed(place.score, place.waiting, goal), goal)
    taken = prospect(won(place, 1, left, seats), left - 1, seats)
    score = scoring.climbed(place.score, place.waiting, goal)
    lost = worth(score, goal) if score == goal else prospect(RaceValue(place.units, score, 0), left - 1, seats)
    chance = 1 / 3 if seats == 3 else 1 / 2
    if lost > taken:
        chance *= LOSING_ON_PURPOSE
    return chance * taken + (1 - chance) * lost


def after_trick(
    places: tuple[RaceValue, ...], winner: int, prize: int, size: int, left: int, seats: int
) -> list[float]:
    """The expected score of each side after `winner` won a trick of `size` units and `prize` points (§10.1, §10.3)."""
    goal = terms(seats).target
    left_after = left - size
    scores = [scoring.climbed(place.score, place.waiting, goal) for place in places]
    if any(score == goal for side, score in enumerate(scores) if side != winner):
        return [
            worth(place.score if side == winner else score, goal)
            for side, (place, score) in enumerate(zip(places, scores, strict=True))
        ]
    return [
        prospect(
            won(place, size, left, seats, prize) if side == winner else RaceValue(place.units, score, 0),
            left_after,
            seats,
        )
        for side, (place, score) in enumerate(zip(places, scores, strict=True))
    ]
