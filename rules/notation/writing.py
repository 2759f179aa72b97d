"""The writer for records in text form."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final

from rules.core.cards import Card
from rules.notation.record import Record
from rules.notation.replay import BY_PATH, PlayedTrick, tricks

VERSION: Final = 1
WIDTH: Final = 77
"""The length of the longest line that is written."""
CARDS_A_LINE: Final = 18


def write(whole: Record) -> str:
    """The record as text. Raises NotationError, with its path, if the record cannot have happened."""
    lines = [f"Game: {whole.game}", f"Notation: {VERSION}"]
    lines += [_pair(f"Player {seat}", label) for seat, label in enumerate(whole.players)]
    lines += [_pair(f"Option {name}", choice) for name, choice in whole.options.items()]
    lines += [_pair(f"Tag {name}", value) for name, value in whole.tags.items()]
    lines += [f"Cut: {_codes(cut)}" for cut in whole.cuts]
    played = tricks(whole, BY_PATH)
    for number, hand in enumerate(whole.hands, 1):
        lines += ["", f"Hand {number}: dealer {hand.dealer}"]
        lines += [_pair(f"Tag {name}", value) for name, value in hand.tags.items()]
        lines.append(_deck(hand.deck))
        lines += [_trick(place, trick) for place, trick in enumerate(played[number - 1], 1)]
        if hand.scores is not None:
            lines.append(f"Scores: {' '.join(map(str, hand.scores))}")
    if whole.result is not None:
        how = "won" if len(whole.result) == 1 else "drawn"
        lines += ["", f"Result: {how} by {' '.join(map(str, whole.result))}"]
    return "\n".join(lines) + "\n"


def _codes(cards: Iterable[Card]) -> str:
    return " ".join(card.code for card in cards)


def _deck(deck: tuple[Card, ...] | None) -> str:
    if deck is None:
        return "Deck: hidden"
    rows = (deck[start : start + CARDS_A_LINE] for start in range(0, len(deck), CARDS_A_LINE))
    return "Deck: " + "\n  ".join(map(_codes, rows))


def _trick(number: int, trick: PlayedTrick) -> str:
    plays = " ".join(f"{play.seat}:{'+'.join(card.code for card in play.cards)}" for play in trick.plays)
    return f"{number}. {plays}" + ("" if trick.winner is None else f" = {trick.winner}")


def _pair(key: str, value: str) -> str:
    plain = f"{key}: {value}"
    if value.isprintable() and value == value.strip() and value and value[0] != '"' and len(plain) <= WIDTH:
        return plain
    return f"{key}: " + "\n  ".join(_quoted(value, WIDTH - len(key) - 2))


def _quoted(value: str, room: int) -> list[str]:
    """Split a string into JSON strings of at most `room` characters; their values joined give the string again."""
    parts: list[str] = []
    start = 0
    while start < len(value) or not parts:
        end = min(len(value), start + room - 2)
        while len(json.dumps(value[start:end])) > room:
            end -= 1
        parts.append(json.dumps(value[start:end]))
        start = end
    return parts
