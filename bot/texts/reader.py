"""A reader: the language and card style of a person or a server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from bot.texts import Translator
from rules.core.cards import Card

Emojis = Mapping[str, str]
"""Name of an application emoji (`king_of_hearts`, `card_back`, `side_1`) -> its markup (`<:name:id>`)."""
NO_EMOJIS: Final[Emojis] = MappingProxyType({})

RANKS: Final = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "9": "nine", "8": "eight", "7": "seven",
                "6": "six", "5": "five", "4": "four", "3": "three", "2": "two", "T": "ten"}  # fmt: skip
FOUR: Final = "four_colours"
SUITS: Final = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds"}


class CardStyle(StrEnum):
    """The form in which cards are shown: in pictures (and as emojis), as emojis only, or as words only."""

    PICTURES = "pictures"
    EMOJIS = "emojis"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class Reader:
    """The language and card style of one reader. Equal readers are shown the same thing in the same way."""

    words: Translator
    cards: CardStyle = CardStyle.PICTURES
    four_colours: bool = False
    emojis: Emojis = field(default_factory=lambda: NO_EMOJIS, hash=False)

    @property
    def citing(self) -> Reader:
        """The reader, told the paragraphs of the rules as well."""
        return replace(self, words=self.words.citing)

    def emoji(self, name: str) -> str | None:
        """The markup of an emoji; None if there is none, or the reader wants words."""
        return None if self.cards is CardStyle.WORDS else self.emojis.get(name)

    def card_emoji(self, card: Card, *, is_special: bool = False) -> str | None:
        """The markup of a card's emoji; None if there is none for this reader."""
        coloured = self.emoji(emoji_name(card, four_colours=True, is_special=is_special)) if self.four_colours else None
        return coloured or self.emoji(emoji_name(card, is_special=is_special)) or self.emoji(emoji_name(card))


def emoji_name(card: Card, *, four_colours: bool = False, is_special: bool = False) -> str:
    """The name of a card's emoji, as screen readers say it: `king_of_hearts`; Discord allows 32 characters.

    `four_colours`: of the one for people who want a colour for each suit, which only some cards have. `is_special`: of
    the one for a card that is special in its game.
    """
    name = f"{RANKS[card.rank]}_of_{SUITS[card.suit]}"
    if is_special:
        return f"{name}_four_special" if four_colours else f"{name}_special"
    return f"{name}_{FOUR}" if four_colours else name
