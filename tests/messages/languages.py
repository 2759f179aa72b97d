"""Readers of every language, and of a made-up longer one, with a picture and emojis for every card."""

from __future__ import annotations

import re
from math import ceil
from typing import Final

from bot.texts import Translator, in_language
from bot.texts.reader import Emojis, Reader, emoji_name
from rules.registry import game

LONGER: Final = 0.6
"""The share by which each word of the made-up language is longer than in English."""
KEPT: Final = re.compile(r"(\{[^}]*\}|<[^>]*>|`[^`]*`|\s+)")
"""Parts that are not words: fields, Discord's markup, code."""
SNOWFLAKE: Final = 1_400_000_000_000_000_000
MARKS: Final = ("card_back", *(f"side_{side}" for side in range(1, 5)))
EMOJIS: Final[Emojis] = {
    name: f"<:{name}:{SNOWFLAKE + number}>"
    for number, name in enumerate((*map(emoji_name, game("voormsi").pack), *MARKS))
}


def stretched(text: str) -> str:
    """The text with longer words: `Your hand` is `Yourrrr handddd`."""
    return "".join(part if KEPT.fullmatch(part) else _longer(part) for part in KEPT.split(text))


def _longer(word: str) -> str:
    letters = [place for place, sign in enumerate(word) if sign.isalpha()]
    if not letters:
        return word
    last = letters[-1]
    return word[: last + 1] + word[last] * ceil(LONGER * len(letters)) + word[last + 1 :]


class Stretched(Translator):
    """English with longer words."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("en")
        self._forms = {key: tuple(map(stretched, forms)) for key, forms in self._forms.items()}


READERS: Final = {
    "English": Reader(in_language("en"), emojis=EMOJIS),
    "Danish": Reader(in_language("da"), emojis=EMOJIS),
    "English with Greenlandic cards": Reader(in_language("en", "kl"), emojis=EMOJIS),
    "a long language": Reader(Stretched(), emojis=EMOJIS),
}
