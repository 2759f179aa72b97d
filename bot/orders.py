"""The order of the cards and of a deal as pictures and their alt texts show it, by game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

OUTSIDE: Final = {"voormsi": frozenset({"sevens", "three"})}
"""Game -> groups that have no place in the order at all times (RULES §2.4)."""
DEALT_FIRST: Final = {"voormsi": 4}
"""Game -> how many cards each seat is dealt before it begins to draw (RULES §4.3)."""


def dealt_first(game: str, options: Mapping[str, str]) -> int | None:
    """How many cards each seat is dealt before it begins to draw; None where everything is dealt (RULES §11.1)."""
    return None if options.get("deal") == "all" else DEALT_FIRST.get(game)
