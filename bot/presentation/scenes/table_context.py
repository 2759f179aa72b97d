"""The context of a table: its name, game, seats and terms, which all its scenes need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.tables.seat_holders import SeatHolder


@dataclass(frozen=True, slots=True)
class TableContext:
    """The facts about a table that all its scenes need."""

    table: int
    name: str
    game: str
    holders: tuple[SeatHolder, ...]
    options: Mapping[str, str]
    link: str
    """The URL of the table's thread (or channel), "" before it starts."""
    terms: Mapping[str, str] = field(default_factory=dict)
    """The time for a play and what happens at the deadline (`bot.tables.terms`)."""
