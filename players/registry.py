"""Which computers there are: a level of a game is a function from what a seat may know to a play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from players.memory import Memory
from players.voormsi import steady
from rules.core.contract import Play, View

Choose = Callable[[View, Memory], Play]

LEVELS: Final = ("steady",)
"""Names of the levels, the usual one first."""

_CHOOSERS: Final[Mapping[tuple[str, str], Choose]] = {("voormsi", "steady"): steady.choose}


def chooser(game: str, level: str) -> Choose:
    """The computer of `game` at `level`; it answers with one of `view.legal`. KeyError if there is none."""
    return _CHOOSERS[game, level]
