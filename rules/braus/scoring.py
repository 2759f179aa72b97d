"""The strokes of a hand, and the scores at which a rubber may stand (BRAUS §6.1, §7, §8.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from rules.braus.facts import BrausRefusal
from rules.braus.options import SIDES, terms
from rules.core.contract import Fact, fact
from rules.core.trick_game import one_side_gains, possible_scores

SIX: Final = 6
"""The tricks that end a hand (§6.1)."""
FIVE: Final = 5
"""The tricks with which the outcome card scores (§7.3)."""
GAINS: Final = one_side_gains(SIDES, (0, 1, 2))
"""The points of a hand: one side scores, 1 or 2 with a jan, or nobody does (§7.4, §7.5)."""


class EndKind(StrEnum):
    """The end of a hand, as the referee says it (§R)."""

    JAN = "jan"
    SIX = "six"
    KING = "king"
    NONE = "none"


class HandScore(NamedTuple):
    """The end of a hand, and the side that scores; None if it is void."""

    kind: EndKind
    side: int | None
    strokes: int


def score(units: tuple[int, int], king_side: int, five_all: bool) -> HandScore:
    """The strokes of a finished hand (§7). `king_side`: the side that holds the outcome card."""
    for side in range(len(units)):
        if units[side] >= SIX:
            return HandScore(EndKind.SIX, side, 1) if units[1 - side] else HandScore(EndKind.JAN, side, 2)
    needed = units if five_all else units[king_side : king_side + 1]
    if all(count == FIVE for count in needed):
        return HandScore(EndKind.KING, king_side, 1)
    return HandScore(EndKind.NONE, None, 0)


def impossible_score(
    seats: int, options: Mapping[str, str], scores: Sequence[int], at_end: bool = False
) -> Fact | None:
    """Return why a rubber never stands (`at_end`: ends) at these scores; None if it may."""
    agreed = terms(seats, options)
    if possible_scores(GAINS, agreed.target, agreed.hands).include(scores, at_end):
        return None
    return fact(BrausRefusal.IMPOSSIBLE_SCORE, target=agreed.target)
