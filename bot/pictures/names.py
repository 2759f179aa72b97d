"""What sitters are called in pictures."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pictures.typeface import readable
from bot.scenes import Sitter
from bot.sitters import plain_names
from bot.texts import Words


def names_of(words: Words, sitters: Sequence[Sitter]) -> tuple[str, ...]:
    """A name for each seat; the seat's number for a name of which the typeface has no letter."""
    called = enumerate(map(readable, plain_names(words, tuple(sitters))), start=1)
    return tuple(name if any(map(str.isalnum, name)) else words("seat.number", n=n) for n, name in called)
