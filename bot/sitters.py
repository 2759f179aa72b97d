"""What those who sit at a table are called, and on which side they sit."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from bot.scenes import Holder, Sitter
from bot.texts import Words

Sides = tuple[tuple[int, ...], ...]
"""The seats of each side."""


def sides_of(seats: int, sides: int) -> Sides:
    """The seats of each side, where only the numbers of both are known: they sit in turns (RULES §1)."""
    return tuple(tuple(range(side, seats, sides)) for side in range(sides))


@lru_cache(maxsize=2048)
def plain_names(words: Words, sitters: tuple[Sitter, ...]) -> tuple[str, ...]:
    """What each seat is called, as plain text; names that would be alike get the number of their seat."""
    called = [_called(words, seat, sitter) for seat, sitter in enumerate(sitters)]
    times = Counter(called)
    return tuple(
        words("sitter.numbered", name=name, n=seat + 1) if times[name] > 1 else name for seat, name in enumerate(called)
    )


def _called(words: Words, seat: int, sitter: Sitter) -> str:
    match sitter.kind:
        case Holder.PERSON if sitter.erased:
            return words("news.former")
        case Holder.PERSON:
            return " ".join(sitter.name.split()) or words("seat.number", n=seat + 1)
        case Holder.COMPUTER if sitter.was:
            return words("sitter.computer-for", name=" ".join(sitter.was.split()))
        case Holder.COMPUTER:
            return " ".join(sitter.name.split()) or words("sitter.computer", n=seat + 1)
    return words("sitter.empty")
