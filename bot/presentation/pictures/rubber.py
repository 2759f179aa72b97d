"""The picture of a rubber: the scores of all sides, hand by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from bot.presentation.pictures.canvas import CENTRE, RIGHT, Canvas
from bot.presentation.pictures.drawing import CORNER, SELDOM, WIDE, Drawing, drawing_of
from bot.presentation.pictures.palette import Colour
from bot.presentation.pictures.seats import MARKS, draw_mark, draw_marks, names_of
from bot.presentation.pictures.trick import DISC, draw_pill
from bot.presentation.pictures.typeface import Weight, width
from bot.presentation.scenes import ResultScene
from bot.texts.reader import Reader

LEFT_EDGE: Final = 74
RIGHT_EDGE: Final = 96
TOP: Final = 34
CHART: Final = 396
LOW: Final = TOP + CHART + 52
"""The y where the names begin."""
NAME: Final = 50
NAMES: Final = CORNER[0] + 10
"""The x where the names begin."""
FINE: Final = 3
MOST: Final = 40
"""The most hands that are drawn; of a longer rubber, the last ones."""

Point = tuple[int, int]


class Way(NamedTuple):
    """A side: its seats and name, and its score before the first hand that is drawn and after each hand."""

    seats: tuple[int, ...]
    name: str
    scores: tuple[int, ...]
    won: bool
    told: str


@dataclass(frozen=True)
class RubberDrawing(Drawing):
    """The scores as lines. `first` is the number of the hand before the first one that is drawn (0 at the start)."""

    name = "rubber.png"
    level = SELDOM

    ways: tuple[Way, ...]
    target: int
    first: int
    hand: str
    won: str

    def high(self) -> int:
        return LOW + NAME * len(self.ways) + 10

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        self._grid(canvas, y)
        for index, way in reversed(list(enumerate(self.ways))):
            self._way(canvas, way, index, y)
        for index, way in enumerate(self.ways):
            self._end(canvas, way, index, y)
        for index, way in enumerate(self.ways):
            self._name(canvas, way, y + LOW + NAME * index)

    def _x(self, hand: int) -> int:
        hands = max(1, len(self.ways[0].scores) - 1)
        return LEFT_EDGE + 20 + (WIDE - LEFT_EDGE - RIGHT_EDGE - 20) * hand // hands

    def _y(self, score: int) -> int:
        return TOP + CHART - CHART * score // self.target

    def _grid(self, canvas: Canvas, top: int) -> None:
        """Draw a horizontal line for every third rung, the target's bright, and the numbers of the hands below."""
        for score in range(0, self.target + 1, 3):
            y, won = top + self._y(score), score == self.target
            canvas.box(LEFT_EDGE, y - 1, WIDE - LEFT_EDGE - 20, 2, Colour.BRASS if won else Colour.SHALLOW)
            ink = Colour.BRASS if won else Colour.MIST
            canvas.line(str(score), LEFT_EDGE - 14, y - 17, 26, ink=ink, lean=RIGHT)
        hands = len(self.ways[0].scores) - 1
        every = -(-hands // 12)
        for hand in range(hands, 0, -every):
            canvas.line(str(self.first + hand), self._x(hand), top + TOP + CHART + 8, 26, ink=Colour.MIST, lean=CENTRE)
        canvas.line(self.hand, 20, top + TOP + CHART + 8, 26, ink=Colour.MIST, room=LEFT_EDGE + 20)

    def _way(self, canvas: Canvas, way: Way, index: int, top: int) -> None:
        """Draw the line of a side; each side's line is shifted a little, so that equal scores can be seen."""
        shift = 5 * index
        points = tuple((self._x(hand), self._y(score) - shift) for hand, score in enumerate(way.scores))
        ink = MARKS[way.seats[0]].colour
        canvas.through(_line_cover(points, TOP + CHART + 30), 0, top, ink)
        dot = 18 if len(points) <= 16 else 12
        for x, y in points[1:-1]:
            canvas.badge(DISC, x - dot // 2, top + y - dot // 2, dot, ink)

    def _end(self, canvas: Canvas, way: Way, index: int, top: int) -> None:
        """Draw the side's mark at the end of its line, beside the mark of an earlier side with the same score."""
        beside = sum(other.scores[-1] == way.scores[-1] for other in self.ways[:index])
        x, y = self._x(len(way.scores) - 1) + 38 * beside, top + self._y(way.scores[-1])
        canvas.badge(DISC, x - 21, y - 21, 42, Colour.SEA)
        draw_mark(canvas, way.seats[0], x - 17, y - 17, 34)

    def _name(self, canvas: Canvas, way: Way, y: int) -> None:
        x = draw_marks(canvas, way.seats, NAMES, y + 2) + 8
        pill = width(self.won, 23, Weight.BOLD) + 40 if way.won else 0
        told = width(way.told, 28) + 20
        room = WIDE - 24 - told - pill - x
        x += canvas.line(way.name, x, y, 29, weight=Weight.BOLD, room=room) + 14
        if way.won:
            draw_pill(canvas, self.won, x, y + 2, Colour.BRASS)
        canvas.line(way.told, WIDE - 24, y + 1, 28, ink=Colour.MIST, lean=RIGHT)


@lru_cache(maxsize=4)
def _line_cover(points: Sequence[Point], high: int) -> Image.Image:
    """The coverage of each pixel by a line through these points (mode L)."""
    large = Image.new("L", (WIDE * FINE, high * FINE))
    pen = ImageDraw.Draw(large)
    pen.line([(x * FINE, y * FINE) for x, y in points], fill=255, width=7 * FINE, joint="curve")
    return large.reduce(FINE)


@drawing_of.register
def of_scene(scene: ResultScene, reader: Reader) -> Drawing | None:
    """The drawing of a rubber; None if it ended before its first hand did."""
    if not scene.way:
        return None
    words = reader.words
    names = names_of(words, scene.head.holders)
    shown = ((0,) * len(scene.sides), *scene.way)[-MOST - 1 :]
    ways = []
    for side, seats in enumerate(scene.sides):
        name = words("list.side").join(names[seat] for seat in seats)
        scores, won = tuple(scores[side] for scores in shown), side in scene.outcome.winners
        ways.append(Way(seats, name, scores, won, words.score(scene.scores[side], scene.target)))
    highest = max(scene.target or 1, *(max(scores) for scores in shown))
    first = len(scene.way) + 1 - len(shown)
    return RubberDrawing(tuple(ways), highest, first, words("picture.hand"), words("picture.won"))
