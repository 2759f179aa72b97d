"""The scores at which a rubber may stand (BRAUS §7, §8.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.braus.facts import BrausRefusal
from rules.braus.options import SIDES, terms
from rules.core.contract import Fact
from rules.core.facts import fact
from rules.core.possible_scores import of_one_side, possible_scores

GAINS: Final = of_one_side(SIDES, (0, 1, 2))
"""The points of a hand: one side scores, 1 or 2 with a jan, or nobody does (§7.4, §7.5)."""


def impossible_score(
    seats: int, options: Mapping[str, str], scores: Sequence[int], at_end: bool = False
) -> Fact | None:
    """Return why a rubber never stands (`at_end`: ends) at these scores; None if it may."""
    agreed = terms(seats, options)
    if possible_scores(GAINS, agreed.target, agreed.hands).include(scores, at_end):
        return None
    return fact(BrausRefusal.IMPOSSIBLE_SCORE, target=agreed.target)
