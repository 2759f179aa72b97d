"""The worth of keeping a card, in tricks, which is lost by playing it now."""

from __future__ import annotations

import math

from players.alkort.situation import AlkortSituation
from rules.alkort.ranking import BITS, SEVENS
from rules.core.cards import places


def worth(table: AlkortSituation, place: int) -> float:
    """The worth of keeping the card at this place."""
    bit, temper = BITS[place], table.temper
    if bit & SEVENS:
        return temper.seven * _way_to_lead(table)
    return temper.unbeaten * _unbeaten(table, place) if bit & table.ranked else 0.0


def _unbeaten(table: AlkortSituation, place: int) -> float:
    """1 for a card that no unseen card beats, and much less the more there are that do."""
    return math.pow(1 - table.known.share(table.later[place]), table.temper.steepness)


def _way_to_lead(table: AlkortSituation) -> float:
    """The likelihood that the hand comes to the lead, by its best card that is no Seven."""
    return max((_unbeaten(table, place) for place in places(table.known.hand & ~SEVENS)), default=0.0)
