"""The games that this program knows: those of the packages of `rules`, and those of other installed packages."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final, cast

import rules
from rules.core.contract import Game
from rules.installed_games import GameFault, InstalledGame, found_games

Judge = Callable[[Mapping[str, Any]], dict[str, Any]]

_PACKAGES: Final = sorted(
    found.name
    for found in pkgutil.iter_modules(rules.__path__)
    if found.ispkg and found.name not in ("core", "notation")
)
GAMES: Final[dict[str, Game[Any]]] = {
    name: cast("Game[Any]", import_module(f"rules.{name}.game")) for name in _PACKAGES
}
"""Name -> game."""
_FOUND: Final = found_games(GAMES)
INSTALLED: Final[dict[str, InstalledGame]] = _FOUND.games
"""Name -> game of another package."""
FAULTS: Final[list[GameFault]] = _FOUND.faults
"""The reasons why other installed games are left out."""
GAMES.update((name, found.module) for name, found in INSTALLED.items())
USUAL: Final = "voormsi"
"""The default game."""
JUDGES: Final[dict[str, Judge]] = {name: import_module(f"rules.{name}.judge").judge for name in _PACKAGES}
"""Name of a game -> the function that judges a request to the referee (RULES §14)."""


def game(name: str) -> Game[Any]:
    """The game of this name. Raises KeyError."""
    return GAMES[name]
