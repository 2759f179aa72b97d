"""A seat's knowledge of the cards: the unseen ones, and the chance that another seat can beat the heading play."""

from __future__ import annotations

from typing import NamedTuple

from players import Memory, chance_to_draw
from players.voormsi.heading_play import HeadingPlay, beaters
from rules.core.contract import View
from rules.voormsi.ranking import FULL, mask_of


class Knowledge(NamedTuple):
    """One seat's count of the pack; sets of cards are masks as in `rules.voormsi.ranking`."""

    seat: int
    seats: int
    side: int
    side_of: tuple[int, ...]
    hand: int
    gone: int
    """The cards played in this hand so far."""
    unseen: int
    """The cards in other hands and in the stock."""
    unseen_count: int
    hand_sizes: tuple[int, ...]
    stock: int


def know(view: View, memory: Memory) -> Knowledge:
    """The knowledge of the seat of `view`."""
    assert view.seat is not None
    seats = len(view.hand_sizes)
    side_of = tuple(next(side for side, held in enumerate(view.sides) if seat in held) for seat in range(seats))
    hand = mask_of(view.hand)
    gone = mask_of(card for play in (*memory.plays, *view.trick) for card in play.cards)
    unseen = FULL & ~hand & ~gone
    count = unseen.bit_count()
    return Knowledge(
        view.seat, seats, side_of[view.seat], side_of, hand, gone, unseen, count, view.hand_sizes, view.stock
    )


def chance_to_beat(known: Knowledge, heading: HeadingPlay, seat: int, order: int) -> float:
    """The probability that `seat` can beat the heading play with the trick's play `order`; approximate for sets."""
    count, held = known.unseen_count, known.hand_sizes[seat]
    wanted = beaters(heading, order)
    if seat == known.seat and all(cards & known.hand for cards in wanted):
        return 1.0
    if len(wanted) == 1:
        return chance_to_draw(count, (wanted[0] & known.unseen).bit_count(), held)
    beating = sorted((cards & known.unseen).bit_count() for cards in wanted)
    return min(chance_to_draw(count, good, held, need) for need, good in enumerate(beating, 1))


def chance_held(known: Knowledge, card: int, seat: int) -> float:
    """The probability that another seat holds the card of this mask."""
    return chance_to_draw(known.unseen_count, 1, known.hand_sizes[seat]) if known.unseen & card else 0.0
