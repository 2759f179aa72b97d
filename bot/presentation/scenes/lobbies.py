"""Scenes of a lobby: its card, and the menus by which it is set up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.presentation.scenes.table_context import TableContext
from bot.tables.seat_holders import SeatHolder
from rules.core.contract import Fact


@dataclass(frozen=True, slots=True)
class LobbyScene:
    """The card in the channel: seats, options, buttons; or, once started or closed, what became of it."""

    head: TableContext
    opener: SeatHolder
    stage: str
    """`lobby`, `playing`, `over` or `closed`."""
    closed: Fact | None
    """Why it was closed."""
    seat_counts: tuple[int, ...]
    """How many seats the game allows."""
    closes_at: int | None
    """When it closes by itself, seconds since the epoch."""


@dataclass(frozen=True, slots=True)
class OptionsScene:
    """The lobby's options, private to who may change them: one menu an option, and how many seats."""

    head: TableContext
    seat_counts: tuple[int, ...]
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TermsScene:
    """The terms of a table, private to who may change them: one menu a term."""

    head: TableContext
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    own: Mapping[str, str] = field(default_factory=dict)
    """The server's own paces, as they are written, and their names."""


@dataclass(frozen=True, slots=True)
class SeatScene:
    """Which seat to take (partners sit opposite), private to who asked. With `remove`, whom to remove."""

    head: TableContext
    remove: bool = False
