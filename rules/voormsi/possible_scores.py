"""The scores at which a rubber may stand (RULES §9, §10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import Final

from rules.core.contract import Fact
from rules.core.possible_scores import possible_scores
from rules.voormsi.facts import RefusalFact, fact
from rules.voormsi.options import RubberTerms, terms
from rules.voormsi.scoring import EXECUTION, FIFTH

FIRST_FIVE: Final = 1
"""Points for the first five units (§9.2)."""
SPECIAL: Final = EXECUTION
"""The most points of a hand by special cards (§9.4 to §9.8): Voormsi lies in one trick."""


def impossible_score(
    seats: int, options: Mapping[str, str], scores: Sequence[int], at_end: bool = False
) -> Fact | None:
    """Return why a rubber never stands (`at_end`: ends) at these scores; None if it may."""
    agreed = terms(seats, options)
    gains = _gains(agreed.units, agreed.first_five, len(agreed.sides))
    possible = possible_scores(gains, agreed.target, agreed.hands, most=agreed.target)
    may_lose_all = len(agreed.sides) == 2 and 0 in scores  # and with all its points the rubber (§9.6)
    if possible.include(scores, at_end and not may_lose_all):
        return None
    return fact(RefusalFact.IMPOSSIBLE_SCORE, points=_most(agreed), limit=agreed.target)


def _most(agreed: RubberTerms) -> int:
    """The most points that a hand brings: it is void if a side has all units (§9.3)."""
    return agreed.units - FIFTH + agreed.first_five * FIRST_FIVE + SPECIAL


@cache
def _gains(units: int, first_five: bool, sides: int) -> frozenset[tuple[int, ...]]:
    """All that a hand may bring.

    A side may always end with less: by a bounce (§10.2), and where the rubber is over or cut short before it books.
    """
    found = set[tuple[int, ...]]()
    for won in product(range(units), repeat=sides):  # of all units, the hand would be void
        if sum(won) != units:
            continue
        earned = [max(0, count - FIFTH + 1) for count in won]
        for side in range(sides):
            extra = [FIRST_FIVE if first_five and count >= FIFTH else 0 for count in won]
            extra[side] += SPECIAL if won[side] else 0
            most = (count + more for count, more in zip(earned, extra, strict=True))
            found.update(product(*(range(one + 1) for one in most)))
    return frozenset(found)
