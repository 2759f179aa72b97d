"""The ranking: the pack by the roll, and which cards beat which (§2, §3, §9.2).

Inside the game a card is its place 0..26 in the roll (§2.4), and a set of cards is a mask of 27 bits: the lowest bit is
Q♣. A lower place is never of a lower rank.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.core.cards import Card, cards, places
from rules.core.contract import Group

ROLL: Final[tuple[Card, ...]] = cards(
    "QC 2S KD 2H 4C 8S 9H 9D AC AS AH AD JC JS JH JD 6C 6S 6H 6D 8C 8H 8D 7C 7S 7H 7D"
)
PACK: Final = len(ROLL)
FULL: Final = (1 << PACK) - 1
BITS: Final = tuple(1 << place for place in range(PACK))
PLACE_OF: Final = {card: place for place, card in enumerate(ROLL)}


def mask_of(some: Iterable[Card]) -> int:
    """The mask of these cards, without those outside the pack."""
    return sum(BITS[PLACE_OF[card]] for card in {*some} if card in PLACE_OF)


def cards_of(cards_mask: int) -> tuple[Card, ...]:
    """The cards of a mask, by the roll."""
    return tuple(ROLL[place] for place in places(cards_mask))


def highest(cards_mask: int) -> int:
    """The bit of the highest card of a mask by the roll; 0 of none."""
    return cards_mask & -cards_mask


def _of_rank(rank: str) -> int:
    return mask_of(card for card in ROLL[8:] if card.rank == rank)


SEVENS: Final = _of_rank("7")
LOW_RANKS: Final = tuple(map(_of_rank, "AJ68"))
LOW: Final = sum(LOW_RANKS)
"""The ranked cards below 9♦."""
HIGH: Final = FULL & ~LOW & ~SEVENS
"""The eight highest cards, each of a rank of its own."""

_RANKED: Final = (("high", HIGH), *zip(("aces", "jacks", "sixes", "eights"), LOW_RANKS, strict=True))
GROUPS: Final = (
    (*_RANKED, ("sevens", SEVENS)),
    (("high", HIGH), ("low", LOW), ("sevens", SEVENS)),
)
"""The groups of the pack, strongest first: with ranked low cards, and with equal ones (§9.2)."""
GROUPED: Final = tuple(
    tuple(Group(name, cards_of(cards), cards != SEVENS) for name, cards in groups) for groups in GROUPS
)
"""The same groups as the contract has them."""


def _higher(place: int, low_ranks: Iterable[int]) -> int:
    """The ranked cards of a higher rank than the card at this place (§6.3); none for a Seven, which heads if led."""
    card = BITS[place]
    if card & SEVENS:
        return 0
    equal = next((rank for rank in low_ranks if rank & card), card)
    return highest(equal) - 1


BEATERS: Final = tuple(tuple(_higher(place, low) for place in range(PACK)) for low in (LOW_RANKS, (LOW,)))
"""With ranked and with equal low cards: for each heading card, by place, the mask of the cards that take the head."""
