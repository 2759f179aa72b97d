"""The examples of the rules page in words, for alt texts and the documentation."""

from __future__ import annotations

from collections.abc import Sequence

from bot.texts import Translator
from bot.texts.examples import LadderExample, TrickExample
from rules.core.cards import Card


def told_example(example: TrickExample | LadderExample, words: Translator) -> str:
    """An example, which is a row of the picture, as a sentence or two."""
    return _ladder(example, words) if isinstance(example, LadderExample) else _trick(example, words)


def _trick(example: TrickExample, words: Translator) -> str:
    plays = [_cards(play, words) for play in example.plays]
    wins, plays[0] = plays[example.wins], _begun(plays[0])
    if example.halves:
        first, second = (words("list.reasons").join(half) for half in (plays[:2], plays[2:]))
        return words("examples.halves", first=first, second=second, wins=wins)
    played = words("list.reasons").join(plays)
    if example.points is None:
        return words("examples.trick", plays=played, wins=wins)
    return words.count("examples.trick-points", example.points, plays=played, wins=wins)


def _begun(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def _cards(play: Sequence[Card], words: Translator) -> str:
    return words.join([words.spoken(card) for card in play])


def _ladder(example: LadderExample, words: Translator) -> str:
    climb = example.climb
    key = "examples.ladder" if climb.bounced is None else "examples.ladder-bounced"
    told = {"before": example.before, "target": climb.target, "reached": climb.bounced, "after": climb.after}
    return words.count(key, example.points, **told)
