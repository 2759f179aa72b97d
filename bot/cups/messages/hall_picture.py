"""The picture of a server's hall of fame: a row for each cup with its winner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.cups.messages.cup_end import CupHallScene, PastCup
from bot.cups.messages.cup_text import day
from bot.cups.messages.entrant_names import drawn_name, drawn_text, fitted_name
from bot.messages.kit.drawing import WIDE, Canvas, Drawing, RowsDrawing, drawing_of
from bot.messages.kit.palette import Colour
from bot.messages.kit.shapes import CROWN
from bot.messages.kit.typeface import TEXT, Weight, width
from bot.texts import Translator
from bot.texts.reader import Reader

MARK: Final = 46
"""The side of the crown in a row."""


class HallRow(NamedTuple):
    """A cup in words."""

    winner: str
    others: str
    cup: str
    told: str


@dataclass(frozen=True)
class CupHallDrawing(RowsDrawing[HallRow]):
    """A page of the hall of fame."""

    name = "hall-of-fame.png"
    top, row_high, below = 104, 104, 26

    title: str

    def paint_heading(self, canvas: Canvas, y: int) -> None:
        canvas.line(self.title, self.edge, y + 18, 46, weight=Weight.BOLD, room=WIDE - 2 * self.edge)

    def paint_row(self, canvas: Canvas, row: HallRow, y: int) -> None:
        canvas.shape(CROWN, self.edge, y + 6, MARK, MARK, Colour.BRASS)
        x = self.edge + MARK + 18
        room = WIDE - self.edge - x
        winner = fitted_name(row.winner, 38, Weight.BOLD, room)
        taken = canvas.line(winner, x, y + 4, 38, ink=Colour.BRASS, weight=Weight.BOLD)
        if row.others and room - taken > 160:
            others = fitted_name(row.others, TEXT, Weight.MEDIUM, room - taken - 20)
            canvas.line(others, x + taken + 20, y + 12, TEXT)
        cup = fitted_name(row.cup, TEXT, Weight.MEDIUM, room - width(row.told, TEXT))
        x += canvas.line(cup, x, y + 52, TEXT, ink=Colour.MIST)
        canvas.line(row.told, x, y + 52, TEXT, ink=Colour.MIST)


@drawing_of.register
def hall_drawing(scene: CupHallScene, reader: Reader) -> Drawing | None:
    """The drawing of a page of the hall of fame; None while it is empty."""
    if not scene.lines:
        return None
    words = reader.words
    title = words("picture.cup.hall", guild=drawn_text(scene.guild))
    return CupHallDrawing(tuple(_hall_row(line, words) for line in scene.lines), title)


def _hall_row(past: PastCup, words: Translator) -> HallRow:
    names = [drawn_name(name, words) for name in past.winners] or [words("cup.bracket.nobody")]
    dot, told = words("list.dot"), (day(past.ended_at, words), words.count("cup.entrants", past.size))
    others = words("list.comma").join(names[1:])
    return HallRow(names[0], others, drawn_text(past.name), dot + dot.join(filter(None, told)))
