"""Cards as people type them: `7c kh`, `h7`, `K♥`, `toqutsit`, `king of hearts`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from bot.texts import Words
from rules import registry
from rules.cards import SYMBOLS, Card

_SEPARATORS: Final = re.compile(r"[\s,;+&/.-]+")
_MARKS: Final = dict.fromkeys(map(ord, "\ufe0e\ufe0f*_`"), None)


def read_cards(text: str, words: Words, game: str) -> tuple[Card, ...]:
    """The cards that a text names, in its order; empty when any part of it names none."""
    names = _names(words, game)
    left = _plain(text, words)
    found: list[Card] = []
    while left:
        name = next((name for name in _prefixes(left) if name in names), None)
        if name is None:
            return ()
        found.append(names[name])
        left = left[len(name) :].lstrip()
    return tuple(found)


def narrowed(plays: Sequence[tuple[Card, ...]], typed: str, words: Words, game: str) -> list[tuple[Card, ...]]:
    """The plays that what has been typed so far may become: whole cards in any order, then the beginning of a name."""
    *whole, last = _split(typed, words, game)
    fixed = {card for text in whole for card in read_cards(text, words, game)}
    names = _names(words, game)
    begun = {card for name, card in names.items() if name.startswith(last)} if last else None
    return [
        play
        for play in plays
        if fixed <= set(play) and (begun is None or any(card in begun for card in play if card not in fixed))
    ]


def _split(typed: str, words: Words, game: str) -> list[str]:
    """The names typed whole, and the last one as far as it is typed ("" after a blank)."""
    names = _names(words, game)
    left, done = _plain(typed, words), list[str]()
    ended = typed[-1:].isspace()
    while left:
        name = next((name for name in _prefixes(left) if name in names), None)
        if name is None or (name == left and not ended):
            return [*done, left]
        done.append(name)
        left = left[len(name) :].lstrip()
    return [*done, ""]


def _plain(text: str, words: Words) -> str:
    """Small letters, one blank between words; the word that joins the last card to the others counts as a blank."""
    joined = words("list.last", most=" ", last=" ").casefold()
    plain = _SEPARATORS.sub(" ", f" {text.casefold().translate(_MARKS)} ")
    return _SEPARATORS.sub(" ", plain.replace(joined.replace("  ", " "), " ")).strip()


def _prefixes(text: str) -> Iterator[str]:
    """The text up to the end of each of its words, longest first; then its first two and three characters (`7ckh`)."""
    parts = text.split(" ")
    for count in range(len(parts), 0, -1):
        yield " ".join(parts[:count])
    yield text[:2]
    yield text[:3]


@cache
def _names(words: Words, game: str) -> dict[str, Card]:
    """Every name of every card of a game's pack, plain."""
    return {name: card for card in registry.game(game).pack for name in _of(card, words, game)}


def _of(card: Card, words: Words, game: str) -> Iterator[str]:
    rank, suit = card.rank.casefold(), card.suit.casefold()
    for mark in (suit, SYMBOLS[card.suit], words(f"card.suit.{card.suit}").casefold()):
        yield f"{rank}{mark}"
        yield f"{mark}{rank}"
        yield f"{rank} {mark}"
        yield f"{mark} {rank}"
    yield _plain(words.spoken(card), words)
    full = _plain(words.card(game, card), words)
    yield full
    _, _, name = full.partition(" ")
    if name:
        yield name
