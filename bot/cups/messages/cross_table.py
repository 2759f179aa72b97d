"""The cross table of a round robin: a row for each entrant, and a column for each place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple

from bot.cups import scoring
from bot.cups.cup import Cup, Match
from bot.cups.messages import cup_text
from bot.cups.messages.cup_standings import own_line, views
from bot.cups.messages.cup_text import HEADING, CupHead, CupVerb
from bot.cups.messages.entrant_names import EntrantName, drawn_name, drawn_text, entrant_names, fitted_name
from bot.cups.messages.round_sheet import own_entrant
from bot.cups.standings import Results, counted_results, standings
from bot.messages.kit import ui
from bot.messages.kit.drawing import CENTRE, RIGHT, WIDE, Canvas, Drawing, RowsDrawing, drawing_of
from bot.messages.kit.pages import page_of_lines
from bot.messages.kit.palette import Colour
from bot.messages.kit.rendering import Part, lines_that_fit, parts_of
from bot.messages.kit.scene import Scene
from bot.messages.kit.typeface import NAME, TEXT, Weight
from bot.texts import Translator, escape
from bot.texts.escaping import cut
from bot.texts.reader import Reader


class CrossMark(StrEnum):
    """The result of a match in a cross table, for the entrant of the row."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"
    WON_UNPLAYED = "won-unplayed"
    LOST_UNPLAYED = "lost-unplayed"


class CrossRow(NamedTuple):
    """An entrant, and its results against each place, in the order of rounds; nothing: still to play."""

    place: int
    name: EntrantName
    cells: tuple[tuple[CrossMark, ...], ...]
    points: Fraction
    own: bool = False


@dataclass(frozen=True, slots=True)
class CupCrossScene(Scene):
    """A page of the cross table of a round robin; pages count from 0."""

    head: CupHead
    rows: tuple[CrossRow, ...]
    page: int = 0
    pages: int = 1


CROSS_ROWS: Final = 12


def cross_table_scene(
    cup: Cup, names: Mapping[str, str], page: int | None = None, person: str = ""
) -> CupCrossScene | None:
    """Return a page of the cross table; None for other formats. Usual: the page with the person who asks."""
    if not cup.rules.is_round_robin:
        return None
    rows = _rows(cup, names, person)
    own = next((at for at, row in enumerate(rows) if row.own), 0) // CROSS_ROWS
    shown = page_of_lines(rows, own if page is None else page, CROSS_ROWS)
    return CupCrossScene(cup_text.head_of(cup), shown.lines, shown.page, shown.pages)


def _rows(cup: Cup, names: Mapping[str, str], person: str) -> list[CrossRow]:
    called, own, results = entrant_names(cup, names), own_entrant(cup, person), counted_results(cup)
    order = [standing.entrant for standing in standings(cup)]
    return [
        CrossRow(
            place,
            called[number],
            tuple(tuple(_marks(results, number, opponent)) for opponent in order),
            results.points[number],
            number == own,
        )
        for place, number in enumerate(order, 1)
    ]


def _marks(results: Results, entrant: int, other: int) -> Iterator[CrossMark]:
    for match in results.matches[entrant]:
        if match is not None and other != entrant and other in match.entrants:
            yield _mark(match, entrant)


def _mark(match: Match, entrant: int) -> CrossMark:
    won, unplayed = scoring.points(match)[entrant], scoring.is_unplayed(match, entrant)
    if won == scoring.WIN:
        return CrossMark.WON_UNPLAYED if unplayed else CrossMark.WON
    if won == scoring.DRAW:
        return CrossMark.DRAWN
    return CrossMark.LOST_UNPLAYED if unplayed else CrossMark.LOST


@ui.page_of.register
def cross_table(scene: CupCrossScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A page of the cross table: of each entrant, whom it beat and to whom it lost, by their places."""
    words, head = reader.words, scene.head
    return ui.layout(
        ui.text(cup_text.title(head), words("cup.cross")),
        ui.Unpictured("\n".join(cross_row(row, words) for row in scene.rows)),
        *ui.rows(cup_text.page_buttons(CupVerb.CROSS, words, head, scene.page, scene.pages, post=post)),
        *ui.rows(views(CupVerb.CROSS, head, words, post)),
        colour=ui.LADDERS,
    )


def cross_row(row: CrossRow, words: Translator) -> str:
    """An entrant's results in words: whom it beat, with whom it drew, to whom it lost."""
    against: defaultdict[CrossMark, list[str]] = defaultdict(list)
    for place, marks in enumerate(row.cells, 1):
        for mark in marks:
            against[mark].append(str(place))
    told = [
        words(f"cup.cross.{mark}", places=words("list.comma").join(against[mark]))
        for mark in CrossMark
        if against[mark]
    ]
    return words("list.dot").join([short_row(row, words), *told])


def short_row(row: CrossRow, words: Translator) -> str:
    """An entrant's place and points."""
    key = "cup.standings.own-line" if row.own else "cup.standings.line"
    return words(
        key, place=row.place, name=cup_text.shown_name(row.name, words), points=cup_text.points(row.points, words)
    )


@parts_of.register
def _cross_alt(scene: CupCrossScene, reader: Reader) -> list[Part]:
    words = reader.words
    told = [(cross_row(row, words), short_row(row, words)) for row in scene.rows]
    rows = [
        (own_line(full, row.own, words), own_line(short, row.own, words))
        for row, (full, short) in zip(scene.rows, told, strict=True)
    ]
    return lines_that_fit([escape(cut(scene.head.rules.name, HEADING))], rows) if rows else []


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
        RowOfMarks(row.place, drawn_name(row.name, words), row.cells, cup_text.number(row.points, words), row.own)
        for row in scene.rows
    )
    return CupCrossDrawing(
        rows, drawn_text(scene.head.rules.name), words("picture.cup.cross"), words("picture.cup.cross-legend")
    )
