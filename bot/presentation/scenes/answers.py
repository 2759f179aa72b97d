"""Scenes of private answers that belong to nothing else: sentences, questions, lists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bot.presentation.scenes.table_context import TableContext
from bot.tables.seat_holders import SeatHolder
from bot.texts.examples import Example
from rules import registry
from rules.core.cards import Card
from rules.core.contract import Fact, TrickAccount


@dataclass(frozen=True, slots=True)
class WordScene:
    """A sentence in a private answer: what was done, or why it was not."""

    what: Fact
    head: TableContext | None = None


@dataclass(frozen=True, slots=True)
class AskScene:
    """Are you sure? Private; for resigning and closing. `verb` is the custom_id's verb for yes."""

    head: TableContext
    what: Fact
    verb: str


@dataclass(frozen=True, slots=True)
class WhyScene:
    """Why the last finished trick went as it did, play by play; None: there is none yet."""

    head: TableContext
    account: TrickAccount | None


@dataclass(frozen=True, slots=True)
class MoreScene:
    """What else can be done at a running table, private to who asked."""

    head: TableContext
    seated: bool
    may_close: bool
    paused: bool = False
    open_seats: tuple[int, ...] = ()
    """The seats that the person may take."""


class Waiting(NamedTuple):
    """A line of /mytables."""

    head: TableContext
    stage: str
    my_turn: bool
    turn: SeatHolder | None
    due_at: int | None
    guild: str
    paused: bool = False


@dataclass(frozen=True, slots=True)
class MyTablesScene:
    """Everything that waits for one person, in the order in which it is told; `page` counts from 0."""

    lines: tuple[Waiting, ...]
    page: int = 0


@dataclass(frozen=True, slots=True)
class RanksScene:
    """The order of the cards. With `hand`, one's own cards are marked (private answers only).

    `table`: where a rubber is played now, so that one can ask what beats the play that heads there.
    """

    hand: tuple[Card, ...] = ()
    game: str = registry.USUAL
    table: int | None = None


@dataclass(frozen=True, slots=True)
class RulesScene:
    """A page (from 0) of a topic of the rules; "" shows the list of topics, a name that is none says so."""

    topic: str
    page: int = 0
    shown: tuple[Example, ...] = ()
    """What the picture of the page shows, row by row; none: it has no picture."""
