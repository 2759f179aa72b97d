"""Who sits at a table, and what every scene of one starts from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.tables.seat_holders import SeatHolder


@dataclass(frozen=True, slots=True)
class TableContext:
    """What every scene of a table starts from."""

    table: int
    name: str
    game: str
    holders: tuple[SeatHolder, ...]
    options: Mapping[str, str]
    link: str
    """Where the table is shown: the address of its thread (or channel), "" before it starts."""
    terms: Mapping[str, str] = field(default_factory=dict)
    """How long a play may take and what becomes of who lets it pass (`bot.tables.terms`)."""
