"""The level `steady`: a heuristic player that uses only a seat's view and memory.

It weighs every card: the chance that it wins the trick, what the lead is worth then, and what the card would have been
worth later.
"""

from __future__ import annotations

from math import prod
from typing import NamedTuple

from players.memory import Memory
from players.treikort.card_worth import STEADY, TreikortTemper, worth
from players.treikort.knowledge import CardCount, chance_to_hold, count_cards
from players.treikort.papacy import choose_move
from rules.core.contract import Play, SeatAction, View
from rules.treikort.ranking import BEATERS, BITS, FULL, PLACE_OF, ROLL, SEVENS


class OwnTurn(NamedTuple):
    """The part that all cards of one choice share."""

    known: CardCount
    beaters: tuple[int, ...]
    """For each heading card, by place: the mask of the cards that take the head."""
    takers: int
    """The mask of the cards that take the head now; all cards before a lead."""
    after: tuple[int, ...]
    """The seats that play after this one."""
    temper: TreikortTemper


def choose(view: View, memory: Memory, temper: TreikortTemper = STEADY) -> SeatAction:
    """A legal action of the seat whose turn it is."""
    assert view.seat is not None
    if len(view.legal) == 1:
        return Play(view.seat, view.legal[0])
    known, beaters = count_cards(view, memory), BEATERS[memory.options.get("low_ranks") == "equal"]
    if view.moves:
        return choose_move(view, known, beaters)
    takers = FULL if view.heading is None else beaters[PLACE_OF[view.trick[view.heading].cards[0]]]
    own = OwnTurn(known, beaters, takers, view.to_play[1:], temper)
    lowest_first = sorted((PLACE_OF[card] for (card,) in view.legal), reverse=True)
    return Play(view.seat, (ROLL[max(lowest_first, key=lambda place: _weigh(own, place))],))


def _weigh(own: OwnTurn, place: int) -> float:
    """The tricks that the card at this place can be expected to bring, less those that it could bring later."""
    cost = worth(place, own.known, own.beaters, own.temper)
    if not own.takers & BITS[place]:
        return -cost
    against = own.beaters[place]
    wins = prod(1 - own.temper.will * chance_to_hold(own.known, seat, against) for seat in own.after)
    return wins * (1 + _next_lead(own, own.known.hand & ~BITS[place])) - cost


def _next_lead(own: OwnTurn, rest: int) -> float:
    """The value of the next lead with these cards."""
    return own.temper.lead + (own.temper.lead_to_seven if rest & SEVENS else 0.0)
