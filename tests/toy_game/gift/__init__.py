"""The game Gift as a package: what its entry point loads."""

from __future__ import annotations

from rules.installed_games import GamePackage

PACKAGE = GamePackage(game=f"{__name__}.game", computers=f"{__name__}.computers", files=__name__)
