"""The files of installed games."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable

from rules.registry import INSTALLED


def game_folder(game: str, name: str) -> Traversable:
    """A folder of an installed game, which may be missing: `texts`, `rules` or `lessons`."""
    return files(INSTALLED[game].package.files) / name
