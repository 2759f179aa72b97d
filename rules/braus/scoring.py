"""The strokes of a hand (BRAUS §6.1, §7)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

SIX: Final = 6
"""The tricks that end a hand (§6.1)."""
FIVE: Final = 5
"""The tricks with which the outcome card scores (§7.3)."""


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
