"""Scenes of a seat's own hand: to play from it, to ask about plays, to queue plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bot.presentation.scenes.scene import Scene
from bot.presentation.scenes.table_context import TableContext
from rules.core.capabilities import Beaten, Considered
from rules.core.cards import Card
from rules.core.contract import Fact, Play, TrickAccount, View


class QueuedPlay(NamedTuple):
    """A play queued before its turn. SECRET. `condition`: `any`, `lead` or `follow`."""

    condition: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HandScene(Scene):
    """A seat's own hand, in a DM or an ephemeral answer, with everything needed to play from it.

    `notes` are at the top (a refusal, that a play was made, that DMs are closed); `dm`: whether the message is a DM.
    The trick in play is in `view`, the one before it in `last`; layouts show both if it is this seat's turn or `dm` is
    False.
    """

    head: TableContext
    view: View
    dm: bool
    notes: tuple[Fact, ...] = ()
    last: TrickAccount | None = None
    deadline: int | None = None
    """The deadline of the seat's play, seconds since the epoch; None while others are to play."""
    laid: tuple[QueuedPlay, ...] = ()
    """The plays queued for the next turn."""
    failed: tuple[tuple[Card, ...], ...] = ()
    """Queued plays that could not be made, for this turn or for one in which the play was made automatically."""
    paused: bool = False
    """True if the table is paused; always False in a DM while others are to play."""


@dataclass(frozen=True, slots=True)
class AheadScene(Scene):
    """Plays for the seat's next turn, private: the queued ones, and the cards chosen for another one."""

    head: TableContext
    view: View
    """The view of the seat that asks."""
    laid: tuple[QueuedPlay, ...] = ()
    chosen: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class ConfirmScene(Scene):
    """The question whether to play these cards; it replaces the hand from which they were chosen, and is as private."""

    head: TableContext
    view: View
    """The view of the seat that would play."""
    cards: tuple[Card, ...]
    considered: Considered
    """The effect of the cards now; they may be played."""


@dataclass(frozen=True, slots=True)
class MayScene(Scene):
    """A question before a play, private: a hand to choose from and, once asked, `cards` with the answer in
    `considered`.
    """

    head: TableContext
    view: View
    """The view of the seat that asks."""
    cards: tuple[Card, ...] = ()
    considered: Considered | None = None


@dataclass(frozen=True, slots=True)
class BeatsScene(Scene):
    """The cards that beat the heading play; `heading` is None before a lead."""

    head: TableContext
    heading: Play | None
    beaten: tuple[Beaten, ...]
    """One entry for each card of the heading play, strongest first."""
    turn: int | None
    """The seat to play next; what is said holds for that play."""
    seat: int | None = None
    """The seat of the person who asks; None for a spectator."""
    hand: tuple[Card, ...] = ()
    """The cards of the person who asks, marked in their answer only."""
