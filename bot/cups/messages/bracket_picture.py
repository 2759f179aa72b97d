"""The picture of a page of a bracket: up to three rounds side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.cups.messages.bracket import CupBracketScene
from bot.cups.messages.cup_text import MatchLine, MatchStatus, round_name
from bot.cups.messages.entrant_names import drawn_people, drawn_text, fitted_name
from bot.messages.kit.drawing import RIGHT, SELDOM, WIDE, Canvas, Drawing, drawing_of
from bot.messages.kit.palette import Colour
from bot.messages.kit.typeface import NAME, TEXT, Weight, width
from bot.texts import Translator
from bot.texts.reader import Reader

EDGE: Final = 18
TOP: Final = 132
GAP: Final = 22
LINE: Final = 46
PADDING: Final = 12
BETWEEN: Final = 18
"""The space between matches of the first column."""
BELOW: Final = 26


class Side(NamedTuple):
    """An entrant of a match: its people, a line each, and its score or what stands for it."""

    people: tuple[str, ...]
    score: str
    won: bool


class BracketBox(NamedTuple):
    """A match; nobody: not paired yet, or a place that nobody reached."""

    sides: tuple[Side, ...]
    own: bool = False


class BoxColumn(NamedTuple):
    title: str
    boxes: tuple[BracketBox, ...]


@dataclass(frozen=True)
class CupBracketDrawing(Drawing):
    """A page of a bracket; winners are bright, one's own match is framed."""

    name = "cup-bracket.png"
    level = SELDOM

    cup: str
    columns: tuple[BoxColumn, ...]
    people: int
    """The people of an entrant."""

    @property
    def _box(self) -> int:
        return 2 * LINE * self.people + PADDING

    @property
    def _column(self) -> int:
        return (WIDE - 2 * EDGE + GAP) // len(self.columns)

    @property
    def _body(self) -> int:
        first = len(self.columns[0].boxes)
        return first * (self._box + BETWEEN) - BETWEEN

    def high(self) -> int:
        return TOP + self._body + BELOW

    def clear(self) -> int:
        return BELOW

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        canvas.line(self.cup, EDGE, y + 14, 44, weight=Weight.BOLD, room=WIDE - 2 * EDGE)
        for at, column in enumerate(self.columns):
            x = EDGE + self._column * at
            if at:
                self._joints(canvas, at, x, y + TOP)
            canvas.line(column.title, x, y + 84, TEXT, ink=Colour.MIST, room=self._column - GAP)
            for index, box in enumerate(column.boxes):
                self._match(canvas, box, x, y + TOP + self._top(column, index))

    def _top(self, column: BoxColumn, index: int) -> int:
        """The y of a box: in the middle of those that it follows."""
        share = self._body / len(column.boxes)
        return round(share * index + (share - self._box) / 2)

    def _joints(self, canvas: Canvas, at: int, x: int, y: int) -> None:
        """Lines from the matches of the column before to those that follow them."""
        before, middle = self.columns[at - 1], self._box // 2
        for index in range(len(self.columns[at].boxes)):
            heights = [y + self._top(before, feeder) + middle for feeder in (2 * index, 2 * index + 1)]
            for height in heights:
                canvas.box(x - GAP, height - 1, GAP // 2, 3, Colour.MIST)
            canvas.box(x - GAP // 2 - 1, heights[0] - 1, 3, heights[1] - heights[0] + 3, Colour.MIST)
            canvas.box(x - GAP // 2, y + self._top(self.columns[at], index) + middle - 1, GAP // 2, 3, Colour.MIST)

    def _match(self, canvas: Canvas, box: BracketBox, x: int, y: int) -> None:
        wide = self._column - GAP
        if box.own:
            canvas.plate(x - 4, y - 4, wide + 8, self._box + 8, Colour.BRASS)
            canvas.plate(x, y, wide, self._box, Colour.DEEP, ground=Colour.BRASS)
        else:
            canvas.plate(x, y, wide, self._box, Colour.DEEP)
        canvas.box(x + PADDING, y + self._box // 2, wide - 2 * PADDING, 2, Colour.SHALLOW)
        for at, side in enumerate(box.sides):
            self._side(canvas, side, x + PADDING, y + 3 + (self._box // 2) * at, wide - 2 * PADDING)

    def _side(self, canvas: Canvas, side: Side, x: int, y: int, room: int) -> None:
        ink = Colour.BRASS if side.won else Colour.ICE
        weight = Weight.BOLD if side.won else Weight.MEDIUM
        score = width(side.score, NAME, Weight.BOLD) + 8 if side.score else 0
        canvas.line(side.score, x + room, y, NAME, ink=ink, ground=Colour.DEEP, weight=Weight.BOLD, lean=RIGHT)
        for at, person in enumerate(side.people):
            name = fitted_name(person, NAME, weight, room - score)
            canvas.line(name, x, y + LINE * at, NAME, ink=ink, ground=Colour.DEEP, weight=weight)


@drawing_of.register
def bracket_drawing(scene: CupBracketScene, reader: Reader) -> Drawing | None:
    """The drawing of a page of a bracket."""
    words = reader.words
    columns = tuple(
        BoxColumn(round_name(column.title, words), tuple(_box(line, words) for line in column.matches))
        for column in scene.columns
    )
    return CupBracketDrawing(drawn_text(scene.head.rules.name), columns, scene.head.rules.entrants.people)


def _box(line: MatchLine | None, words: Translator) -> BracketBox:
    if line is None:
        return BracketBox(())
    sides = tuple(
        Side(drawn_people(name, words), _score(line, at), line.won[at] and line.state is not MatchStatus.OPEN)
        for at, name in enumerate(line.entrants)
    )
    return BracketBox(sides, line.own)


def _score(line: MatchLine, at: int) -> str:
    """The score of an entrant; of a match that somebody forfeited + and –."""
    if any(line.absent):
        return "–" if line.absent[at] else "+"
    return str(line.score[at]) if line.score else ""
