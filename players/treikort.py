"""The computer player for Treikort: a heuristic player that uses only a seat's view and memory.

It weighs every card: the chance that it wins the trick, what the lead is worth then, and what the card would have been
worth later. The Pope always asks: that gets him two cards, one of them the highest of a hand, for his two worst.
"""

from __future__ import annotations

from math import prod
from typing import Final, NamedTuple

from players import Memory, chance_to_draw
from rules.core.cards import places
from rules.core.contract import Event, Move, Play, SeatAction, View
from rules.treikort.ranking import BEATERS, BITS, FULL, PLACE_OF, ROLL, SEVENS, mask_of
from rules.treikort.state import ASK
from rules.treikort.view import HIGH, NO_SEVEN, SEVEN


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


class SeatCards(NamedTuple):
    """A seat's knowledge of another's hand, as masks of the ranking."""

    held: int
    """The cards that it certainly holds."""
    possible: int
    """The cards that it or the third seat holds."""
    others: int
    """The number of its cards besides those in `held`."""


class CardCount(NamedTuple):
    """One seat's count of the pack."""

    seat: int
    hand: int
    unseen: int
    seats: tuple[SeatCards, ...]


def count_cards(view: View, memory: Memory) -> CardCount:
    """The knowledge of the seat of `view`."""
    assert view.seat is not None
    hand = mask_of(view.hand)
    unseen = FULL & ~hand & ~mask_of(card for play in (*memory.plays, *view.trick) for card in play.cards)
    held, barred = [0, 0, 0], [0, 0, 0]
    for event in view.events:
        barred[event.seat] |= _barred_cards(event)
        if event.cards and event.to is not None:
            held[event.to] |= mask_of(event.cards) & unseen
    held[view.seat] = 0
    one, two = (seat for seat in range(3) if seat != view.seat)
    loose = unseen & ~(held[one] | held[two])
    held[one] |= loose & barred[two]
    held[two] |= loose & barred[one]
    loose = unseen & ~(held[0] | held[1] | held[2])
    sizes = [size - cards.bit_count() for size, cards in zip(view.hand_sizes, held, strict=True)]
    seats = tuple(SeatCards(held[seat], loose, sizes[seat]) for seat in range(3))
    return CardCount(view.seat, hand, unseen, seats)


def _barred_cards(event: Event) -> int:
    """The cards that a giver cannot hold, because it gave its highest (§5.6), unless they are given back to it."""
    if event.kind == NO_SEVEN:
        return SEVENS
    if event.kind not in (HIGH, SEVEN) or not event.cards:
        return 0
    above = BITS[PLACE_OF[event.cards[0]]] - 1
    return above & SEVENS if event.kind == SEVEN else above & ~SEVENS


def chance_to_hold(known: CardCount, seat: int, wanted: int) -> float:
    """The probability that another seat holds one of these cards."""
    cards = known.seats[seat]
    if cards.held & wanted:
        return 1.0
    return chance_to_draw(cards.possible.bit_count(), (cards.possible & wanted).bit_count(), cards.others)


CHOOSERS: Final = {"steady": choose}
"""Level -> computer player."""
