"""The input of a pairing, and its result."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from rules.core.contract import Fact


class Contender(NamedTuple):
    """An entrant before a pairing.

    `met`: how often it met whom. `byes`: rounds without an opponent, or with a computer. `firsts`: how often it sat
    first, which is also the first deal; `was_first`: in the last round that it played.
    """

    number: int
    points: Fraction = Fraction(0)
    met: Mapping[int, int] = {}
    byes: int = 0
    firsts: int = 0
    was_first: bool = False

    def times_met(self, other: Contender) -> int:
        return self.met.get(other.number, 0)

    def with_points(self, points: Fraction) -> Contender:
        return self._replace(points=points)


class Pairing(NamedTuple):
    """The entrants of a match in the order of seats, and why they meet; one entrant alone has a bye."""

    entrants: tuple[int, ...]
    reasons: tuple[Fact, ...] = ()
