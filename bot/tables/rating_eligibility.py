"""Eligibility: the tables that count for ratings."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables import table_terms
from bot.texts.notices import Unrated, fact
from rules import registry
from rules.core.contract import Fact

SHORTEST = 1 / 3
"""The part of a whole rubber's usual plays that a rated one has at least."""


def unrated(game: str, seats: int, options: Mapping[str, str], agreed: Mapping[str, str]) -> Fact | None:
    """Return why a table with these options and terms does not count for ratings; None if it does."""
    rules = registry.game(game)
    if rules.about_plays(seats, options) < SHORTEST * rules.about_plays(seats, {}):
        return fact(Unrated.TOO_SHORT)
    if table_terms.read(agreed).pace.play is None:
        return fact(Unrated.NO_DEADLINE)
    return None
