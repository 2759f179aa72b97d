"""Round robin by the circle method: everybody meets everybody, once or twice."""

from __future__ import annotations

from collections.abc import Sequence

from bot.cups.notices import PairingReason
from bot.cups.pairing.contenders import Pairing
from bot.texts.notices import fact


def round_robin(entrants: Sequence[int], number: int) -> list[Pairing]:
    """Return the pairings of the round `number`, counted from 0; in the second turn seats are swapped."""
    places = len(entrants) + len(entrants) % 2
    turn, circle_round = divmod(number, places - 1)
    about = PairingReason.SECOND_TURN if turn else PairingReason.EVERYBODY_MEETS
    found = []
    for first, second in _circle(places, circle_round):
        there = tuple(entrants[place] for place in (first, second) if place < len(entrants))
        why = fact(about if len(there) == 2 else PairingReason.RESTS, round=number + 1)
        found.append(Pairing(there[::-1] if turn % 2 else there, (why,)))
    return found


def _circle(places: int, number: int) -> list[tuple[int, int]]:
    """Return pairs of places of the circle: the last place stands still, and the others move by one a round.

    Nobody is first more than once more or less often than second.
    """
    moving = places - 1
    still = (number, moving) if number % 2 == 0 else (moving, number)
    pairs = [((number + step) % moving, (number - step) % moving) for step in range(1, places // 2)]
    return [still, *pairs]
