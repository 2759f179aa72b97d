"""Parts that most games of tricks share: whose turn it is by a packed state, and actions without private parts."""

from __future__ import annotations

from typing import Protocol

from rules.core.contract import SeatAction


class HasTurn(Protocol):
    """A state that has the seat to act, -1 when no seat is to act."""

    @property
    def turn(self) -> int: ...


def turn(state: HasTurn) -> int | None:
    """The seat to act, None when a shuffle is expected or the rubber is over."""
    return state.turn if state.turn >= 0 else None


def face(action: SeatAction) -> SeatAction:
    """The action as it is, since every card is played openly."""
    return action
