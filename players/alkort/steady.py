"""The level `steady`: a heuristic player that uses only a seat's view and memory.

It weighs every card: who is likely to win the trick with it, and what the card would be worth later.
"""

from __future__ import annotations

from players.alkort.card_worth import worth
from players.alkort.forecast import forecast
from players.alkort.situation import STEADY, AlkortSituation, AlkortTemper, situation_of
from players.memory import Memory
from rules.alkort.exchange import KEEP
from rules.alkort.ranking import BITS, PLACES, ROLL, SEVENS
from rules.core.contract import Move, Play, SeatAction, View


def choose(view: View, memory: Memory, temper: AlkortTemper = STEADY) -> SeatAction:
    """A legal action of the seat whose turn it is."""
    assert view.seat is not None
    if view.moves:
        return _exchange(view)
    if len(view.legal) == 1:
        return Play(view.seat, view.legal[0])
    table = situation_of(view, memory, temper)
    candidates = sorted((PLACES[card] for (card,) in view.legal), reverse=True)  # of equal ones the lowest on the roll
    return Play(view.seat, (ROLL[max(candidates, key=lambda place: _weigh(table, place))],))


def _exchange(view: View) -> Move:
    """Take the stock, since a hand with a right to it is weak; keep a Seven, else the highest card (§5.4)."""
    kept = {PLACES[move.cards[0]]: move for move in view.moves if move.kind == KEEP}
    return kept[min(kept, key=lambda place: (not BITS[place] & SEVENS, place))]


def _weigh(table: AlkortSituation, place: int) -> float:
    """The tricks that the side can expect from playing this card now, over keeping it."""
    outlook = forecast(table, table.heading_after(place))
    value = outlook.ours - worth(table, place)
    if table.takes(place) and table.known.hand & ~BITS[place] & SEVENS:
        value += table.temper.lead * outlook.stays
    return value
