"""What those who sit at a table are called, and on which side they sit."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from bot.tables.seat_holders import Holder, SeatHolder
from bot.texts import Translator, in_language, languages
from bot.texts.names import legible, letters, told_apart

Sides = tuple[tuple[int, ...], ...]
"""The seats of each side."""

LONGEST_NAME: Final = 32
"""Characters of a person's name that are shown; Discord allows no more either."""
OUR_NAMES: Final = {
    "sitter.computer": r"\d*",
    "sitter.computer-for": ".*",
    "record.computer": r"\d*",
    "seat.number": r"\d*",
    "sitter.empty": "",
    "news.former": "",
}
"""What seats are called by the bot itself: keys of the catalogues, and what stands in their field."""
ROBOT: Final = "\N{ROBOT FACE}"


def name_of(display_name: str, discord_id: int) -> str:
    """What a person is called: the display name, readable, at most 32 characters, and in quotation marks where it
    looks like a name that the bot gives ("Computer 3"). Some digits of the id where nothing of it can be read.

    A name that was made so stays as it is.
    """
    name = legible(display_name) or f"#{discord_id % 10_000:04}"
    if _looks_like_ours(name):
        return f"“{_cut(name.strip('“” ') or ROBOT, LONGEST_NAME - 2)}”"
    return _cut(name, LONGEST_NAME)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


def _looks_like_ours(name: str) -> bool:
    return ROBOT in name or _our_names().fullmatch(letters(name)) is not None


@cache
def _our_names() -> re.Pattern[str]:
    """Matches the letters of whatever the bot calls a seat, in any language."""
    return re.compile("|".join(_pattern(in_language(code), key) for code, _ in languages() for key in OUR_NAMES))


def _pattern(words: Translator, key: str) -> str:
    parts = words(key, n="\0", name="\0").split("\0")
    return OUR_NAMES[key].join(re.escape(letters(part)) for part in parts)


@lru_cache(maxsize=2048)
def plain_names(words: Translator, holders: tuple[SeatHolder, ...]) -> tuple[str, ...]:
    """What each seat is called, as plain text; names that look alike get the number of their seat."""
    called = [_called(words, seat, holder) for seat, holder in enumerate(holders)]
    return told_apart(called, lambda name, seat: words("sitter.numbered", name=name, n=seat + 1))


def _called(words: Translator, seat: int, holder: SeatHolder) -> str:
    match holder.kind:
        case Holder.PERSON if holder.erased:
            return words("news.former")
        case Holder.PERSON:
            return legible(holder.name) or words("seat.number", n=seat + 1)
        case Holder.COMPUTER if holder.was:
            return words("sitter.computer-for", name=legible(holder.was))
        case Holder.COMPUTER:
            return legible(holder.name) or words("sitter.computer", n=seat + 1)
    return words("sitter.empty")
