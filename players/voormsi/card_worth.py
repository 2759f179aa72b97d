"""The worth of keeping each card of a hand, in units, which is lost by playing it now."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from players.voormsi.knowledge import Knowledge
from rules.core.cards import places
from rules.voormsi import ranking


class Keeping(NamedTuple):
    """The weights of the parts of a card's worth."""

    rank: float = 0.85
    steepness: float = 5.5
    seven: float = 0.39
    three: float = 0.82
    three_on_matadors: float = 0.35
    club_king: float = 0.2
    spade_king: float = 0.05
    execution: float = 0.34


KEEPING: Final = Keeping()


def worths(known: Knowledge, weights: Keeping = KEEPING) -> dict[int, float]:
    """The place of each card in the hand -> its worth."""
    return {place: _worth(place, known, weights) for place in places(known.hand)}


def _worth(place: int, known: Knowledge, weights: Keeping) -> float:
    card: int = ranking.BITS[place]
    if card & ranking.SEVENS:
        return weights.seven * _chance_led_seven_stays(place, known)
    if card == ranking.THREE:
        return weights.three + weights.three_on_matadors * bool(known.unseen & ranking.VOORMSI)
    if card == ranking.CLUB_KING:
        return weights.club_king * bool(known.unseen & ranking.SEVENS)
    if card == ranking.SPADE_KING:
        return weights.spade_king * bool(known.unseen & ranking.CLUB_KING and known.unseen & ranking.SEVENS)
    worth = weights.rank * math.pow(_outranks(place, known), weights.steepness)
    if card == ranking.TOQUTSIT:
        worth += weights.execution * bool(known.unseen & ranking.VOORMSI)
    return worth


def _outranks(place: int, known: Knowledge) -> float:
    """The fraction of the unseen cards that does not beat it."""
    against = known.unseen & ranking.BEATERS[ranking.ORDINARY][place] & ~ranking.THREE
    return 1 - against.bit_count() / max(1, known.unseen_count)


def _chance_led_seven_stays(place: int, known: Knowledge) -> float:
    against = (known.unseen & ranking.BEATERS[ranking.SEVEN][place]).bit_count()
    foes = sum(size for seat, size in enumerate(known.hand_sizes) if known.side_of[seat] != known.side)
    hidden = max(0.0, 1 - foes / max(1, known.unseen_count))
    return math.pow(hidden, against)


def total(cards: int, worth_of: dict[int, float]) -> float:
    """The worth of all cards of a mask."""
    return sum(worth_of[place] for place in places(cards))


def best_seven(known: Knowledge) -> float:
    """The probability that the best Seven in the hand wins when it is led; 0 without one."""
    held = known.hand & ranking.SEVENS
    return max((_chance_led_seven_stays(place, known) for place in places(held)), default=0.0)


def best_equals(known: Knowledge) -> float:
    """Return how hard to beat the best set of equal cards in the hand is, 0 to 1; 0 without such a set."""
    strongest = (next(places(held)) for rank in ranking.FACE_RANKS if (held := known.hand & rank) & held - 1)
    return max((_outranks(place, known) ** 4 for place in strongest), default=0.0)
