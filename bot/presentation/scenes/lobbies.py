"""Scenes of a lobby: its message in the channel, and the menus to set it up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.presentation.scenes.scene import Scene
from bot.presentation.scenes.table_context import TableContext
from bot.tables.seat_holders import SeatHolder
from rules.core.contract import Fact


@dataclass(frozen=True, slots=True)
class LobbyScene(Scene):
    """The message in the channel: seats, options and buttons; once started or closed, the state of the table."""

    head: TableContext
    opener: SeatHolder
    stage: str
    """`lobby`, `playing`, `over` or `closed`."""
    closed: Fact | None
    """The reason why the table was closed."""
    seat_counts: tuple[int, ...]
    """The numbers of seats that the game allows."""
    closes_at: int | None
    """The time when the lobby closes by itself, seconds since the epoch."""


@dataclass(frozen=True, slots=True)
class OptionsScene(Scene):
    """The options of a lobby, private to the person who may change them: a menu for each, and the number of seats."""

    head: TableContext
    seat_counts: tuple[int, ...]
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TermsScene(Scene):
    """The terms of a table, private to the person who may change them: a menu for each."""

    head: TableContext
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    own: Mapping[str, str] = field(default_factory=dict)
    """The server's own paces: pace as written -> name."""


@dataclass(frozen=True, slots=True)
class SeatScene(Scene):
    """The seats to take (partners sit opposite), private to the person who asked; with `remove`, people to remove."""

    head: TableContext
    remove: bool = False
