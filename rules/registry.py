"""The games that this program knows: the module `game` of every package of `rules` that has one."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final, cast

import rules
from rules.core.contract import Game

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
USUAL: Final = "voormsi"
"""The default game."""
JUDGES: Final[dict[str, Judge]] = {name: import_module(f"rules.{name}.judge").judge for name in _PACKAGES}
"""Name of a game -> the function that judges a request to the referee (RULES §14)."""


def game(name: str) -> Game[Any]:
    """The game of this name. Raises KeyError."""
    return GAMES[name]
