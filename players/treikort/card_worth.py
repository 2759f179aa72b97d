"""The later value of each card of a hand, in tricks: it is lost by playing the card now, or by giving it away."""

from __future__ import annotations

from typing import Final, NamedTuple

from players.treikort.knowledge import CardCount
from rules.core.cards import places
from rules.treikort.ranking import BITS, SEVENS


class TreikortTemper(NamedTuple):
    """The weights of the player, in tricks."""

    steepness: float = 5.5
    """The fall of the worth of a card with the unseen cards that beat it."""
    seven: float = 0.5
    """The worth of a Seven in a hand that may never get the lead."""
    seven_with_entry: float = 0.35
    """The addition if the hand is sure to get the lead."""
    lead: float = -0.1
    """The worth of the next lead."""
    lead_to_seven: float = 0.3
    """The addition for a hand with a Seven."""
    will: float = 0.8
    """The probability that a seat that can beat the heading card does so."""


STEADY: Final = TreikortTemper()


def worth(place: int, known: CardCount, beaters: tuple[int, ...], temper: TreikortTemper = STEADY) -> float:
    """The value of the card at this place to the hand that holds it."""
    if not BITS[place] & SEVENS:
        return _by_rank(place, known, beaters, temper)
    entry = max((_by_rank(other, known, beaters, temper) for other in places(known.hand & ~SEVENS)), default=0.0)
    return temper.seven + temper.seven_with_entry * entry


def _by_rank(place: int, known: CardCount, beaters: tuple[int, ...], temper: TreikortTemper) -> float:
    """The worth of a card by its rank: the fewer unseen cards beat it, the more."""
    against = (known.unseen & beaters[place]).bit_count()
    share = 1 - against / max(1, known.unseen.bit_count())
    return float(share**temper.steepness)
