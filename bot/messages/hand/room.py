"""The room in the message of a hand: at one's turn so many words at most, those on buttons and menus included.

Words of pictures do not count. What is worth least is left out first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from discord import ui

from bot.messages.kit.ui import ActionRow

AT_TURN: Final = 45
"""The most words at one's turn."""
EMOJI: Final = re.compile(r"<a?:\w+:\d+>")
TIME: Final = re.compile(r"<t:\d+(?::\w)?>")
IN_A_WHILE: Final = "in 2 hours"
"""The words in place of which a time stands."""


class Worth(IntEnum):
    """The worth of a line, the greatest first; what must be told is never left out."""

    MUST = 0
    HAND_BEFORE = 1
    OWN_EVENT = 2
    HINT = 3
    RESERVE = 4
    POINTS = 5
    EVENT = 6
    REASON = 7


class WeighedLine(NamedTuple):
    text: str
    worth: Worth = Worth.MUST


def count_words(text: str) -> int:
    """The number of words and cards, as they are shown; markup, signs and emojis are none."""
    shown = EMOJI.sub("", TIME.sub(IN_A_WHILE, text))
    return sum(any(map(str.isalnum, word)) for word in shown.split())


def words_on(rows: Iterable[ActionRow]) -> int:
    """The number of words on buttons and menus."""
    return sum(count_words(label) for row in rows for label in _labels(row))


def _labels(row: ActionRow) -> Iterator[str]:
    for part in row.children:
        if isinstance(part, ui.Button):
            yield part.label or ""
        if isinstance(part, ui.Select):
            yield part.placeholder or ""


def fitting(lines: Sequence[WeighedLine], room: int) -> list[WeighedLine]:
    """The lines that must be told, and those of the others for which there is room, in their order."""
    kept = set[int]()
    for index, line in sorted(enumerate(lines), key=lambda pair: pair[1].worth):
        words = count_words(line.text)
        if line.worth is Worth.MUST or words <= room:
            kept.add(index)
            room -= words
    return [line for index, line in enumerate(lines) if index in kept]
