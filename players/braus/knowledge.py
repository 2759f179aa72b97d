"""A seat's knowledge of the cards: those that it does not see, which of them a hand cannot hold, and deals that fit."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import NamedTuple

from players.memory import Memory
from rules.braus.imagined_deck import known_holdings
from rules.braus.ranking import OUTCOME_CARD, PLAYABLE, mask_of
from rules.braus.view import PASSED_OVER
from rules.core.cards import places
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


class FittingSeats(NamedTuple):
    """An unseen card (a mask), and the seats that may hold it."""

    card: int
    seats: tuple[int, ...]


def fitting(known: UnseenCards) -> list[FittingSeats]:
    """The unseen cards with the seats that may hold them, those with the fewest seats first."""
    others = [seat for seat, room in enumerate(known.room) if room]
    cards = [1 << place for place in places(known.unseen)]
    found = [FittingSeats(card, tuple(seat for seat in others if not known.lacked[seat] & card)) for card in cards]
    return sorted(found, key=lambda each: len(each.seats))


def draw(known: UnseenCards, cards: list[FittingSeats], chance: random.Random) -> list[int]:
    """The hands of all seats without their duds; a card that no fitting seat has room for goes anywhere."""
    hands, room = [0] * len(known.room), list(known.room)
    hands[known.seat] = known.hand
    for card, seats in cards:
        seat = _place(seats, room, chance)
        if seat is None:
            seat = _place(range(len(room)), room, chance)
        if seat is None:
            break
        hands[seat] |= card
        room[seat] -= 1
    return hands


def _place(seats: Iterable[int], room: list[int], chance: random.Random) -> int | None:
    """One of the free places of these seats, each with the same probability; None if they have none."""
    left = chance.random() * sum([room[seat] for seat in seats])
    for seat in seats:
        left -= room[seat]
        if left < 0:
            return seat
    return None
