"""Seats in pictures: the names of their holders, and a mark with a shape and a colour for each.

So seats differ by more than colour. Opposite seats, which are partners with four players, have marks of similar warmth:
seats 1 and 3 warm, 2 and 4 cold.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from bot.members.seat_names import plain_names
from bot.presentation.pictures.canvas import CENTRE, Canvas
from bot.presentation.pictures.palette import Colour
from bot.presentation.pictures.typeface import Weight, readable
from bot.tables.seat_holders import SeatHolder
from bot.texts import Translator
from bot.texts.names import told_apart


class Mark(NamedTuple):
    """A seat's mark: its outline, its colour, and how far its number is below the middle (share of its height)."""

    outline: str
    colour: Colour
    low: float = 0.0


MARKS: Final = (
    Mark("O 50 50 47", Colour.BRASS),
    Mark("M 16 6 L 84 6 C 90 6 94 10 94 16 L 94 84 C 94 90 90 94 84 94 L 16 94 C 10 94 6 90 6 84 L 6 16 C 6 10 10 6 16 6 Z", Colour.SKY),  # noqa: E501
    Mark("M 50 3 C 54 3 57 6 59 9 L 98 84 C 101 91 98 97 91 97 L 9 97 C 2 97 -1 91 2 84 L 41 9 C 43 6 46 3 50 3 Z", Colour.CORAL, 0.14),  # noqa: E501
    Mark("M 50 0 L 94 34 L 78 98 L 22 98 L 6 34 Z", Colour.MINT, 0.04),
    Mark("M 50 0 L 100 50 L 50 100 L 0 50 Z", Colour.ICE),
    Mark("M 25 4 L 75 4 L 100 50 L 75 96 L 25 96 L 0 50 Z", Colour.BONE),
)  # fmt: skip


@lru_cache(maxsize=2048)
def names_of(words: Translator, holders: tuple[SeatHolder, ...]) -> tuple[str, ...]:
    """A name for each seat, no two alike; the seat's number if the typeface has no letter of the name."""
    called = enumerate(map(readable, plain_names(words, holders)), start=1)
    names = [name if any(map(str.isalnum, name)) else words("seat.number", n=n) for n, name in called]
    return told_apart(names, lambda name, seat: words("sitter.numbered", name=name, n=seat + 1))


def draw_mark(canvas: Canvas, seat: int, x: int, y: int, side: int, ground: Colour = Colour.SEA) -> None:
    """Draw a seat's mark with its number in a square of `side` pixels."""
    mark = MARKS[seat % len(MARKS)]
    canvas.shape(mark.outline, x, y, side, side, mark.colour, ground)
    size = round(side * 0.62)
    top = round(y + side / 2 - size * 0.605 + side * mark.low)
    canvas.line(
        str(seat + 1), x + side // 2, top, size,
        ink=Colour.BLACK, ground=mark.colour, weight=Weight.BOLD, lean=CENTRE,
    )  # fmt: skip


def draw_marks(canvas: Canvas, seats: Sequence[int], x: int, y: int, ground: Colour = Colour.SEA) -> int:
    """Draw the marks of some seats beside each other, and return the x after them."""
    for place, seat in enumerate(seats):
        draw_mark(canvas, seat, x + 38 * place, y, 32, ground)
    return x + 38 * len(seats)
