"""A seat's knowledge of the cards in Alkort: what is gone, what it was shown, and what another seat can hold."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

from players.memory import Memory
from rules.alkort.exchange import DECLINE, LAID_OFF, REVEALED, SHOWED
from rules.alkort.options import SEATS
from rules.alkort.ranking import FULL, NO_RIGHT, mask_of
from rules.core.contract import View


class AlkortKnowledge(NamedTuple):
    """One seat's count of the pack; sets of cards are masks as in `rules.alkort.ranking`."""

    seat: int
    hand: int
    unseen: int
    """The cards in other hands, in the stock, and laid off unseen."""
    hand_sizes: tuple[int, ...]
    has: tuple[int, ...]
    """For each seat: cards that it holds for sure, since it has shown them."""
    may: tuple[int, ...]
    """For each other seat: the other unseen cards, as far as it can hold them."""

    def chance_to_hold(self, seat: int, wanted: int) -> float:
        """The probability that another seat holds at least one of these cards."""
        if self.has[seat] & wanted:
            return 1.0
        may = self.may[seat]
        held = self.hand_sizes[seat] - self.has[seat].bit_count()
        return chance_of(may.bit_count(), (may & wanted).bit_count(), held)

    def share(self, some: int) -> float:
        """The share of the unseen cards that these are."""
        return (self.unseen & some).bit_count() / max(1, self.unseen.bit_count())


def know(view: View, memory: Memory) -> AlkortKnowledge:
    """The knowledge of the seat of `view`."""
    assert view.seat is not None
    hand = mask_of(view.hand)
    gone = played = mask_of(card for play in (*memory.plays, *view.trick) for card in play.cards)
    has, may = [0] * SEATS, [FULL] * SEATS
    for event in view.events:
        shown = mask_of(event.cards)
        if event.kind in (LAID_OFF, REVEALED):
            gone |= shown  # of the nine cards revealed one is kept: too little to look for
        elif event.kind == DECLINE:
            may[event.seat] = ~NO_RIGHT
        elif event.kind == SHOWED and event.seat != view.seat and not event.hidden:
            has[event.seat] = shown & ~played
            may[event.seat] &= _none_above(shown) if len(event.cards) == 1 else 0
    unseen = FULL & ~hand & ~gone
    hidden = unseen & ~sum(has)
    return AlkortKnowledge(
        view.seat, hand, unseen, view.hand_sizes, tuple(has), tuple(hidden & possible for possible in may)
    )


def _none_above(highest: int) -> int:
    """The cards that a hand can hold whose highest card on the roll is this one (§6.2)."""
    return ~(highest - 1)


@lru_cache(maxsize=1 << 14)
def chance_of(count: int, good: int, held: int) -> float:
    """The probability that `held` of `count` cards, of which `good` are wanted, contain a wanted one."""
    if not good or held <= 0:
        return 0.0
    return 1 - comb(count - good, held) / comb(count, held) if held < count else 1.0
