"""A deck that fits the public plays of a hand, so that they can be checked without the true deal (BRAUS §11).

It follows from the known holdings: the cards that a seat held, and those that it did not, as its plays tell everybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from rules.braus import playing
from rules.braus.facts import BrausRefusal
from rules.braus.legality import nothing_to_play
from rules.braus.ranking import PACK, PLAYABLE, SEVENS, cards_above, cards_of, mask_of
from rules.braus.state import BrausState
from rules.core.cards import places
from rules.core.contract import IllegalAction, Imagined, Play, SeatAction, Shuffle, fact


def imagine(state: BrausState, actions: Sequence[SeatAction]) -> Imagined | tuple[int, IllegalAction]:
    """An order of the pack with which these plays are possible and do not end the hand, or (index of one, refusal)."""
    plays = [action for action in actions if isinstance(action, Play)]
    if len(plays) < len(actions):
        strange = next(index for index, action in enumerate(actions) if not isinstance(action, Play))
        return strange, IllegalAction(fact(BrausRefusal.NO_SUCH_MOVE, seat=actions[strange].seat))
    count = len(plays)
    while (fitting := _fitting_deal(state, plays[:count])) is None:
        count -= 1
    shuffle, reached = fitting
    if reached.turn < 0:
        return count - 1, IllegalAction(nothing_to_play(reached))
    if count < len(plays):
        refused = playing.apply(reached, plays[count])
        assert isinstance(refused, IllegalAction)
        return count, refused
    return Imagined(shuffle, tuple(plays))


def _fitting_deal(state: BrausState, plays: Sequence[Play]) -> tuple[Shuffle, BrausState] | None:
    """A deck with which these plays are possible, and the state after them; None if there is none."""
    seats = state.terms.seats
    if not all(0 <= play.seat < seats for play in plays):
        return None
    dealt = playing.deal(state, cards_of((1 << PACK) - 1))
    assert not isinstance(dealt, IllegalAction)
    hands = _hands(known_holdings(plays, seats, dealt.dealer), PACK // seats)
    if hands is None:
        return None
    rows = [cards_of(hands[(dealt.dealer + 1 + offset) % seats]) for offset in range(seats)]
    deck = Shuffle(tuple(card for cards in zip(*rows, strict=True) for card in cards))
    reached = playing.apply(state, deck)
    for play in plays:
        assert not isinstance(reached, IllegalAction)
        reached = playing.apply(reached, play)
        if isinstance(reached, IllegalAction):
            return None
    assert not isinstance(reached, IllegalAction)
    return deck, reached


def _hands(told: Sequence[KnownHolding], size: int) -> list[int] | None:
    """Hands of `size` cards that fit what is known of them, strongest cards first; None if there are none."""
    hands = [trace.held for trace in told]
    free = [size - hand.bit_count() for hand in hands]
    gone = reduce(or_, hands)
    if min(free) < 0 or gone.bit_count() != sum(hand.bit_count() for hand in hands):
        return None
    for place in places((1 << PACK) - 1 & ~gone):
        if not _give(hands, free, told, 1 << place, set()):
            return None
    return hands


def _give(hands: list[int], free: list[int], told: Sequence[KnownHolding], card: int, tried: set[int]) -> bool:
    """Give a card to a seat that may hold it, and that has room or can hand another card on; False if none can."""
    may = [seat for seat, trace in enumerate(told) if not trace.lacked & card and seat not in tried]
    for seat in may:
        if free[seat]:
            free[seat] -= 1
            hands[seat] |= card
            return True
    for seat in may:
        tried.add(seat)
        for place in places(hands[seat] & ~told[seat].held):
            if _give(hands, free, told, 1 << place, tried):
                hands[seat] ^= card | 1 << place
                return True
    return False


class KnownHolding(NamedTuple):
    """The cards that a seat held, and those that it did not, by its plays, as masks."""

    held: int = 0
    lacked: int = 0


def known_holdings(plays: Sequence[Play], seats: int, dealer: int) -> list[KnownHolding]:
    """Return the known holding of each seat. `plays`: legal ones, from the first of the hand on."""
    held, lacked = [0] * seats, [0] * seats
    lead, heading, winner, count = (dealer + 1) % seats, 0, 0, 0
    for seat, named_cards in plays:
        cards = mask_of(named_cards)
        held[seat] |= cards
        if not count:
            while lead != seat:  # the lead went past them (§5.6)
                lacked[lead] |= PLAYABLE
                lead = (lead + 1) % seats
            lacked[seat] |= SEVENS  # beside those that it lays (§5.2)
            if cards & SEVENS:
                continue
        elif not cards:
            lacked[seat] |= cards_above(heading)
        if cards:
            heading, winner = cards, seat
        count = (count + 1) % seats
        lead = winner
    return [KnownHolding(*both) for both in zip(held, lacked, strict=True)]
