"""Which games there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules.game import Game
from rules.voormsi import VOORMSI

GAMES: Final[Mapping[str, Game[Any]]] = {VOORMSI.name: VOORMSI}
"""Name -> game."""


def game(name: str) -> Game[Any]:
    """The game of this name; KeyError if there is none."""
    return GAMES[name]
