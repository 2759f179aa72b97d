"""The rank: live cards from high to low, Sevens, and duds that are never played (BRAUS §2).

Inside the game a card is its place 0..35 in `ORDER`, and a set of cards is a mask of 36 bits: the lowest bit is J♣.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.core.cards import Card, cards, places
from rules.core.contract import Group

_LIVE: Final = "JC 8S KH 9C 9S 9H 9D AC AS AH AD JS JH JD 6C 6S 6H 6D"
_SEVENS: Final = "7C 7S 7H 7D"
_DUDS: Final = "8C 8H 8D TC TS TH TD QC QS QH QD KS KD"

ORDER: Final[tuple[Card, ...]] = cards(f"{_LIVE} {_SEVENS} KC {_DUDS}")
PACK: Final = len(ORDER)
_BIT_OF: Final = {card: 1 << place for place, card in enumerate(ORDER)}


def mask_of(some: Iterable[Card]) -> int:
    """The mask of these cards, without those outside the pack."""
    mask = 0
    for card in some:
        mask |= _BIT_OF.get(card, 0)
    return mask


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards of a mask, strongest first."""
    return tuple(ORDER[place] for place in places(mask))


def card_of(mask: int) -> Card:
    """The only card of a mask."""
    return ORDER[mask.bit_length() - 1]


LIVE: Final = mask_of(cards(_LIVE))
SEVENS: Final = mask_of(cards(_SEVENS))
PLAYABLE: Final = LIVE | SEVENS
OUTCOME_CARD: Final = mask_of(cards("KC"))
MATADORS: Final = mask_of(cards("JC 8S KH"))

GROUPS: Final = tuple(
    (name, mask_of(cards(codes)))
    for name, codes in (
        ("matadors", "JC 8S KH"),
        ("nines", "9C 9S 9H 9D"),
        ("aces", "AC AS AH AD"),
        ("jacks", "JS JH JD"),
        ("sixes", "6C 6S 6H 6D"),
        ("sevens", _SEVENS),
        ("outcome_card", "KC"),
        ("duds", _DUDS),
    )
)
"""The groups of the pack: the live cards by rank, then those that beat nothing."""


def groups_of(hand: int) -> tuple[Group, ...]:
    """The cards of a mask in their groups."""
    return tuple(Group(name, cards_of(hand & held), bool(held & LIVE)) for name, held in GROUPS if hand & held)


GROUPED: Final = groups_of((1 << PACK) - 1)
"""The whole pack in its groups."""


def cards_above(card: int) -> int:
    """The live cards that rank above this live one; both as masks (§2.3)."""
    return card - 1


def are_one_rank(card: int, other: int) -> bool:
    """Return whether two live cards differ by suit alone (§2.2); the matadors have ranks of their own."""
    both = card | other
    return not both & MATADORS and any(both & held == both for _, held in GROUPS)


def cut_strength(card: Card) -> tuple[int, int]:
    """The strength of a card in the cut for the deal (§4.1)."""
    return "6789TJQKA".index(card.rank), "DHSC".index(card.suit)
