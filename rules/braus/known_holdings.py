"""Known holdings: the cards that a seat held, and those that it did not, as its plays tell everybody (BRAUS §11.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.braus.ranking import PLAYABLE, SEVENS, above, mask_of
from rules.core.contract import Play


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
            lacked[seat] |= above(heading)
        if cards:
            heading, winner = cards, seat
        count = (count + 1) % seats
        lead = winner
    return [KnownHolding(*both) for both in zip(held, lacked, strict=True)]
