"""The writer for records in text form."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import count
from typing import Final

from rules.core.cards import Card
from rules.core.contract import Move, Play, SeatAction
from rules.notation.record import Record, RecordedHand
from rules.notation.replay import BY_PATH, PlayedTrick, tricks

VERSIONS: Final = (1, 2)
"""The versions that are read. Version 2 adds moves, passes and the shown cards of a hidden deck; a record without them
is written as version 1."""
WIDTH: Final = 77
"""The length of the longest line that is written."""
CARDS_A_LINE: Final = 18


def write(whole: Record) -> str:
    """The record as text. Raises NotationError, with its path, if the record cannot have happened."""
    lines = [f"Game: {whole.game}", f"Notation: {version_of(whole)}"]
    lines += [_pair(f"Player {seat}", label) for seat, label in enumerate(whole.players)]
    lines += [_pair(f"Option {name}", choice) for name, choice in whole.options.items()]
    lines += [_pair(f"Tag {name}", value) for name, value in whole.tags.items()]
    lines += [f"Cut: {_codes(cut)}" for cut in whole.cuts]
    played = tricks(whole, BY_PATH)
    for number, hand in enumerate(whole.hands, 1):
        lines += ["", f"Hand {number}: dealer {hand.dealer}"]
        lines += [_pair(f"Tag {name}", value) for name, value in hand.tags.items()]
        lines.append(_deck(hand))
        lines += _trick_lines(played[number - 1])
        if hand.scores is not None:
            lines.append(f"Scores: {' '.join(map(str, hand.scores))}")
    if whole.result is not None:
        how = "won" if len(whole.result) == 1 else "drawn"
        lines += ["", f"Result: {how} by {' '.join(map(str, whole.result))}"]
    return "\n".join(lines) + "\n"


def _codes(cards: Iterable[Card]) -> str:
    return " ".join(card.code for card in cards)


def _deck(hand: RecordedHand) -> str:
    codes = [card.code for card in hand.deck or hand.shown] + ["hidden"] * (hand.deck is None)
    rows = (codes[start : start + CARDS_A_LINE] for start in range(0, len(codes), CARDS_A_LINE))
    return "Deck: " + "\n  ".join(map(" ".join, rows))


def version_of(whole: Record) -> int:
    """The lowest version of the notation that can hold the record."""
    newer = any(
        hand.shown or any(isinstance(action, Move) or not action.cards for action in hand.plays) for hand in whole.hands
    )
    return VERSIONS[newer]


def _trick_lines(tricks: list[PlayedTrick]) -> list[str]:
    """A line for each trick, numbered, and one for the moves before, between or after them."""
    numbers = count(1)
    return [_line("Moves:" if trick.is_moves else f"{next(numbers)}.", trick) for trick in tricks]


def _line(head: str, trick: PlayedTrick) -> str:
    done = " ".join(map(action_text, trick.plays))
    return f"{head} {done}" + ("" if trick.winner is None else f" = {trick.winner}")


def action_text(action: SeatAction) -> str:
    """`0:7C+7H`, a pass `0:-`, a move `0:keep`, `0:keep(8C)`, `0:ask>1`; hidden cards are `(?)`."""
    cards = "+".join(card.code for card in action.cards)
    if isinstance(action, Play):
        return f"{action.seat}:{cards or '-'}"
    to = "" if action.to is None else f">{action.to}"
    cards = "?" if action.hidden else cards
    return f"{action.seat}:{action.kind}{to}" + (f"({cards})" if cards else "")


def _pair(key: str, value: str) -> str:
    plain = f"{key}: {value}"
    if value.isprintable() and value == value.strip() and value and value[0] != '"' and len(plain) <= WIDTH:
        return plain
    return f"{key}: " + "\n  ".join(_quote(value, WIDTH - len(key) - 2))


def _quote(value: str, room: int) -> list[str]:
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
