"""A seat's knowledge of the cards: what others can hold, by the plays and by what passed to and from the Pope."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

from players.memory import Memory
from rules.core.contract import Event, View
from rules.treikort.ranking import BITS, FULL, PLACE_OF, SEVENS, mask_of
from rules.treikort.view import HIGH, NO_SEVEN, SEVEN


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
    return _chance(cards.possible.bit_count(), (cards.possible & wanted).bit_count(), cards.others)


@lru_cache(maxsize=1 << 14)
def _chance(count: int, good: int, drawn: int) -> float:
    """The probability that `drawn` of `count` cards contain one of the `good`."""
    drawn = max(0, min(drawn, count))
    return 1 - comb(count - good, drawn) / comb(count, drawn)
