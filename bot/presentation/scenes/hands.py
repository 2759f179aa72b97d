"""Scenes of one's own hand: what one holds, what one could do with it, what one lays down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bot.presentation.scenes.table_context import TableContext
from rules.core.cards import Card
from rules.core.contract import Beaten, Considered, Fact, Play, TrickAccount, View


class QueuedPlay(NamedTuple):
    """A play laid down before its turn. SECRET. `condition`: `any`, `lead` or `follow`."""

    condition: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HandScene:
    """A seat's own hand, in its DM or in an ephemeral answer, with everything needed to play from it.

    `notes` are said on top (a refusal, that it was played, that DMs are closed); `dm` tells where it stands.
    The trick in progress is in `view`, and how the one before it ended in `last`; layouts show both when it is this
    seat's turn or when `dm` is False.
    """

    head: TableContext
    view: View
    dm: bool
    notes: tuple[Fact, ...] = ()
    last: TrickAccount | None = None
    deadline: int | None = None
    """Until when the seat's play may take, seconds since the epoch; None while others are to play."""
    laid: tuple[QueuedPlay, ...] = ()
    """What the seat's person has laid down for the next turn."""
    failed: tuple[tuple[Card, ...], ...] = ()
    """What had been laid down for this turn, or for one in which the play made itself, and could not be played."""
    paused: bool = False
    """Whether the table is paused; never of a DM that waits for others."""


@dataclass(frozen=True, slots=True)
class AheadScene:
    """Plays for one's next turn, private: what is laid down, a menu of one's cards, then when they are to be played."""

    head: TableContext
    view: View
    """Of the seat that asks."""
    laid: tuple[QueuedPlay, ...] = ()
    chosen: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class ConfirmScene:
    """Are you sure to play these cards? In place of the hand from which they were chosen, and as private."""

    head: TableContext
    view: View
    """Of the seat that would play."""
    cards: tuple[Card, ...]
    considered: Considered
    """What they would do now; they may be played."""


@dataclass(frozen=True, slots=True)
class MayScene:
    """May I play this? One's cards to choose from; with `considered`, whether `cards` may be played, and what then."""

    head: TableContext
    view: View
    """Of the seat that asks."""
    cards: tuple[Card, ...] = ()
    considered: Considered | None = None


@dataclass(frozen=True, slots=True)
class BeatsScene:
    """What beats the play that heads the trick now. Without a play (None), nothing has been led yet."""

    head: TableContext
    heading: Play | None
    beaten: tuple[Beaten, ...]
    """One for each card of the heading play, strongest first."""
    turn: int | None
    """Who plays next: what is told holds for that play."""
    seat: int | None = None
    """The seat of who asks; None for who only watches."""
    hand: tuple[Card, ...] = ()
    """The cards of who asks, to be marked for nobody else."""
