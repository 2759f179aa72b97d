"""Scenes of a hand that is looked at again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bot.presentation.scenes.table_context import TableContext
from rules.core.cards import Card
from rules.core.contract import PlayAccount, TrickAccount, View


class ReplayedTrick(NamedTuple):
    """A finished trick of a hand that is looked at again: its number, the step that finished it, the play that won it.

    `won` is None where the rubber ended in the middle of the trick.
    """

    number: int
    step: int
    won: PlayAccount | None


@dataclass(frozen=True, slots=True)
class ReplayScene:
    """One step of a hand that is looked at again, in a private answer: step 0 is the deal, step n the n-th play.

    Of a hand that is not over (`is_over`) nothing is here but what everybody saw of its finished tricks.
    """

    head: TableContext
    hand_number: int
    is_over: bool
    number: int
    """Of the trick."""
    view: View
    """What everybody saw then; after a trick's last play with hands that are filled up for the next one."""
    plays: tuple[PlayAccount, ...]
    """Of the trick so far."""
    account: TrickAccount | None
    """What the trick did, once it is finished."""
    hands: tuple[tuple[Card, ...], ...]
    """All hands as they were then, strongest card first; empty while the hand is not over."""
    drawn: tuple[tuple[Card, ...], ...]
    """What each seat has just drawn, in order; empty as `hands` is."""
    step: int
    steps: int
    """The last step that there is."""
    tricks: tuple[ReplayedTrick, ...]
    hands_dealt: int
    """How many hands have been dealt at the table."""
