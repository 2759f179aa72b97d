"""The computer players: for each game and level, a function from view and memory to a play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from players.memory import Memory
from players.voormsi import steady
from rules.core.contract import Play, View

Choose = Callable[[View, Memory], Play]

LEVELS: Final = ("steady",)
"""The names of the levels, the default first."""

_CHOOSERS: Final[Mapping[tuple[str, str], Choose]] = {("voormsi", "steady"): steady.choose}


def chooser(game: str, level: str) -> Choose:
    """The computer player of `game` at `level`; its plays are from `view.legal`. Raises KeyError."""
    return _CHOOSERS[game, level]
