"""Scenes by which somebody is called: it is their turn, or time runs out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bot.presentation.scenes.table_context import TableContext


@dataclass(frozen=True, slots=True)
class CallScene:
    """A mention in the thread, for a person whose DMs are closed and whose turn it is."""

    head: TableContext
    seat: int
    deadline: int | None = None
    """Until when the play may take, seconds since the epoch."""


class Reminded(NamedTuple):
    """A play that a person owes: at which table, until when (seconds since the epoch).

    `last`: everybody else has played to the trick.
    """

    head: TableContext
    seat: int
    deadline: int
    last: bool


@dataclass(frozen=True, slots=True)
class ReminderScene:
    """All plays of which one person is reminded at once, in a DM, the soonest deadline first."""

    table: int
    """The one whose post this is."""
    lines: tuple[Reminded, ...]


@dataclass(frozen=True, slots=True)
class MentionScene:
    """A reminder of one play, in the table's thread: it mentions who owes it."""

    line: Reminded
