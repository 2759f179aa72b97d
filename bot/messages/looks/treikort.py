"""The looks of Treikort.

Its rules stand in `rules.treikort`, its sentences in the catalogues.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final

from bot.messages.kit.drawing import CENTRE, RIGHT, WIDE, Canvas, Drawing
from bot.messages.kit.palette import Colour
from bot.messages.kit.seat_labels import apart, draw_marked
from bot.messages.kit.typeface import TEXT
from bot.messages.score.ladder_picture import Arm
from bot.messages.score.story import HandPoints
from bot.texts.translator import Translator
from rules.treikort.options import SEATS
from rules.treikort.pope import NEEDED, NOBODY, WINDOW, Tricks, successor, tally

MOUNTAIN: Final = "M 0 96 L 36 20 C 40 12 44 12 48 20 L 58 42 L 66 32 C 70 26 74 26 78 34 L 100 96 Z | -M 42 24 L 52 44 L 46 40 L 41 50 L 35 42 L 30 50 Z | -M 72 40 L 80 56 L 74 53 L 70 60 L 64 52 Z"  # noqa: E501
"""A mountain with snow on its peaks: it stands above the low cards."""
VOLCANO: Final = "M 2 98 L 32 44 C 38 50 44 44 50 50 C 56 44 62 50 68 44 L 98 98 Z | -M 46 56 C 54 66 42 76 50 98 L 58 98 C 52 80 64 68 54 56 Z | M 46 38 C 40 26 50 20 46 6 C 58 14 58 28 54 38 Z | M 30 34 C 22 24 26 16 20 10 C 32 12 38 22 38 34 Z | M 62 34 C 62 22 68 12 80 10 C 74 16 78 24 70 34 Z"  # noqa: E501
"""A mountain that throws fire: the highest of all."""
GEYSER: Final = "M 44 82 C 46 56 44 36 40 24 L 60 24 C 56 36 54 56 56 82 Z | O 50 14 14 | O 32 24 11 | O 68 24 11 | O 24 44 6 | O 76 44 6 | O 30 60 4 | O 70 60 4 | M 0 90 C 14 78 34 76 50 76 C 66 76 86 78 100 90 C 84 100 16 100 0 90 Z | -M 18 89 C 32 84 68 84 82 89 C 68 94 32 94 18 89 Z"  # noqa: E501
"""A geyser: it shoots up, or lies still."""

EMBLEMS: Final = {
    "QC": VOLCANO,
    **dict.fromkeys(("2S", "KD", "2H", "4C", "8S", "9H", "9D"), MOUNTAIN),
    **dict.fromkeys(("7C", "7S", "7H", "7D"), GEYSER),
}
"""Code of a card -> its emblem."""


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
    won = {(hand.hand, hand.side): hand.points for hand in hands}
    last = max((hand.hand for hand in hands), default=0)
    return tuple(tuple(won.get((hand, seat), 0) for seat in range(SEATS)) for hand in range(1, last + 1))


def _pope(tricks: Sequence[Tricks]) -> int:
    """The seat that is Pope after these hands of a rubber, or `NOBODY`."""
    return reduce(lambda pope, number: successor(pope, tricks[:number]), range(1, len(tricks) + 1), NOBODY)


def _drawing(arms: tuple[Arm, ...], target: int | None, hands: tuple[HandPoints, ...]) -> TricksDrawing:
    tricks = _tricks(hands)
    return TricksDrawing(arms, tricks, _pope(tricks))


def _score_lines(sides: Sequence[str], hands: tuple[HandPoints, ...], words: Translator) -> list[str]:
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
TOLD: Final = _score_lines
"""Tells the rest of that drawing in words."""


SPECIALS: Final = dict.fromkeys(("7C", "7S", "7H", "7D"), "sevens")
"""Code of a card -> the last part of a key, `treikort.special.…`."""
