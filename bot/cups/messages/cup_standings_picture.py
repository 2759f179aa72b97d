"""The picture of a cup's standings: a row for each place, with its tie-breaks below the name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.cups.messages.cup_standings import BY_POINTS, CupStandingsScene, place_parts, place_points, rounds_played
from bot.cups.messages.entrant_names import drawn_name, drawn_text, fitted_name
from bot.messages.kit.drawing import RIGHT, SELDOM, WIDE, Canvas, Drawing, drawing_of
from bot.messages.kit.palette import Colour
from bot.messages.kit.typeface import TEXT, Weight, width
from bot.texts.reader import Reader

EDGE: Final = 28
TOP: Final = 136
ROW: Final = 92
ALONE: Final = 20
"""The top of a name with nothing below, in the middle of its row."""
PLACE: Final = 88
"""The width of the places."""
BELOW: Final = 24
SEPARATOR: Final = " · "


class ShownTieBreak(NamedTuple):
    text: str
    decides: bool


class CupStandingRow(NamedTuple):
    """A place in words."""

    place: int
    name: str
    points: str
    by_points: bool
    """True if they separate the place from the one above."""
    parts: tuple[ShownTieBreak, ...]
    own: bool


@dataclass(frozen=True)
class CupStandingsDrawing(Drawing):
    """A page of standings; what separates a place from the one above is bright, one's own row is on a plate."""

    name = "cup-standings.png"
    level = SELDOM

    cup: str
    after: str
    rows: tuple[CupStandingRow, ...]

    def high(self) -> int:
        return TOP + ROW * len(self.rows) + BELOW

    def clear(self) -> int:
        return BELOW

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        room = WIDE - 2 * EDGE
        canvas.line(self.cup, EDGE, y + 16, 48, weight=Weight.BOLD, room=room)
        canvas.line(self.after, EDGE, y + 80, 32, ink=Colour.MIST, room=room)
        for index, row in enumerate(self.rows):
            self._row(canvas, row, y + TOP + ROW * index)

    def _row(self, canvas: Canvas, row: CupStandingRow, y: int) -> None:
        ground, ink = Colour.SEA, Colour.BRASS if row.place == 1 else Colour.ICE
        if row.own:
            ground = Colour.DEEP
            canvas.plate(EDGE - 14, y, WIDE - 2 * EDGE + 28, ROW - 4, ground)
        x, right = EDGE + PLACE, WIDE - EDGE
        top = y + (4 if row.parts else ALONE)
        canvas.line(
            str(row.place), x - 18, top, 38, ink=ink, ground=ground, weight=Weight.BOLD, lean=RIGHT, room=PLACE - 14
        )
        bright, bold = (Colour.BRASS, Weight.BOLD) if row.by_points else (ink, Weight.MEDIUM)
        earned = canvas.line(row.points, right, top, 38, ink=bright, ground=ground, weight=bold, lean=RIGHT)
        weight = Weight.BOLD if row.own else Weight.MEDIUM
        name = fitted_name(row.name, 38, weight, right - earned - 20 - x)
        canvas.line(name, x, top, 38, ink=ink, ground=ground, weight=weight)
        self._parts(canvas, row, x, y + 50, ground)

    def _parts(self, canvas: Canvas, row: CupStandingRow, x: int, y: int, ground: Colour) -> None:
        for at, part in enumerate(_fitting_tie_breaks(row.parts, WIDE - EDGE - x)):
            if at:
                x += canvas.line(SEPARATOR, x, y, TEXT, ink=Colour.MIST, ground=ground)
            ink, weight = (Colour.BRASS, Weight.BOLD) if part.decides else (Colour.MIST, Weight.MEDIUM)
            x += canvas.line(part.text, x, y, TEXT, ink=ink, ground=ground, weight=weight)


def _fitting_tie_breaks(parts: tuple[ShownTieBreak, ...], room: int) -> list[ShownTieBreak]:
    """The tie-breaks that fit; what separates the place from the one above stays."""
    found = list(parts)
    while _wide(found) > room and not all(part.decides for part in found):
        found.remove(next(part for part in reversed(found) if not part.decides))
    return found


def _wide(parts: Sequence[ShownTieBreak]) -> int:
    told = sum(width(part.text, TEXT, Weight.BOLD if part.decides else Weight.MEDIUM) for part in parts)
    return told + width(SEPARATOR, TEXT) * (len(parts) - 1)


@drawing_of.register
def of_scene(scene: CupStandingsScene, reader: Reader) -> Drawing | None:
    """The drawing of a page of standings; None before the start."""
    if not scene.lines:
        return None
    words = reader.words
    rows = tuple(
        CupStandingRow(
            line.place,
            drawn_name(line.name, words),
            place_points(line, words),
            line.reason in BY_POINTS,
            tuple(ShownTieBreak(text, decides) for text, decides in place_parts(line, words)),
            line.own,
        )
        for line in scene.lines
    )
    return CupStandingsDrawing(drawn_text(scene.head.rules.name), drawn_text(rounds_played(scene, words)), rows)
