"""Parse cards as people type and say them: `7c kh`, `K♥`, `toqutsit`, `king of hearts`, `klør syver`, `kl kn`.

The names of every language are known to every reader; where they differ, the reader's own language counts.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from bot.texts import Translator, card_namings, in_language, languages
from bot.texts.notices import Refusal, RequestRefused, fact
from rules import registry
from rules.core.cards import CARDS, SYMBOLS, Card

_SEPARATORS: Final = re.compile(r"[\s,;+&/.-]+")
_MARKS: Final = dict.fromkeys(map(ord, "\ufe0e\ufe0f*_`"), None)


Cards = tuple[Card, ...]

LONGEST: Final = 100
"""The most characters that a person may type; no play needs as many."""


class CardNames(NamedTuple):
    """The names of cards, plain: those that mean one card, and those that may mean several cards of a game."""

    sure: dict[str, Card]
    unsure: dict[str, Cards]
    known: frozenset[str]
    """All of them."""


def read_cards(text: str, words: Translator, game: str) -> Cards:
    """The cards that a text names, in its order; empty when any part of it names none.

    They may be cards that the game does not use. Raises RequestRefused for a name that may mean several cards.
    """
    names = _names(words, game)
    found, left = split(_plain(text, words), names.known, _most_words(words, game))
    if left:
        return ()
    for name in found:
        if name in names.unsure:
            raise RequestRefused(fact(Refusal.AMBIGUOUS_CARD, text=name, cards=names.unsure[name]))
    return tuple(names.sure[name] for name in found)


def narrow(plays: Sequence[Cards], typed: str, words: Translator, game: str) -> list[Cards]:
    """The plays that an unfinished text may become: whole cards in any order, then the beginning of a name.

    Each play is returned with the typed cards first. Plays that began with them anyway come before the others.
    """
    names = _names(words, game).sure
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
            name = next((start for start in (words[at][:3], words[at][:2]) if start in names), None)
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
def _names(words: Translator, game: str) -> CardNames:
    """The names of cards: in the reader's own language, then in the others; of the game's cards, then of all."""
    pack = tuple(registry.game(game).pack)
    others = tuple(card for card in CARDS if card not in pack)
    meant: dict[str, Cards] = {}
    for language in (words.language, *(code for code, _ in languages())):
        for known in (pack, others):
            meant = _meanings(language, game, known) | meant
    sure = {name: found[0] for name, found in meant.items() if len(found) == 1}
    unsure = {name: found for name, found in meant.items() if name not in sure and found[0] in pack}
    return CardNames(sure, unsure, frozenset((*sure, *unsure)))


@cache
def _meanings(language: str, game: str, known: Cards) -> dict[str, Cards]:
    """The cards that each name may mean in a language, with every card naming."""
    readings = [in_language(language, naming) for naming in ("", *(code for code, _ in card_namings()))]
    meant = defaultdict[str, dict[Card, None]](dict)
    for reading, card in product(readings, known):
        for name in _card_names(card, reading, game):
            meant[name][card] = None
    return {name: tuple(found) for name, found in meant.items()}


@cache
def _most_words(words: Translator, game: str) -> int:
    """The number of words in the longest name of a card."""
    return max(name.count(" ") + 1 for name in _names(words, game).known)


def _card_names(card: Card, words: Translator, game: str) -> Iterator[str]:
    """Everything that a card is called in a language, also its rank alone."""
    ranks = {
        card.rank.casefold(),
        *_listed_words(words, f"card.rank.{card.rank}"),
        *_listed_words(words, f"typed.rank.{card.rank}"),
    }
    suits = {
        card.suit.casefold(),
        *_listed_words(words, f"card.suit.{card.suit}"),
        *_listed_words(words, f"typed.suit.{card.suit}"),
    }
    spoken = _plain(words("card.spoken", rank="{0}", suit="{1}"), words)
    yield from ranks
    for rank, suit in product(ranks, {*suits, SYMBOLS[card.suit]}):
        yield from (f"{rank}{suit}", f"{suit}{rank}", f"{rank} {suit}", f"{suit} {rank}")
        yield spoken.format(rank, suit)
    full = _plain(words.card(game, card), words)
    _, _, name = full.partition(" ")
    yield from filter(None, (full, name, *_listed_words(words, f"{game}.typed.{card.code}")))


def _listed_words(words: Translator, key: str) -> list[str]:
    """The words that a text of the catalogue lists, if there is one."""
    return [" ".join(word.split()) for word in words(key).casefold().split(",")] if key in words else []
