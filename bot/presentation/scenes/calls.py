"""Scenes that call a person: it is their turn, or time runs out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bot.presentation.scenes.scene import Scene
from bot.presentation.scenes.table_context import TableContext


@dataclass(frozen=True, slots=True)
class CallScene(Scene):
    """A mention in the thread, for a person whose DMs are closed and whose turn it is."""

    head: TableContext
    seat: int
    deadline: int | None = None
    """The deadline of the play, seconds since the epoch."""


class Reminded(NamedTuple):
    """A play that a person owes at a table, with its deadline (seconds since the epoch).

    `last`: whether everybody else has played to the trick.
    """

    head: TableContext
    seat: int
    deadline: int
    last: bool


@dataclass(frozen=True, slots=True)
class ReminderScene(Scene):
    """All plays of which one person is reminded, in a DM, the soonest deadline first."""

    table: int
    """The table that the post belongs to."""
    lines: tuple[Reminded, ...]


@dataclass(frozen=True, slots=True)
class MentionScene(Scene):
    """A reminder of one play in the table's thread; it mentions the person who owes it."""

    line: Reminded
