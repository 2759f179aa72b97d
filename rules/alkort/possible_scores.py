"""The scores at which a rubber may stand (§8.5, §9.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.alkort.facts import AlkortRefusalFact
from rules.alkort.options import SIDES, TRICKS, terms
from rules.core.contract import Fact
from rules.core.facts import fact
from rules.core.possible_scores import of_one_side, possible_scores

GAINS: Final = of_one_side(len(SIDES), (1, *range(5, TRICKS + 1)))
"""The points of a hand: one side scores, 1 or 5 to 9 (§8.5)."""


def impossible_score(
    seats: int, options: Mapping[str, str], scores: Sequence[int], at_end: bool = False
) -> Fact | None:
    """Return why a rubber never stands (`at_end`: ends) at these scores; None if it may."""
    agreed = terms(seats, options)
    if possible_scores(GAINS, agreed.target, agreed.hands).include(scores, at_end):
        return None
    return fact(AlkortRefusalFact.IMPOSSIBLE_SCORE, tricks=TRICKS, target=agreed.target)
