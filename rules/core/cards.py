"""Playing cards as small ints with a rank and a suit, and sets of them as masks; each game defines its order.

Bit n of a mask is the card at place n of a game's own order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "DHSC"
SYMBOLS: Final = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}


class Card(int):
    """One of 52 cards as an int 0..51 (13 * suit + rank); written as two characters, rank then suit: `9C`."""

    __slots__ = ()

    @property
    def code(self) -> str:
        """Two characters, rank then suit letter: `KH` (RULES §14)."""
        return CODES[self]

    @property
    def rank(self) -> str:
        """One of `RANKS`."""
        return RANKS[self % 13]

    @property
    def suit(self) -> str:
        """One of `SUITS`."""
        return SUITS[self // 13]

    @property
    def index(self) -> str:
        """The rank as it stands in the corner of a card: `K`, `10`."""
        return self.rank.replace("T", "10")

    @property
    def symbol(self) -> str:
        """Rank and suit symbol: `K♥`."""
        return self.index + SYMBOLS[self.suit]

    def __repr__(self) -> str:
        return CODES[self]

    __str__ = __repr__


CODES: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARDS: Final = tuple(Card(index) for index in range(52))
_BY_CODE: Final = dict(zip(CODES, CARDS, strict=True))


def card(code: str) -> Card:
    """The card written `code`. Raises KeyError."""
    return _BY_CODE[code]


def cards(codes: str | Iterable[str]) -> tuple[Card, ...]:
    """The cards written as `"9C KH"` or `["9C", "KH"]`. Raises KeyError for the first invalid code."""
    return tuple(_BY_CODE[code] for code in (codes.split() if isinstance(codes, str) else codes))


def places(mask: int) -> Iterator[int]:
    """The places in a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_at(some: Iterable[int]) -> int:
    """The mask of the cards at these places."""
    mask = 0
    for place in some:
        mask |= 1 << place
    return mask
