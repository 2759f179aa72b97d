"""The scores at which a rubber may stand (§8.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.core.contract import Fact
from rules.core.facts import fact
from rules.treikort.facts import TreikortFact
from rules.treikort.options import SEATS, terms
from rules.treikort.ranking import PACK

TRICKS: Final = PACK // SEATS
"""The tricks of a hand, all of which are played."""


def impossible_score(
    seats: int, options: Mapping[str, str], scores: Sequence[int], at_end: bool = False
) -> Fact | None:
    """Return why a rubber never stands (`at_end`: ends) at these scores; None if it may."""
    all_tricks = terms(seats, options).hands * TRICKS
    total = all_tricks if at_end else min(sum(scores) // TRICKS * TRICKS, all_tricks)
    if len(scores) == SEATS and min(scores) >= 0 and sum(scores) == total:
        return None
    return fact(TreikortFact.IMPOSSIBLE_SCORE, tricks=TRICKS)
