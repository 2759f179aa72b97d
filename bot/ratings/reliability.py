"""Reliability: the share of deadlines that a person keeps. Neutral at first; playing mends it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

NEUTRAL: Final = 0.9
"""The reliability of somebody of whom nothing is known."""
PRIOR: Final = 20
"""The number of deadlines that the neutral value stands for."""
HALVED_AFTER: Final = 200
"""After this many further deadlines an old one counts half; a missed one, after so many that were kept."""


class Deadlines(NamedTuple):
    """The deadlines that a person had in one rubber, or in several, weighted by age."""

    kept: float = 0
    missed: float = 0

    @property
    def share(self) -> float:
        """The reliability, between 0 and 1."""
        return (self.kept + NEUTRAL * PRIOR) / (self.kept + self.missed + PRIOR)


class Reliability(NamedTuple):
    """The share of deadlines that a person keeps, between 0 and 1, and the number of those that tell it."""

    share: float = NEUTRAL
    known: int = 0


def reliability_of(rubbers: Iterable[Deadlines]) -> Reliability:
    """The reliability after rubbers, the oldest first."""
    total, known = Deadlines(), 0.0
    for rubber in rubbers:
        known += rubber.kept + rubber.missed
        aged, mended = (0.5 ** (later / HALVED_AFTER) for later in (rubber.kept + rubber.missed, rubber.kept))
        total = Deadlines(total.kept * aged + rubber.kept, total.missed * mended + rubber.missed)
    return Reliability(total.share, int(known))


def percent(share: float) -> int:
    """A reliability as people read it."""
    return int(100 * share + 1e-9)
