"""Scenes of private answers: sentences, questions, lists, the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bot.presentation.scenes.scene import Scene
from bot.presentation.scenes.table_context import TableContext
from bot.tables.seat_holders import SeatHolder
from bot.texts.examples import Example
from rules import registry
from rules.core.cards import Card
from rules.core.contract import Fact, TrickAccount


@dataclass(frozen=True, slots=True)
class WordScene(Scene):
    """A sentence in a private answer: what was done, or why it was not done."""

    what: Fact
    head: TableContext | None = None


@dataclass(frozen=True, slots=True)
class AskScene(Scene):
    """The question "Are you sure?", private, before resigning or closing. `verb`: the verb of the custom_id for yes."""

    head: TableContext
    what: Fact
    verb: str


@dataclass(frozen=True, slots=True)
class WhyScene(Scene):
    """The last finished trick with the reasons, play by play; `account` is None before the first."""

    head: TableContext
    account: TrickAccount | None


@dataclass(frozen=True, slots=True)
class MoreScene(Scene):
    """The further actions at a running table, private to the person who asked."""

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
class MyTablesScene(Scene):
    """The tables of one person, in the order in which they are listed; `page` counts from 0."""

    lines: tuple[Waiting, ...]
    page: int = 0


@dataclass(frozen=True, slots=True)
class RanksScene(Scene):
    """The order of the cards. The cards of `hand`, the reader's own, are marked (private answers only).

    `table`: a table where a rubber is in play, for a button to what beats the heading play there.
    """

    hand: tuple[Card, ...] = ()
    game: str = registry.USUAL
    table: int | None = None


@dataclass(frozen=True, slots=True)
class RulesScene(Scene):
    """A page (from 0) of a topic of the rules; "" shows the list of topics, and an unknown topic is reported."""

    topic: str
    page: int = 0
    shown: tuple[Example, ...] = ()
    """The examples in the picture of the page, row by row; empty: no picture."""
