"""The ranking: the pack in the order of the roll, and which cards beat which (§2, §3, §7).

Inside the game a card is its place 0..43 on the roll (§2.5), and a set of cards is a mask of 44 bits: the lowest bit is
K♦.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.core.cards import Card, cards, places
from rules.core.contract import Group

ROLL: Final[tuple[Card, ...]] = cards(
    "KD 2H 4C 8S 9H 9D AC AS AH AD JC JS JH JD 6C 6S 6H 6D 8C 8H 8D 7C 7S 7H 7D "
    "2C 2S 2D 3C 3S 3H 3D 9C 9S 4S 4H 4D KC KS KH QC QS QH QD"
)
PACK: Final = len(ROLL)
FULL: Final = (1 << PACK) - 1
PLACES: Final[tuple[int, ...]] = tuple(ROLL.index(Card(number)) if number in ROLL else -1 for number in range(52))
"""Place of each of the 52 cards on the roll; -1 for those outside the pack (§2.1)."""
BITS: Final = tuple(1 << place for place in range(PACK))


def mask_of(some: Iterable[Card]) -> int:
    """The mask of these cards of the pack."""
    mask = 0
    for card in some:
        mask |= BITS[PLACES[card]]
    return mask


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards of a mask, highest first."""
    return tuple(ROLL[place] for place in places(mask))


HIGH_CARDS: Final = ROLL[:6]
"""The six cards that have a rank of their own."""


def _rank_mask(rank: str) -> int:
    return mask_of(card for card in ROLL if card.rank == rank and card not in HIGH_CARDS)


LOW_EIGHTS: Final = _rank_mask("8")
SEVENS: Final = _rank_mask("7")
TWOS, THREES, KINGS, QUEENS = map(_rank_mask, "23KQ")
RANKS: Final = (*(mask_of((card,)) for card in HIGH_CARDS), *map(_rank_mask, "AJ6"), LOW_EIGHTS)
"""The ranks of §2.2, high to low; the low Eights are the last."""

GROUPS: Final = (
    ("high_cards", mask_of(HIGH_CARDS)),
    ("aces", _rank_mask("A")),
    ("jacks", _rank_mask("J")),
    ("sixes", _rank_mask("6")),
    ("eights", LOW_EIGHTS),
    ("sevens", SEVENS),
    ("twos", TWOS),
    ("threes", THREES),
    ("nines", _rank_mask("9")),
    ("fours", _rank_mask("4")),
    ("kings", KINGS),
    ("queens", QUEENS),
)
"""The groups of the pack in the order of the roll; those from the Sevens on are outside the ranks (§2.3, §2.4)."""


def ranked_mask(eights: bool) -> int:
    """The mask of the ranked cards; `eights`: whether the low Eights are among them (§10.2)."""
    return sum(RANKS if eights else RANKS[:-1])


def groups_with(eights: bool) -> tuple[Group, ...]:
    """The groups as the contract has them."""
    return tuple(Group(name, cards_of(mask), bool(mask & ranked_mask(eights))) for name, mask in GROUPS)


NO_RIGHT: Final = ranked_mask(eights=False)
"""The cards that beat a low Eight that is led: a hand with any of them has no right to the stock (§5.1)."""


def beaters(eights: bool, strong: bool) -> tuple[int, ...]:
    """The mask of the cards that beat each heading card, by its place (§7.4 to §7.6).

    `strong`: a Seven that was led is strong; else any ranked card beats it (§10.1).
    """
    ranks = RANKS if eights else RANKS[:-1]
    above = [sum(ranks[:rank]) for rank in range(len(ranks))]
    of_rank = {bit: higher for rank, higher in zip(ranks, above, strict=True) for bit in BITS if bit & rank}
    rest = {bit: 0 if strong and bit & SEVENS else sum(ranks) | _powers(bit) for bit in BITS}
    return tuple(of_rank.get(bit, rest[bit]) for bit in BITS)


def _powers(bit: int) -> int:
    """The rubbish that beats this card (§7.6)."""
    if bit & QUEENS:
        return TWOS | THREES
    return TWOS if bit & KINGS else 0
