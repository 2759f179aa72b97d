"""The picture of a profile: rubbers won by size, and everything else that is counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.messages.kit.canvas import RIGHT, Canvas
from bot.messages.kit.drawing import SELDOM, WIDE, Drawing, drawing_of
from bot.messages.kit.palette import Colour
from bot.messages.kit.typeface import Weight, readable, width
from bot.messages.people.profile import ProfileScene, counts, players, rubbers_won
from bot.texts import which_game
from bot.texts.names import legible
from bot.texts.reader import Reader

EDGE: Final = 28
TOP: Final = 146
"""The y below the heading."""
LABEL: Final = 46
PANEL: Final = 126
GAP: Final = 14
ROW: Final = 66
COLUMNS: Final = 2
NUMBER: Final = 122
"""The width of the numbers in a column."""
TYPE: Final = 31
IN_COLUMN: Final = (WIDE - 2 * EDGE) // COLUMNS - NUMBER - 10  # without FriBidi letters stand a little wider
IN_ROW: Final = WIDE - 2 * EDGE - NUMBER - 10
"""The room for a label in a column, and in a row of its own."""
BELOW: Final = 26
SIZES: Final = (46, 42, 36)
"""The sizes of type of numbers, the largest that fits."""
PADDING: Final = 10


class OfSize(NamedTuple):
    """The rubbers at tables of one size, in words."""

    players: str
    won: str


class Number(NamedTuple):
    """A number, and what it counts."""

    number: str
    label: str


@dataclass(frozen=True)
class ProfileDrawing(Drawing):
    """A profile: a panel for each size of table, numbers in two columns, then those whose labels need a whole row."""

    name = "profile.png"
    level = SELDOM

    person: str
    where: str
    won: str
    sizes: tuple[OfSize, ...]
    numbers: tuple[Number, ...]

    def high(self) -> int:
        narrow, wide = self._split_numbers()
        rows = -(-len(narrow) // COLUMNS) + len(wide)
        return TOP + (LABEL + PANEL + 24 if self.sizes else 0) + ROW * rows + BELOW

    def clear(self) -> int:
        return BELOW

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        room = WIDE - 2 * EDGE
        canvas.line(self.person, EDGE, y + 18, 54, weight=Weight.BOLD, room=room)
        canvas.line(self.where, EDGE, y + 88, 32, ink=Colour.MIST, room=room)
        y += TOP
        if self.sizes:
            canvas.line(self.won, EDGE, y, 32, ink=Colour.MIST, room=room)
            self._sizes(canvas, y + LABEL)
            y += LABEL + PANEL + 24
        narrow, wide = self._split_numbers()
        for index, number in enumerate(narrow):
            self._number(canvas, number, index % COLUMNS, y + ROW * (index // COLUMNS), IN_COLUMN)
        y += ROW * -(-len(narrow) // COLUMNS)
        for index, number in enumerate(wide):
            self._number(canvas, number, 0, y + ROW * index, IN_ROW)

    def _split_numbers(self) -> tuple[list[Number], list[Number]]:
        """The numbers whose labels fit a column, and the others."""
        fits = {one: width(one.label, TYPE) <= IN_COLUMN for one in self.numbers}
        return [one for one in self.numbers if fits[one]], [one for one in self.numbers if not fits[one]]

    def _sizes(self, canvas: Canvas, y: int) -> None:
        wide = (WIDE - 2 * EDGE + GAP) // max(3, len(self.sizes)) - GAP
        for index, one in enumerate(self.sizes):
            x = EDGE + (wide + GAP) * index
            canvas.plate(x, y, wide, PANEL, Colour.DEEP)
            room, ground = wide - 2 * PADDING, Colour.DEEP
            canvas.line(one.players, x + PADDING, y + 12, 32, ink=Colour.MIST, ground=ground, room=room)
            size = _fitting(one.won, room)
            canvas.line(
                one.won, x + PADDING, y + 58, size, ink=Colour.BRASS, ground=ground, weight=Weight.BOLD, room=room
            )

    def _number(self, canvas: Canvas, one: Number, column: int, y: int, room: int) -> None:
        x = EDGE + column * (WIDE - 2 * EDGE) // COLUMNS
        size = _fitting(one.number, NUMBER)
        canvas.line(one.number, x + NUMBER, y, size, weight=Weight.BOLD, room=NUMBER, lean=RIGHT)
        canvas.line(one.label, x + NUMBER + 12, y + 11, TYPE, ink=Colour.MIST, room=room)


def _fitting(text: str, room: int) -> int:
    """The largest size of type at which a bold text fits."""
    return next((size for size in SIZES if width(text, size, Weight.BOLD) <= room), SIZES[-1])


@drawing_of.register
def of_scene(scene: ProfileScene, reader: Reader) -> Drawing | None:
    """The drawing of a profile; None if nothing is counted yet."""
    words, found = reader.words, scene.profile
    if not found.hands and not found.sizes and not scene.days:
        return None
    here = words("picture.everywhere") if scene.guild is None else legible(scene.guild)
    where = words("list.dot").join([here, *which_game(scene.game, words)])
    return ProfileDrawing(
        readable(legible(scene.name)),
        readable(where),
        words("picture.rubbers-won"),
        tuple(OfSize(players(one, words), rubbers_won(one, words)) for one in found.sizes),
        tuple(Number(str(one.number), one.label) for one in counts(scene, words)),
    )
