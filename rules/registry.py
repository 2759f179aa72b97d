"""The games that this program knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.core.contract import Game
from rules.voormsi import VOORMSI
from rules.voormsi.judge import judge

GAMES: Final[Mapping[str, Game[Any]]] = {VOORMSI.name: VOORMSI}
"""Name -> game."""
USUAL: Final = next(iter(GAMES))
"""The default game."""
JUDGES: Final[Mapping[str, Callable[[Mapping[str, Any]], dict[str, Any]]]] = {VOORMSI.name: judge}
"""Name of a game -> the function that judges a request to the referee (RULES §14)."""


def game(name: str) -> Game[Any]:
    """The game of this name. Raises KeyError."""
    return GAMES[name]
