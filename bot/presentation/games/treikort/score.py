"""The scores of Treikort: tricks hand by hand, with the mitre at the Pope's (law §5, §8.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final

from bot.presentation.hand_points import HandPoints
from bot.presentation.pictures.canvas import CENTRE, RIGHT, Canvas
from bot.presentation.pictures.drawing import WIDE, Drawing
from bot.presentation.pictures.palette import Colour
from bot.presentation.pictures.score_ladders import Arm
from bot.presentation.pictures.seat_labels import apart, draw_marked
from bot.presentation.pictures.typeface import TEXT
from bot.texts.translator import Translator
from rules.treikort.options import SEATS
from rules.treikort.pope import NEEDED, NOBODY, WINDOW, Tricks, successor, tally

MITRE: Final = "M 50 0 C 74 16 90 40 86 70 L 14 70 C 10 40 26 16 50 0 Z | -M 46 16 L 54 16 L 54 28 L 65 28 L 65 36 L 54 36 L 54 60 L 46 60 L 46 36 L 35 36 L 35 28 L 46 28 Z | M 12 76 L 88 76 L 88 90 L 12 90 Z | M 24 92 L 38 92 L 34 100 L 20 100 Z | M 62 92 L 76 92 L 80 100 L 66 100 Z"  # noqa: E501
"""A mitre: the Pope's hat."""
EDGE: Final = 40
HAT: Final = 42
NAMES: Final = EDGE + HAT + 14
"""The x where the names begin, beside the place of the mitre."""
NAME_ROOM: Final = 200
COLUMNS: Final = NAMES + NAME_ROOM + 12
"""The x where the columns of the hands begin."""
COLUMN: Final = 32
COUNT: Final = 38
"""The size of type of tricks: single digits, so that they can be large."""
SUM: Final = 32
TWO_DIGITS: Final = 24
"""The size of type of the numbers of later hands, which would touch each other."""
MOST: Final = 9
"""The most hands that are shown: the latest ones."""
HEAD: Final = 46
ROW: Final = 68


@dataclass(frozen=True)
class TricksDrawing(Drawing):
    """A row for each seat: its tricks in each hand, the sum of the last three on a plate, and its score.

    `tricks`: those of all seats in each finished hand. `pope`: the seat that is Pope after them, or `NOBODY`.
    """

    name = "score.png"

    arms: tuple[Arm, ...]
    tricks: tuple[Tricks, ...]
    pope: int

    def high(self) -> int:
        return HEAD + ROW * len(self.arms) + 8

    def clear(self) -> int:
        return 4

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        shown = list(enumerate(self.tricks, 1))[-MOST:]
        if shown:
            self._window(canvas, len(shown), y)
        for place, (hand, _) in enumerate(shown):
            ground = Colour.DEEP if len(shown) - place <= WINDOW else Colour.SEA
            size = TEXT if hand < 10 else TWO_DIGITS
            canvas.line(str(hand), _middle(place), y + 8, size, ink=Colour.BRASS, ground=ground, lean=CENTRE)
        names = apart([arm.name for arm in self.arms], [NAME_ROOM] * len(self.arms))
        for seat, (arm, name) in enumerate(zip(self.arms, names, strict=True)):
            self._row(canvas, seat, arm, name, y + HEAD + ROW * seat)

    def _window(self, canvas: Canvas, shown: int, y: int) -> None:
        """Draw the plate behind the hands that count for the Pope, and their sums."""
        counted = min(shown, WINDOW)
        left = COLUMNS + COLUMN * (shown - counted)
        canvas.plate(left, y + 2, COLUMN * counted, HEAD + ROW * len(self.arms), Colour.DEEP, 12)

    def _row(self, canvas: Canvas, seat: int, arm: Arm, name: str, y: int) -> None:
        if seat == self.pope:
            canvas.shape(MITRE, EDGE, y + 10, HAT, HAT, Colour.BRASS)
        draw_marked(canvas, arm.side or 0, name, NAMES, y + 8, NAME_ROOM)
        shown = self.tricks[-MOST:]
        for place, hand in enumerate(shown):
            ground = Colour.DEEP if len(shown) - place <= WINDOW else Colour.SEA
            canvas.line(str(hand[seat]), _middle(place), y + 5, COUNT, ground=ground, lean=CENTRE)
        if shown:
            count = tally(shown[-WINDOW:])[seat]
            ink = Colour.BRASS if count >= NEEDED else Colour.MIST
            canvas.line(f"= {count}", COLUMNS + COLUMN * len(shown) + 14, y + 10, SUM, ink=ink)
        ink = Colour.ICE if arm.before is None else Colour.BRASS
        canvas.line(arm.told, WIDE - EDGE, y + 12, TEXT, ink=ink, lean=RIGHT)


def _middle(place: int) -> int:
    """The x of the middle of a column."""
    return COLUMNS + COLUMN * place + COLUMN // 2


def _tricks(hands: Sequence[HandPoints]) -> tuple[Tricks, ...]:
    """The tricks of all seats in each finished hand."""
    won = {(one.hand, one.side): one.points for one in hands}
    last = max((one.hand for one in hands), default=0)
    return tuple(tuple(won.get((hand, seat), 0) for seat in range(SEATS)) for hand in range(1, last + 1))


def _pope(tricks: Sequence[Tricks]) -> int:
    """The seat that is Pope after these hands of a rubber, or `NOBODY`."""
    return reduce(lambda pope, number: successor(pope, tricks[:number]), range(1, len(tricks) + 1), NOBODY)


def _drawing(arms: tuple[Arm, ...], target: int | None, hands: tuple[HandPoints, ...]) -> TricksDrawing:
    tricks = _tricks(hands)
    return TricksDrawing(arms, tricks, _pope(tricks))


def _told(sides: Sequence[str], hands: tuple[HandPoints, ...], words: Translator) -> list[str]:
    """The tricks of each seat hand by hand with the sum of the last three (at first, of all), and who is Pope."""
    tricks = _tricks(hands)
    if not tricks:
        return []
    counted, pope, lines = tally(tricks[-WINDOW:]), _pope(tricks), list[str]()
    for seat, side in enumerate(sides):
        won = words("list.dot").join(str(hand[seat]) for hand in tricks)
        key = "treikort.score.by-hand" if len(tricks) >= WINDOW else "treikort.score.first-hands"
        lines.append(words(key, side=side, tricks=won, sum=counted[seat]))
    last = words("treikort.score.no-pope") if pope == NOBODY else words("treikort.score.pope", side=sides[pope])
    return [*lines, last]


SCORE: Final = _drawing
"""Makes the drawing of the scores."""
TOLD: Final = _told
"""Tells the rest of that drawing in words."""
