"""Parse cards as people type them: `7c kh`, `h7`, `K♥`, `toqutsit`, `king of hearts`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Final

from bot.texts import Translator, card_namings, in_language
from rules import registry
from rules.core.cards import SYMBOLS, Card

_SEPARATORS: Final = re.compile(r"[\s,;+&/.-]+")
_MARKS: Final = dict.fromkeys(map(ord, "\ufe0e\ufe0f*_`"), None)


Cards = tuple[Card, ...]

LONGEST: Final = 100
"""The most characters that a person may type; no play needs as many."""


def read_cards(text: str, words: Translator, game: str) -> Cards:
    """The cards that a text names, in its order; empty when any part of it names none."""
    names = _names(words, game)
    found, left = split(_plain(text, words), names, _most_words(words, game))
    return () if left else tuple(names[name] for name in found)


def narrowed(plays: Sequence[Cards], typed: str, words: Translator, game: str) -> list[Cards]:
    """The plays that an unfinished text may become: whole cards in any order, then the beginning of a name.

    Each play is returned with the typed cards first. Plays that began with them anyway come before the others.
    """
    names = _names(words, game)
    whole, last = split(_plain(typed[:LONGEST], words), names, _most_words(words, game))
    if whole and not last and not _SEPARATORS.fullmatch(typed[:LONGEST][-1:]):
        last = whole.pop()  # without a blank after it, it may become another name
    fixed = [names[name] for name in whole]
    begun = {card for name, card in names.items() if name.startswith(last)}.difference(fixed) if last else set[Card]()
    found = []
    for play in plays:
        if set(fixed) <= set(play) and (not last or begun & set(play)):
            typed_first = [*fixed, *(card for card in play if card in begun), *play]
            found.append((play, tuple(dict.fromkeys(typed_first))))
    found.sort(key=lambda pair: [pair[0].index(card) for card in pair[1]])
    return [turned for _, turned in found]


def split(text: str, names: Container[str], most: int) -> tuple[list[str], str]:
    """Split a plain text into the names that it begins with, and the rest.

    A name has at most `most` words; the longest name that fits is taken each time. Names of two or three characters
    need no blank between them (`7ckh`).
    """
    words, found, at = text.split(), list[str](), 0
    while at < len(words):
        runs = (" ".join(words[at : at + count]) for count in range(min(most, len(words) - at), 0, -1))
        name = next((run for run in runs if run in names), None)
        if name is not None:
            at += name.count(" ") + 1
        else:
            name = next((start for start in (words[at][:2], words[at][:3]) if start in names), None)
            if name is None:
                break
            words[at] = words[at][len(name) :]
        found.append(name)
    return found, " ".join(words[at:])


def _plain(text: str, words: Translator) -> str:
    """The text in lower case with one blank between words, without articles and the "and" before the last card."""
    plain = _SEPARATORS.sub(" ", f" {text.casefold().translate(_MARKS)} ")
    for idle in (words("list.last", most=" ", last=" ").casefold(), f" {words('card.article')} "):
        plain = _SEPARATORS.sub(" ", plain.replace(_SEPARATORS.sub(" ", idle), " "))
    return plain.strip()


@cache
def _names(words: Translator, game: str) -> dict[str, Card]:
    """The unambiguous names of a game's cards, plain: in the language of `words` and in every card naming."""
    readings = [in_language(words.language, naming) for naming in ("", *(code for code, _ in card_namings()))]
    meant = defaultdict[str, set[Card]](set)
    for card, reading in product(registry.game(game).pack, readings):
        for name in _of(card, reading, game):
            meant[name].add(card)
    return {name: cards.pop() for name, cards in meant.items() if len(cards) == 1}


@cache
def _most_words(words: Translator, game: str) -> int:
    """The number of words in the longest name of a card."""
    return max(name.count(" ") + 1 for name in _names(words, game))


def _of(card: Card, words: Translator, game: str) -> Iterator[str]:
    ranks = (card.rank.casefold(), words(f"card.rank.{card.rank}").casefold())
    suits = (card.suit.casefold(), SYMBOLS[card.suit], words(f"card.suit.{card.suit}").casefold())
    for rank, suit in product(ranks, suits):
        yield from (f"{rank}{suit}", f"{suit}{rank}", f"{rank} {suit}", f"{suit} {rank}")
        yield _plain(words("card.spoken", rank=rank, suit=suit), words)
    full = _plain(words.card(game, card), words)
    yield full
    _, _, name = full.partition(" ")
    if name:
        yield name
