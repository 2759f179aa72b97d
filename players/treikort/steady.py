"""The level `steady`: a heuristic player that uses only a seat's view and memory.

It weighs every card: the chance that it wins the trick, what the lead is worth then, and what the card would have been
worth later. The Pope always asks: that gets him two cards, one of them the highest of a hand, for his two worst.
"""

from __future__ import annotations

from math import prod
from typing import Final, NamedTuple

from players.memory import Memory
from players.treikort.knowledge import CardCount, chance_to_hold, count_cards
from rules.core.cards import places
from rules.core.contract import Move, Play, SeatAction, View
from rules.treikort.ranking import BEATERS, BITS, FULL, PLACE_OF, ROLL, SEVENS
from rules.treikort.state import ASK


class TreikortTemper(NamedTuple):
    """The weights of the player, in tricks."""

    steepness: float = 5.5
    """The fall of the worth of a card with the unseen cards that beat it."""
    seven: float = 0.5
    """The worth of a Seven in a hand that may never get the lead."""
    seven_with_entry: float = 0.35
    """The addition if the hand is sure to get the lead."""
    lead: float = -0.1
    """The worth of the next lead."""
    lead_to_seven: float = 0.3
    """The addition for a hand with a Seven."""
    will: float = 0.8
    """The probability that a seat that can beat the heading card does so."""


STEADY: Final = TreikortTemper()


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
        return _choose_move(view, known, beaters)
    takers = FULL if view.heading is None else beaters[PLACE_OF[view.trick[view.heading].cards[0]]]
    own = OwnTurn(known, beaters, takers, view.to_play[1:], temper)
    lowest_first = sorted((PLACE_OF[card] for (card,) in view.legal), reverse=True)
    return Play(view.seat, (ROLL[max(lowest_first, key=lambda place: _weigh(own, place))],))


def _choose_move(view: View, known: CardCount, beaters: tuple[int, ...]) -> Move:
    """The Pope's move: whoever has more tricks in the rubber loses the highest card; the worst cards go back."""
    asks = [(view.scores[move.to], move.to, move) for move in view.moves if move.kind == ASK and move.to is not None]
    if asks:
        return min(asks)[-1]
    lowest_first = sorted(view.moves, key=_place, reverse=True)
    return min(lowest_first, key=lambda move: worth(_place(move), known, beaters))


def _place(move: Move) -> int:
    return PLACE_OF[move.cards[0]]


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


def worth(place: int, known: CardCount, beaters: tuple[int, ...], temper: TreikortTemper = STEADY) -> float:
    """The value of the card at this place to the hand that holds it."""
    if not BITS[place] & SEVENS:
        return _by_rank(place, known, beaters, temper)
    entry = max((_by_rank(other, known, beaters, temper) for other in places(known.hand & ~SEVENS)), default=0.0)
    return temper.seven + temper.seven_with_entry * entry


def _by_rank(place: int, known: CardCount, beaters: tuple[int, ...], temper: TreikortTemper) -> float:
    """The worth of a card by its rank: the fewer unseen cards beat it, the more."""
    against = (known.unseen & beaters[place]).bit_count()
    share = 1 - against / max(1, known.unseen.bit_count())
    return float(share**temper.steepness)
