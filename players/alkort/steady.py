"""The level `steady`: a heuristic player that uses only a seat's view and memory.

It weighs every card: who is likely to win the trick with it, and what the card would be worth later.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from players.alkort.situation import STEADY, AlkortHeading, AlkortSituation, AlkortTemper, situation_of
from players.memory import Memory
from rules.alkort.exchange import KEEP
from rules.alkort.ranking import BITS, PLACES, ROLL, SEVENS
from rules.core.cards import places
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


class AlkortForecast(NamedTuple):
    """`stays`: the probability that the heading play wins; `ours`: that the player's side wins, with it or another."""

    stays: float
    ours: float


def forecast(table: AlkortSituation, heading: AlkortHeading) -> AlkortForecast:
    """Forecast a trick after the player's own play."""
    temper, side = table.temper, heading.side
    stays, taken = 1.0, [0.0, 0.0]
    for ahead, seat in enumerate(table.to_play, 1):
        own = seat % 2
        able = table.known.chance_to_hold(seat, heading.beaters)
        again = temper.again * able * taken[1 - own]
        foes_follow = ahead < len(table.to_play)
        will = temper.will if own != side else temper.over_partner if foes_follow else 0.0
        taken[own] += again + will * able * stays
        taken[1 - own] -= again
        stays -= will * able * stays
    return AlkortForecast(stays, taken[table.side] + (stays if side == table.side else 0.0))


def worth(table: AlkortSituation, place: int) -> float:
    """The worth of keeping the card at this place."""
    bit, temper = BITS[place], table.temper
    if bit & SEVENS:
        return temper.seven * _way_to_lead(table)
    return temper.unbeaten * _unbeaten(table, place) if bit & table.ranked else 0.0


def _unbeaten(table: AlkortSituation, place: int) -> float:
    """1 for a card that no unseen card beats, and much less the more there are that do."""
    return math.pow(1 - table.known.share(table.later[place]), table.temper.steepness)


def _way_to_lead(table: AlkortSituation) -> float:
    """The likelihood that the hand comes to the lead, by its best card that is no Seven."""
    return max((_unbeaten(table, place) for place in places(table.known.hand & ~SEVENS)), default=0.0)
