"""The cards that a seat does not see, and which of them a hand cannot hold."""

from __future__ import annotations

from typing import NamedTuple

from players.memory import Memory
from rules.braus.known_holdings import known_holdings
from rules.braus.ranking import OUTCOME_CARD, PLAYABLE, mask_of
from rules.braus.view import PASSED_OVER
from rules.core.contract import View


class UnseenCards(NamedTuple):
    """One seat's knowledge of the other hands; sets of cards are masks of `rules.braus.ranking`."""

    seat: int
    hand: int
    unseen: int
    """The cards that matter in other hands: live cards, Sevens, and the outcome card."""
    room: tuple[int, ...]
    """For each seat: the number of its cards that are not seen."""
    lacked: tuple[int, ...]
    """For each seat: cards that it showed not to hold, by passing, by leading, or by leading nothing."""


def unseen_by(view: View, memory: Memory) -> UnseenCards:
    """The knowledge of the seat of `view`."""
    assert view.seat is not None
    hand = mask_of(view.hand)
    gone = mask_of(card for play in (*memory.plays, *view.trick) for card in play.cards)
    seats = len(view.hand_sizes)
    lacked = [0] * seats
    if memory.plays and view.dealer is not None:
        lacked = [known.lacked for known in known_holdings(memory.plays, seats, view.dealer)]
    for event in view.events:
        if event.kind == PASSED_OVER:
            lacked[event.seat] |= PLAYABLE
    room = tuple(0 if seat == view.seat else size for seat, size in enumerate(view.hand_sizes))
    return UnseenCards(view.seat, hand, (PLAYABLE | OUTCOME_CARD) & ~hand & ~gone, room, tuple(lacked))
