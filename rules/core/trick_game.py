"""The base of the games here: what the contract leaves alike in all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from rules.core.contract import Play, SeatAction, StateT, TrickAccount


class HasTurn(Protocol):
    """A state that has the seat to act, -1 when no seat is to act."""

    @property
    def turn(self) -> int: ...


class TrickGame:
    """A game of tricks in which every card is played openly; a game with other rules overrides what differs."""

    largest_play = 1
    can_pass_lead = False

    def turn(self, state: HasTurn) -> int | None:
        return state.turn if state.turn >= 0 else None

    def face(self, action: SeatAction) -> SeatAction:
        return action


def of_plays(
    account: Callable[[StateT, Play, StateT], TrickAccount | None],
) -> Callable[[StateT, SeatAction, StateT], TrickAccount | None]:
    """Return the function for `Game.account` of a game in which only plays end tricks."""

    def account_of(before: StateT, action: SeatAction, after: StateT) -> TrickAccount | None:
        return account(before, action, after) if isinstance(action, Play) else None

    return account_of
