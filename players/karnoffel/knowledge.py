"""A seat's knowledge of the cards: those that it has not seen, and the chance that another seat holds some of them."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

from players.memory import Memory
from rules.core.contract import View
from rules.karnoffel.ranking import ABOVE, FULL, LADDER_OF, SUITS, mask_of


class CardKnowledge(NamedTuple):
    """One seat's count of the pack; sets of cards are masks as in `rules.karnoffel.ranking`."""

    seat: int
    chosen: int
    hand: int
    known: tuple[int, ...]
    """For each other seat: the turned card that it still holds (KARNOFFEL §4.4)."""
    hidden: tuple[int, ...]
    """For each seat: the number of its other cards."""
    unseen: int
    """The cards that may be among these, or undealt."""

    def is_ours(self, seat: int) -> bool:
        """Return whether a seat is of this seat's side."""
        return (seat - self.seat) % 2 == 0


def know(view: View, memory: Memory) -> CardKnowledge:
    """The knowledge of the seat of `view`."""
    assert view.seat is not None
    chosen = SUITS.index(view.order[0].cards[0].suit)
    hand = mask_of(view.hand, chosen)
    known = tuple(0 if seat == view.seat else mask_of(cards, chosen) for seat, cards in enumerate(view.known))
    hidden = tuple(size - mask.bit_count() for size, mask in zip(view.hand_sizes, known, strict=True))
    played = mask_of({card for play in (*memory.plays, *view.trick) for card in play.cards}, chosen)
    return CardKnowledge(view.seat, chosen, hand, known, hidden, FULL & ~(hand | played | sum(known)))


def chance_held(known: CardKnowledge, seat: int, wanted: int) -> float:
    """The probability that another seat holds any of the wanted cards (a mask)."""
    if known.known[seat] & wanted:
        return 1.0
    return _chance_of_any(known.unseen.bit_count(), (known.unseen & wanted).bit_count(), known.hidden[seat])


@lru_cache(maxsize=1 << 13)
def _chance_of_any(count: int, good: int, held: int) -> float:
    """The probability that `held` of `count` cards, of which `good` are wanted, contain a wanted one."""
    return 1 - comb(count - good, held) / comb(count, held)


def strength(known: CardKnowledge, place: int) -> float:
    """The probability that no opponent could beat this card if it were led now."""
    higher = ABOVE[LADDER_OF[place]][place] & ~known.hand
    chance = 1.0
    for seat in ((known.seat + 1) % 4, (known.seat + 3) % 4):
        chance *= 1 - chance_held(known, seat, higher)
    return chance
