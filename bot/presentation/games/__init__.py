"""The looks of one game each: what a picture or a menu of that game alone needs.

Whatever all games share stands beside this package. A game without a package here has plain cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec


@cache
def emblems(game: str) -> Mapping[str, str]:
    """Code of a card -> the drawing of its emblem; empty for a game without emblems."""
    name = f"{__name__}.{game}"
    if find_spec(name) is None:
        return {}
    found: Mapping[str, str] = import_module(f"{name}.emblems").EMBLEMS
    return found
