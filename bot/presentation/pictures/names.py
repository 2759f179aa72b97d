"""The names of seat holders in pictures."""

from __future__ import annotations

from functools import lru_cache

from bot.members.seat_names import plain_names
from bot.presentation.pictures.typeface import readable
from bot.tables.seat_holders import SeatHolder
from bot.texts import Translator
from bot.texts.names import told_apart


@lru_cache(maxsize=2048)
def names_of(words: Translator, holders: tuple[SeatHolder, ...]) -> tuple[str, ...]:
    """A name for each seat, no two alike; the seat's number if the typeface has no letter of the name."""
    called = enumerate(map(readable, plain_names(words, holders)), start=1)
    names = [name if any(map(str.isalnum, name)) else words("seat.number", n=n) for n, name in called]
    return told_apart(names, lambda name, seat: words("sitter.numbered", name=name, n=seat + 1))
