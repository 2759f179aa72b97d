"""The computer players: for each game and level, a function from view and memory to an action.

They stand in `CHOOSERS` of `players.<game>`, or of the module that an installed game names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Final

from players import Memory
from rules.core.contract import SeatAction, View
from rules.registry import GAMES, INSTALLED

Choose = Callable[[View, Memory], SeatAction]

LEVELS: Final = ("steady",)
"""The names of the levels, the default first."""


def choosers(game: str) -> Mapping[str, Choose]:
    """Read the computer players of a game, by level."""
    module = INSTALLED[game].package.computers if game in INSTALLED else f"players.{game}"
    found: Mapping[str, Choose] = import_module(module).CHOOSERS
    return found


def _choosers_or_none(game: str) -> Mapping[str, Choose]:
    try:
        return choosers(game)
    except Exception:
        if game not in INSTALLED:
            raise
        return {}  # a fault, with which the bot does not start


CHOOSERS: Final[dict[str, Mapping[str, Choose]]] = {name: _choosers_or_none(name) for name in GAMES}
"""Name of a game -> level -> its computer player."""


CAREFUL: Final = "careful"
"""The level of a computer that plays for a person; a game need not have it."""


def stand_in(game: str) -> Choose:
    """The computer player that plays for an absent person."""
    return CHOOSERS[game].get(CAREFUL) or CHOOSERS[game][LEVELS[0]]


def chooser(game: str, level: str) -> Choose:
    """The computer player of `game` at `level`; its actions are from `view.actions`. Raises KeyError."""
    return CHOOSERS[game][level]
