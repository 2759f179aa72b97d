"""The scores at which a rubber may stand (KARNOFFEL §6.2, §7.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.core.contract import Fact
from rules.core.facts import fact
from rules.core.possible_scores import of_one_side, possible_scores
from rules.karnoffel.facts import KarnoffelFact
from rules.karnoffel.options import SIDES, terms

GAINS: Final = of_one_side(len(SIDES), (1,))
"""The points of a hand: one side wins it, for 1 (§6.2)."""


def impossible_score(
    seats: int, options: Mapping[str, str], scores: Sequence[int], at_end: bool = False
) -> Fact | None:
    """Return why a rubber never stands (`at_end`: ends) at these scores; None if it may."""
    agreed = terms(seats, options)
    if possible_scores(GAINS, agreed.target, agreed.hands).include(scores, at_end):
        return None
    return fact(KarnoffelFact.IMPOSSIBLE_SCORE, target=agreed.target)
