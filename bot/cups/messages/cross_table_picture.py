"""The picture of a cross table: a row for each entrant, and a column for each place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.cups.messages.cup_standings import CrossMark, CupCrossScene
from bot.cups.messages.cup_text import number
from bot.cups.messages.entrant_names import drawn_name, drawn_text, fitted_name
from bot.messages.kit.drawing import CENTRE, RIGHT, WIDE, Canvas, Drawing, RowsDrawing, drawing_of
from bot.messages.kit.palette import Colour
from bot.messages.kit.typeface import NAME, TEXT, Weight
from bot.texts.reader import Reader

NUMBER: Final = 44
TOTAL: Final = 64
WIDEST: Final = 56
"""The greatest width of a cell."""
SHOWN: Final[Mapping[CrossMark, tuple[str, Colour]]] = {
    CrossMark.WON: ("2", Colour.BRASS),
    CrossMark.DRAWN: ("1", Colour.ICE),
    CrossMark.LOST: ("0", Colour.MIST),
    CrossMark.WON_UNPLAYED: ("+", Colour.BRASS),
    CrossMark.LOST_UNPLAYED: ("–", Colour.MIST),
}


class RowOfMarks(NamedTuple):
    place: int
    name: str
    cells: tuple[tuple[CrossMark, ...], ...]
    points: str
    own: bool


@dataclass(frozen=True)
class CupCrossDrawing(RowsDrawing[RowOfMarks]):
    """A page of a cross table; one's own row is on a plate."""

    name = "cup-cross.png"
    edge, top, row_high, below, rim = 20, 156, 58, 90, 12

    cup: str
    heading: str
    legend: str

    def paint_heading(self, canvas: Canvas, y: int) -> None:
        room = WIDE - 2 * self.edge
        canvas.line(self.cup, self.edge, y + 14, 44, weight=Weight.BOLD, room=room)
        self._columns(canvas, y + 84)
        x, foot = self.edge + 140, y + self.high() - self.below
        canvas.line(self.legend, x, foot + 16, TEXT, ink=Colour.MIST, room=WIDE - self.edge - x)

    @property
    def _cell(self) -> int:
        size = len(self.rows[0].cells)
        return min(WIDEST, (WIDE - 2 * self.edge - NUMBER - TOTAL - 250) // size)

    @property
    def _cells_left(self) -> int:
        """The x where the cells begin."""
        return WIDE - self.edge - TOTAL - self._cell * len(self.rows[0].cells)

    def _columns(self, canvas: Canvas, y: int) -> None:
        """The places above the columns, the tens above the ones where there is little room."""
        for at in range(len(self.rows[0].cells)):
            x = self._cells_left + self._cell * at + self._cell // 2
            if at % 2:
                high = self.high() - self.below - 84
                canvas.box(self._cells_left + self._cell * at, y, self._cell, high, Colour.DEEP)
            digits = str(at + 1)
            for step, digit in enumerate(digits if self._cell < NUMBER else [digits]):
                top = y + 32 * (step + (len(digits) == 1 or self._cell >= NUMBER))
                canvas.line(digit, x, top, TEXT, ink=Colour.MIST, ground=_ground(at), lean=CENTRE)

    def paint_row(self, canvas: Canvas, row: RowOfMarks, y: int) -> None:
        ground, ink = self.row_colours(canvas, row.place, row.own, y)
        x, y = self.edge + NUMBER, y + 3
        canvas.line(str(row.place), x - 6, y, NAME, ink=ink, ground=ground, weight=Weight.BOLD, lean=RIGHT)
        weight = Weight.BOLD if row.own else Weight.MEDIUM
        name = fitted_name(row.name, NAME, weight, self._cells_left - x - 20)
        canvas.line(name, x + 8, y, NAME, ink=ink, ground=ground, weight=weight)
        canvas.line(row.points, WIDE - self.edge, y, NAME, ink=ink, ground=ground, weight=Weight.BOLD, lean=RIGHT)
        for at, marks in enumerate(row.cells):
            self._marks(canvas, marks, at, row.place, y, ground)

    def _marks(self, canvas: Canvas, marks: tuple[CrossMark, ...], at: int, place: int, y: int, ground: Colour) -> None:
        left, cell = self._cells_left + self._cell * at, self._cell
        if at + 1 == place:
            canvas.box(left + 3, y + 6, cell - 6, self.row_high - 22, Colour.SHALLOW)
        for step, mark in enumerate(marks):
            shown, ink = SHOWN[mark]
            x = left + cell * (2 * step + 1) // (2 * len(marks))
            below = Colour.DEEP if ground is Colour.DEEP else _ground(at)
            canvas.line(shown, x, y + 5, TEXT, ink=ink, ground=below, weight=Weight.BOLD, lean=CENTRE)


def _ground(at: int) -> Colour:
    """The ground of a column; every second one is darker."""
    return Colour.DEEP if at % 2 else Colour.SEA


@drawing_of.register
def cross_table_drawing(scene: CupCrossScene, reader: Reader) -> Drawing | None:
    """The drawing of a page of a cross table; None before the start."""
    if not scene.rows:
        return None
    words = reader.words
    rows = tuple(
        RowOfMarks(row.place, drawn_name(row.name, words), row.cells, number(row.points, words), row.own)
        for row in scene.rows
    )
    return CupCrossDrawing(
        rows, drawn_text(scene.head.rules.name), words("picture.cup.cross"), words("picture.cup.cross-legend")
    )
