"""Deals of the unseen cards that fit what is known, drawn at random."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import NamedTuple

from players.braus.unseen import UnseenCards
from rules.core.cards import places


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
