"""A voice: the words of one reader about one table, with the names of those who sit there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from discord import ButtonStyle

from bot.discord_api import custom_ids
from bot.members.seat_names import Sides, plain_names
from bot.presentation.layouts.parts import PLAIN, Button, button
from bot.presentation.scenes import TableContext
from bot.tables.seat_holders import SeatHolder
from bot.texts import SeatNames, Translator, escaped
from bot.texts.reader import Reader
from rules.core.cards import Card
from rules.core.contract import Fact

PLAYS = frozenset({"play", "set", "sure"})


class TableText:
    """Says everything about the table of `head`; `post` is the post that its buttons are written for ("": none).

    `plainly`: for text without formatting, in which names stand as they are.
    """

    __slots__ = ("emojis", "game", "head", "names", "plain", "post", "reader", "words")

    def __init__(
        self, reader: Reader, head: TableContext, post: str = "", sides: Sides = (), plainly: bool = False
    ) -> None:
        self.reader = reader
        self.words = words = reader.words
        self.head = head
        self.game = head.game
        self.post = post
        self.emojis = not plainly and bool(reader.emojis)
        self.plain = plain_names(words, head.holders)
        self.names = _names(words, self.plain, sides, plainly)

    def __call__(self, key: str, /, **fields: object) -> str:
        return self.words(key, **fields)

    def count(self, key: str, n: int, /, **fields: object) -> str:
        """The sentence for `n` of something."""
        return self.words.count(key, n, **fields)

    def seat(self, seat: int) -> str:
        """Who sits there, escaped."""
        return self.names.seats[seat]

    def side(self, side: int) -> str:
        """The names of a side, escaped and joined."""
        return self.names.sides[side]

    def person(self, holder: SeatHolder) -> str:
        """What somebody is called, escaped."""
        return self("news.former") if holder.erased else escaped(holder.name)

    def card(self, card: Card) -> str:
        """A card in a text: its emoji, if there is one for the reader, and the name that the game gives to it."""
        emoji = self.emoji(card)
        return self.label(card) if emoji is None else f"{emoji} {self.label(card)}"

    def cards(self, cards: Sequence[Card]) -> str:
        """A play in a text."""
        return self.words.join([self.card(card) for card in cards])

    def label(self, card: Card) -> str:
        """A card in words alone, as buttons and menus take it."""
        return self.words.card(self.game, card)

    def labels(self, cards: Sequence[Card]) -> str:
        """A play in words alone."""
        return self.words.cards(self.game, cards)

    def emoji(self, card: Card) -> str | None:
        """The markup of a card's emoji, for a button or a choice."""
        return self.reader.card_emoji(card) if self.emojis else None

    def fact(self, fact: Fact) -> str:
        """A fact as a sentence, with the names of this table."""
        return self.words.fact(self.game, fact, self.names)

    def tell(self, key: str, fact: Fact) -> str:
        """Another sentence, `key`, with what a fact is about."""
        return self.words.tell(key, self.game, fact, self.names)

    def table(self) -> str:
        """The table's name, escaped."""
        return escaped(self.head.name)

    def button(self, verb: str, *args: str, style: ButtonStyle = PLAIN, key: str = "", **fields: object) -> Button:
        """The button that says and does `verb` at this table."""
        label = self.words(f"button.{key or verb}", **fields)
        return button(label, self.custom_id(verb, *args), style)

    def custom_id(self, verb: str, *args: str) -> str:
        """Carries the post's name, by which the post is found again; a play has room for cards only."""
        return custom_ids.write(verb, self.head.table, *args, post="" if verb in PLAYS else self.post)


@lru_cache(maxsize=2048)
def _names(words: Translator, plain: tuple[str, ...], sides: Sides, plainly: bool) -> SeatNames:
    seats = plain if plainly else tuple(escaped(name) for name in plain)
    return SeatNames(seats, tuple(words("list.side").join(seats[seat] for seat in side) for side in sides))
