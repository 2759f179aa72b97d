"""Deals of the unseen cards that fit what is known, drawn at random."""

from __future__ import annotations

import random

from players.braus.unseen import UnseenCards
from rules.braus.ranking import places


def draw(known: UnseenCards, chance: random.Random) -> list[int]:
    """The hands of all seats without their duds; cards that only some seats can hold are dealt first."""
    hands, room = [0] * len(known.room), list(known.room)
    hands[known.seat] = known.hand
    for card, fitting in _by_choice(known):
        open_seats = [seat for seat in fitting if room[seat]] or [seat for seat, left in enumerate(room) if left]
        if not open_seats:
            break
        (seat,) = chance.choices(open_seats, [room[each] for each in open_seats])
        hands[seat] |= card
        room[seat] -= 1
    return hands


def _by_choice(known: UnseenCards) -> list[tuple[int, list[int]]]:
    """The unseen cards with the seats that may hold them, those with the fewest seats first."""
    others = [seat for seat, room in enumerate(known.room) if room]
    cards = [1 << place for place in places(known.unseen)]
    fitting = [(card, [seat for seat in others if not known.lacked[seat] & card]) for card in cards]
    return sorted(fitting, key=lambda each: len(each[1]))
