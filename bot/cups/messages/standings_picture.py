"""The picture of the standings of a cup or a league: a row for each place, with its tie-breaks below the name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.cups.messages.cup_standings import BY_POINTS, CupStandingsScene, place_parts, place_points, rounds_played
from bot.cups.messages.cup_text import points
from bot.cups.messages.entrant_names import drawn_name, drawn_text, fitted_name
from bot.cups.messages.league_panel import LeagueMove
from bot.cups.messages.league_standings import LeagueLine, LeagueStandingsScene, division_title, line_parts
from bot.messages.kit.drawing import RIGHT, WIDE, Canvas, Drawing, RowsDrawing, drawing_of
from bot.messages.kit.palette import Colour
from bot.messages.kit.typeface import TEXT, Weight, width
from bot.texts import Translator
from bot.texts.reader import Reader

ALONE: Final = 20
"""The top of a name with nothing below, in the middle of its row."""
PLACE: Final = 88
"""The width of the places."""
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
class CupStandingsDrawing(RowsDrawing[CupStandingRow]):
    """A page of standings; what separates a place from the one above is bright, one's own row is on a plate."""

    name = "cup-standings.png"
    top, row_high, below = 136, 92, 24

    cup: str
    after: str

    def paint_heading(self, canvas: Canvas, y: int) -> None:
        room = WIDE - 2 * self.edge
        canvas.line(self.cup, self.edge, y + 16, 48, weight=Weight.BOLD, room=room)
        canvas.line(self.after, self.edge, y + 80, 32, ink=Colour.MIST, room=room)

    def paint_row(self, canvas: Canvas, row: CupStandingRow, y: int) -> None:
        ground, ink = self.row_colours(canvas, row.place, row.own, y)
        x, right = self.edge + PLACE, WIDE - self.edge
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
        for at, part in enumerate(_fitting_tie_breaks(row.parts, WIDE - self.edge - x)):
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
def cup_standings_drawing(scene: CupStandingsScene, reader: Reader) -> Drawing | None:
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
    return CupStandingsDrawing(rows, drawn_text(scene.head.rules.name), drawn_text(rounds_played(scene, words)))


@drawing_of.register
def league_standings_drawing(scene: LeagueStandingsScene, reader: Reader) -> Drawing | None:
    """The drawing of a page; None if there is nobody on it."""
    if not scene.lines:
        return None
    words = reader.words
    rows = tuple(_row(line, words) for line in scene.lines)
    heading = words("league.heading", name=scene.head.name, n=scene.head.season)
    return CupStandingsDrawing(rows, drawn_text(heading), drawn_text(division_title(scene, words)))


def _row(line: LeagueLine, words: Translator) -> CupStandingRow:
    parts = tuple(ShownTieBreak(part, line.move is not LeagueMove.STAYS) for part in line_parts(line, words))
    return CupStandingRow(line.place, drawn_name(line.name, words), points(line.points, words), False, parts, line.own)
