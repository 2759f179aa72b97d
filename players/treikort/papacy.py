"""The choices of the Pope: whom he asks for a Seven, and which cards he gives back (§5.5, §5.7).

To ask is always better than to decline: he gets two cards, one of them the highest of a hand, for his two worst.
"""

from __future__ import annotations

from collections.abc import Sequence

from players.treikort.knowledge import CardCount
from players.treikort.worth import worth
from rules.core.contract import Move, View
from rules.treikort.ranking import PLACE_OF
from rules.treikort.state import ASK


def choose_move(view: View, known: CardCount, beaters: tuple[int, ...]) -> Move:
    """The Pope's move: whoever has more tricks in the rubber loses the highest card; the worst cards go back."""
    asks = [move for move in view.moves if move.kind == ASK]
    if asks:
        return min(asks, key=lambda move: view.scores[_asked(move)])
    return min(_by_roll(view.moves), key=lambda move: worth(_place(move), known, beaters))


def _asked(move: Move) -> int:
    assert move.to is not None
    return move.to


def _by_roll(moves: Sequence[Move]) -> list[Move]:
    """The moves with the lowest card first."""
    return sorted(moves, key=_place, reverse=True)


def _place(move: Move) -> int:
    return PLACE_OF[move.cards[0]]
