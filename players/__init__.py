"""Computer players: they choose a play from what one seat may see.

They depend on the rules and nothing else. Here stands what all of them use.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import comb
from types import MappingProxyType
from typing import NamedTuple

from rules.core.contract import Play


class Memory(NamedTuple):
    """The public past of a hand, which a player can remember in addition to the view.

    What happened in the hand besides plays is in `View.events`.
    """

    plays: tuple[Play, ...] = ()
    """All plays of this hand in order, with those of the trick in play."""
    options: Mapping[str, str] = MappingProxyType({})
    """The table's options: name -> value; a missing one has its default."""


@lru_cache(maxsize=1 << 15)
def chance_to_draw(count: int, good: int, drawn: int, least: int = 1) -> float:
    """The probability that `drawn` of `count` cards contain at least `least` of the `good` ones among them."""
    drawn = min(drawn, count)
    if drawn < least or good < least:
        return 0.0
    missing = sum(comb(good, few) * comb(count - good, drawn - few) for few in range(least))
    return 1 - missing / comb(count, drawn)
