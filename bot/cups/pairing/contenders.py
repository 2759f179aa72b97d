"""The input of a pairing, its result, and the order of seats: who sits first at a table and deals first, in turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from bot.cups.notices import PairingReason
from bot.texts.notices import fact
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


def seat_order(contenders: Sequence[Contender]) -> tuple[Contender, ...]:
    """Return the contenders in the order of seats: who sat first less often comes first."""
    return tuple(sorted(contenders, key=lambda contender: (contender.firsts, contender.was_first)))


def why_first(contenders: Sequence[Contender]) -> tuple[Fact, ...]:
    """Return why the first sits first, where it is not chance."""
    first, *others = contenders
    fewer = bool(others) and all(first.firsts < opponent.firsts for opponent in others)
    return (fact(PairingReason.FEWER_FIRST),) if fewer else ()
