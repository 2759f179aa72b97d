"""The ranking: the pack in order of strength, and which cards beat which (RULES §2, §3).

Inside the game a card is its place 0..35 in the order of strength (§2.3, then the Sevens, then 3♦), and a set of cards
is a mask of 36 bits: the lowest bit is Toqutsit.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from rules.core.cards import Card, cards, places
from rules.core.contract import Group

ORDER: Final[tuple[Card, ...]] = cards(
    "JC KH 8S 9C 9S 9H 9D AC AS AH AD JS JH JD 6C 6S 6H 6D 5C 5S 5H 5D 8C 8H 8D QC QS QH QD KC KS 7C 7S 7H 7D 3D"
)
PLACES: Final[tuple[int, ...]] = tuple(ORDER.index(Card(number)) if number in ORDER else -1 for number in range(52))
"""Place of each of the 52 cards in the order of strength; -1 for those outside the pack (§2.1)."""

PACK: Final = len(ORDER)
FULL: Final = (1 << PACK) - 1
BITS: Final = tuple(1 << place for place in range(PACK))
BIT_OF: Final = tuple(BITS[place] if place >= 0 else 0 for place in PLACES)
"""The bit of each of the 52 cards in a mask; 0 for those outside the pack."""


def mask(codes: str) -> int:
    """The mask of the cards written `codes`: `"9C KH"`."""
    return sum(BITS[ORDER.index(card)] for card in cards(codes))


@lru_cache(maxsize=4096)
def cards_of(cards_mask: int) -> tuple[Card, ...]:
    """The cards of a mask, strongest first."""
    return tuple(ORDER[place] for place in places(cards_mask))


def mask_of(some: Iterable[Card]) -> int:
    """The mask of these cards, without those outside the pack."""
    mask = 0
    for card in some:
        mask |= BIT_OF[card]
    return mask


TOQUTSIT: Final = mask("JC")
VOORMSI: Final = mask("KH")
MATADORS: Final = mask("JC KH 8S")
CLUB_KING: Final = mask("KC")
SPADE_KING: Final = mask("KS")
SEVENS: Final = mask("7C 7S 7H 7D")
THREE: Final = mask("3D")


def _rank_mask(rank: str) -> int:
    return mask_of(card for card in ORDER if card.rank == rank)


GROUPS: Final = (
    ("matadors", MATADORS),
    ("nines", _rank_mask("9")),
    ("aces", _rank_mask("A")),
    ("jacks", _rank_mask("J") & ~MATADORS),
    ("sixes", _rank_mask("6")),
    ("fives", _rank_mask("5")),
    ("eights", _rank_mask("8") & ~MATADORS),
    ("queens", _rank_mask("Q")),
    ("kings", _rank_mask("K") & ~MATADORS),
    ("sevens", SEVENS),
    ("three", THREE),
)
"""The groups of the pack in the order of strength; those whose power depends on the trick are last."""


def is_ranked(group: int) -> bool:
    """Return whether a group always has the same place in the order (§2.4)."""
    return not group & (SEVENS | THREE)


@lru_cache(maxsize=4096)
def groups_of(hand: int) -> tuple[Group, ...]:
    """The groups of a hand as the contract has them, without empty ones."""
    return tuple(Group(name, cards_of(hand & cards), is_ranked(cards)) for name, cards in GROUPS if hand & cards)


GROUPED: Final = groups_of(FULL)

FACE_RANKS: Final = tuple(_rank_mask(rank) for rank in "9AJ658QK7")
"""The masks of the face ranks whose cards can be led together (§5.2), in the order of §2.3; the lone 3♦ has none."""
FACE_RANK_AT: Final = tuple(sum(rank for rank in FACE_RANKS if rank & bit) for bit in BITS)
"""The mask of the face rank of the card at each place; 0 for the lone 3♦."""

# The kinds of trick. With the kind, a heading card's power follows from the card alone; +1 in `BEATERS` means that the
# heading play is the one just before, which matters to K♠ only (§3.5).
ORDINARY: Final = 0
SEVEN: Final = 2
"""Sevens are strong: one was led, or played second to a led 3♦ (§3.3)."""
THREE_LED: Final = 4
KING_LED: Final = 6
"""K♣ was led and still heads, with the option that K♠ in the next play beats it (§11.2)."""


def _ordinary_beaters(place: int) -> int:
    """The cards that beat this one if no Seven is strong: higher ones (§2.3), the other matador (§3.1), an added 3♦."""
    card = BITS[place]
    if card & (SEVENS | THREE):
        return 0 if card == THREE else FULL & ~SEVENS & ~card
    equal = (TOQUTSIT | VOORMSI) & ~card if card & (TOQUTSIT | VOORMSI) else 0
    return (card - 1) | equal | THREE


def _seven_beaters(place: int, next_play: bool) -> int:
    """The cards that beat this one in a trick of strong Sevens (§3.3 to §3.5)."""
    card = BITS[place]
    if card & SEVENS:
        return SEVENS & (card - 1) | CLUB_KING | THREE
    if card == CLUB_KING and next_play:
        return SPADE_KING | THREE
    return 0 if card == THREE else THREE


def _king_beaters(place: int, next_play: bool) -> int:
    """The same as `_ordinary_beaters`, but K♠ in the very next play beats the led K♣ (§11.2)."""
    return _ordinary_beaters(place) | (SPADE_KING if next_play and BITS[place] == CLUB_KING else 0)


def _three_beaters(place: int) -> int:
    """Any card beats a led 3♦ (§3.2)."""
    return FULL & ~BITS[place]


BEATERS: Final[tuple[tuple[int, ...], ...]] = (
    tuple(_ordinary_beaters(place) for place in range(PACK)),
    tuple(_ordinary_beaters(place) for place in range(PACK)),
    tuple(_seven_beaters(place, False) for place in range(PACK)),
    tuple(_seven_beaters(place, True) for place in range(PACK)),
    tuple(_three_beaters(place) for place in range(PACK)),
    tuple(_three_beaters(place) for place in range(PACK)),
    tuple(_king_beaters(place, False) for place in range(PACK)),
    tuple(_king_beaters(place, True) for place in range(PACK)),
)
"""`BEATERS[kind + next_play][place]`: the mask of the cards that beat the heading card at `place`."""

CUT_RANK: Final = (0, *range(PACK - 1))
"""The rank for the cut by place, the lowest card highest: as the order of strength, but J♣ and K♥ equal (§4.2)."""
