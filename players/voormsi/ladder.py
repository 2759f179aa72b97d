"""The value of a race position (units won, waiting points, rungs) as the points that a side can expect."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from rules.voormsi import options, scoring

RUBBER: Final = 4.0
"""The value of reaching the target, in points, in addition to its rungs."""
LOSING_ON_PURPOSE: Final = 0.6
"""The factor on the probability of winning a unit for a side that would rather lose it."""


class RaceValue(NamedTuple):
    """The position of a side in the middle of a hand."""

    units: int
    score: int
    waiting: int


class Race(NamedTuple):
    """The terms of a rubber that its score depends on."""

    sides: int
    target: int
    units: int
    """The trick-units of a hand."""
    first_five: bool
    """True if §9.2 applies."""


def race(seats: int, chosen: Mapping[str, str]) -> Race:
    """The terms at a table with this number of seats and these options."""
    found = options.terms(seats, chosen)
    return Race(len(found.sides), found.target, found.units, found.first_five)


def worth(score: int, goal: int) -> float:
    """The value of a booked score."""
    return score + RUBBER if score == goal else score


def win_trick(place: RaceValue, size: int, left: int, race: Race, prize: int = 0) -> RaceValue:
    """The position after winning a trick of `size` units when `left` units were still to be won (§9.1, §9.2)."""
    of_others = race.units - left - place.units
    points = scoring.unit_points(race.first_five, scoring.pack((place.units, of_others)), 0, size) + prize
    return RaceValue(place.units + size, place.score, place.waiting + points)


@lru_cache(maxsize=1 << 16)
def prospect(place: RaceValue, left: int, race: Race) -> float:
    """The score, in points, that a side at `place` can expect after the hand, with `left` units still to be won.

    Simplification: each unit is a trick of its own that every side is equally likely to win, but one can lose on
    purpose.
    """
    goal = race.target
    if left == 0:
        swept = place.units == race.units
        return worth(place.score if swept else scoring.new_score(place.score, place.waiting, goal), goal)
    taken = prospect(win_trick(place, 1, left, race), left - 1, race)
    score = scoring.new_score(place.score, place.waiting, goal)
    lost = worth(score, goal) if score == goal else prospect(RaceValue(place.units, score, 0), left - 1, race)
    chance = 1 / race.sides
    if lost > taken:
        chance *= LOSING_ON_PURPOSE
    return chance * taken + (1 - chance) * lost


def after_trick(
    places: tuple[RaceValue, ...], winner: int, prize: int, size: int, left: int, race: Race
) -> list[float]:
    """The expected score of each side after `winner` won a trick of `size` units and `prize` points (§10.1, §10.3)."""
    goal = race.target
    left_after = left - size
    scores = [scoring.new_score(place.score, place.waiting, goal) for place in places]
    if any(score == goal for side, score in enumerate(scores) if side != winner):
        return [
            worth(place.score if side == winner else score, goal)
            for side, (place, score) in enumerate(zip(places, scores, strict=True))
        ]
    return [
        prospect(
            win_trick(place, size, left, race, prize) if side == winner else RaceValue(place.units, score, 0),
            left_after,
            race,
        )
        for side, (place, score) in enumerate(zip(places, scores, strict=True))
    ]
