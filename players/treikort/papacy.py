"""The choices of the Pope: whom he asks for a Seven, and which cards he gives back (§5.5, §5.7).

To ask is always better than to decline: he gets two cards, one of them the highest of a hand, for his two worst.
"""

from __future__ import annotations

from players.treikort.card_worth import worth
from players.treikort.knowledge import CardCount
from rules.core.contract import Move, View
from rules.treikort.ranking import PLACE_OF
from rules.treikort.state import ASK


def choose_move(view: View, known: CardCount, beaters: tuple[int, ...]) -> Move:
    """The Pope's move: whoever has more tricks in the rubber loses the highest card; the worst cards go back."""
    asks = [(view.scores[move.to], move.to, move) for move in view.moves if move.kind == ASK and move.to is not None]
    if asks:
        return min(asks)[-1]
    lowest_first = sorted(view.moves, key=_place, reverse=True)
    return min(lowest_first, key=lambda move: worth(_place(move), known, beaters))


def _place(move: Move) -> int:
    return PLACE_OF[move.cards[0]]
