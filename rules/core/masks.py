"""Sets of cards as masks: bit n is the card at place n of a game's own order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


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
