"""Scenes of the replay of a hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bot.presentation.scenes.scene import Scene
from bot.presentation.scenes.table_context import TableContext
from rules.core.cards import Card
from rules.core.contract import PlayAccount, TrickAccount, View


class ReplayedTrick(NamedTuple):
    """A finished trick of a replayed hand: its number, the step that finished it, the play that won it.

    `won` is None if the rubber ended in the middle of the trick.
    """

    number: int
    step: int
    won: PlayAccount | None


@dataclass(frozen=True, slots=True)
class ReplayScene(Scene):
    """One step of a replayed hand, in a private answer: step 0 is the deal, step n the n-th play.

    While the hand is in play (`is_over` is False), the scene has only what everybody saw of its finished tricks.
    """

    head: TableContext
    hand_number: int
    is_over: bool
    number: int
    """The number of the trick."""
    view: View
    """The public view at that step; after a trick's last play, hands have been filled up for the next one."""
    plays: tuple[PlayAccount, ...]
    """The plays of the trick so far."""
    account: TrickAccount | None
    """The account of the trick, if this step finished it."""
    hands: tuple[tuple[Card, ...], ...]
    """All hands at that step, strongest card first; empty while the hand is in play."""
    drawn: tuple[tuple[Card, ...], ...]
    """The cards that each seat has just drawn, in order; empty while the hand is in play."""
    step: int
    steps: int
    """The number of the last step."""
    tricks: tuple[ReplayedTrick, ...]
    hands_dealt: int
    """The number of hands dealt at the table."""
