"""The examples of the rules page in words, for alt texts and the documentation."""

from __future__ import annotations

from bot.texts import Translator
from bot.texts.examples import LadderExample, TrickExample


def told_example(example: TrickExample | LadderExample, words: Translator) -> str:
    """An example, which is a row of the picture, as a sentence or two."""
    if isinstance(example, LadderExample):
        climb = example.climb
        key = "examples.ladder" if climb.bounced is None else "examples.ladder-bounced"
        told = {"before": example.before, "target": climb.target, "reached": climb.bounced, "after": climb.after}
        return words.count(key, example.points, **told)
    plays = [words.join([words.spoken(card) for card in play]) for play in example.plays]
    wins = plays[example.wins]
    plays[0] = plays[0][:1].upper() + plays[0][1:]
    if example.halves:
        first, second = (words("list.reasons").join(half) for half in (plays[:2], plays[2:]))
        return words("examples.halves", first=first, second=second, wins=wins)
    played = words("list.reasons").join(plays)
    if example.points is None:
        return words("examples.trick", plays=played, wins=wins)
    return words.count("examples.trick-points", example.points, plays=played, wins=wins)
