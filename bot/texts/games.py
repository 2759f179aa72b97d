"""The games that tables can be opened for: those that have words."""

from __future__ import annotations

from bot.texts.catalogue import SOURCE_LANGUAGE, catalogue
from rules import registry


def offered_games() -> tuple[str, ...]:
    """The names of the games that have words. Others have rules, a referee and computers only."""
    return tuple(name for name in registry.GAMES if f"{name}.name" in catalogue(SOURCE_LANGUAGE).forms)
