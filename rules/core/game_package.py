"""The parts of a game that is installed beside the program."""

from __future__ import annotations

from typing import NamedTuple


class GamePackage(NamedTuple):
    """The value that the entry point of a game loads: the names of its modules, which are imported when needed."""

    game: str
    """The module of its rules, which meets `rules.core.contract.Game`."""
    computers: str
    """The module whose `CHOOSERS` are its computer players, by level (`players.registry`)."""
    files: str
    """The package with its folders `texts` (`en.po`), `rules` (`en.md`) and `lessons`; the last two are optional."""
    looks: str = ""
    """The module of its looks (`bot.messages.kit.game_looks`); "" if it needs none."""
