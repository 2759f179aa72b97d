"""Seat labels in pictures: the names of their holders, and a mark with a shape and a colour for each side.

So sides differ by more than colour.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from bot.members.seat_names import plain_names
from bot.messages.kit.drawing import Canvas
from bot.messages.kit.palette import Colour
from bot.messages.kit.typeface import ELLIPSIS, NAME, TEXT, Weight, fit, readable, width
from bot.tables.seat_holders import SeatHolder
from bot.texts import Translator
from bot.texts.look_alikes import letters, tell_apart


class Mark(NamedTuple):
    """A side's mark: its outline and its colour."""

    outline: str
    colour: Colour


MARKS: Final = (
    Mark("O 50 50 47", Colour.SKY),
    Mark("M 50 0 L 100 50 L 50 100 L 0 50 Z", Colour.CORAL),
    Mark("M 50 3 C 54 3 57 6 59 9 L 98 84 C 101 91 98 97 91 97 L 9 97 C 2 97 -1 91 2 84 L 41 9 C 43 6 46 3 50 3 Z", Colour.MINT),  # noqa: E501
    Mark("M 16 6 L 84 6 C 90 6 94 10 94 16 L 94 84 C 94 90 90 94 84 94 L 16 94 C 10 94 6 90 6 84 L 6 16 C 6 10 10 6 16 6 Z", Colour.ICE),  # noqa: E501
    Mark("M 50 0 L 94 34 L 78 98 L 22 98 L 6 34 Z", Colour.BONE),
    Mark("M 38 4 L 62 4 L 62 38 L 96 38 L 96 62 L 62 62 L 62 96 L 38 96 L 38 62 L 4 62 L 4 38 L 38 38 Z", Colour.MIST),
)  # fmt: skip
SIDE: Final = 26
"""The width of a mark beside a name."""
BESIDE: Final = SIDE + 10
"""The distance from the left edge of a mark to what it stands before."""
SIZES: Final = range(NAME, TEXT - 1, -1)
"""The sizes of names, the usual one first: a name is smaller where it then stands whole."""


@lru_cache(maxsize=2048)
def names_of(words: Translator, holders: tuple[SeatHolder, ...]) -> tuple[str, ...]:
    """A name for each seat, no two alike; the seat's number if the typeface has no letter of the name."""
    called = enumerate(map(readable, plain_names(words, holders)), start=1)
    names = [name if any(map(str.isalnum, name)) else words("seat.number", n=n) for n, name in called]
    return tell_apart(names, lambda name, seat: words("sitter.numbered", name=name, n=seat + 1))


def side_of_seats(sides: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The side of each seat."""
    side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
    return tuple(side_of[seat] for seat in sorted(side_of))


def colour_of(side: int) -> Colour:
    return MARKS[side % len(MARKS)].colour


def draw_mark(canvas: Canvas, side: int, x: int, y: int, ground: Colour) -> None:
    """Draw a side's mark in a square of `SIDE` pixels."""
    mark = MARKS[side % len(MARKS)]
    canvas.shape(mark.outline, x, y, SIDE, SIDE, mark.colour, ground)


def apart(names: Sequence[str], rooms: Sequence[int], least: int = TEXT) -> tuple[str, ...]:
    """The names, each cut to its room beside a mark so that it could be no other of them.

    A name stays whole that has room in size `least`.
    """
    cuts = [
        (name,) if name_width(name, least) <= room else tuple(_cuts(names, index, room - BESIDE))
        for index, (name, room) in enumerate(zip(names, rooms, strict=True))
    ]
    return tuple(
        next((cut for cut in ways if not _fits_others(cut, names, index)), ways[-1]) for index, ways in enumerate(cuts)
    )


def with_name(tell: Callable[[str], str], names: Sequence[str], index: int, room: int) -> str:
    """A line in the size of names with one of them in it, cut as far as the line has no room, unlike the others."""
    free = room - width(tell(""), NAME, Weight.BOLD)
    return tell(apart(names, [free + BESIDE] * len(names), NAME)[index])


def _cuts(names: Sequence[str], index: int, room: int) -> Iterator[str]:
    """Yield a name cut at its end, in the middle, and before the letter in which it differs; last with a number."""
    name = names[index]
    shared = max((_common_letters(name, other) for other in names if other != name), default=0)
    yield _fit(name, room)
    yield _fit(name, room, ends=True)
    yield _fit(name[:3].rstrip() + ELLIPSIS + name[max(3, shared - 1) :].lstrip(), room)
    yield _fit(f"{index + 1} {name}", room)


def _fits_others(cut: str, names: Sequence[str], index: int) -> bool:
    """Return whether a cut name could be another one's, if one does not see what was cut out."""
    if cut == names[index]:
        return False
    pattern = re.compile(".*".join(re.escape(letters(part)) for part in cut.split(ELLIPSIS)))
    return any(pattern.fullmatch(letters(other)) for place, other in enumerate(names) if place != index)


def _common_letters(one: str, other: str) -> int:
    """The number of letters with which both begin."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _fit(name: str, room: int, *, ends: bool = False) -> str:
    return fit(name, NAME, Weight.BOLD, room, ends)


def name_width(name: str, size: int = NAME) -> int:
    """The width of a name with its mark, uncut."""
    return BESIDE + width(name, size, Weight.BOLD)


def name_size(name: str, room: int) -> int:
    """The size at which a name is written beside its mark within `room` pixels."""
    return next((size for size in SIZES if name_width(name, size) <= room), NAME)


def draw_marked(
    canvas: Canvas, side: int, name: str, x: int, y: int, room: int, *, ground: Colour = Colour.SEA, lean: float = 0.0
) -> int:
    """Draw a side's mark and a name in its colour within `room` pixels; return the x after them.

    `lean`: whether x is the left end, the middle or the right end.
    """
    size = name_size(name, room)
    shown = fit(name, size, Weight.BOLD, room - BESIDE)
    long = name_width(shown, size)
    left = round(x - lean * long)
    draw_mark(canvas, side, left, y + 10, ground=ground)
    low = y + round(0.6 * (NAME - size))
    canvas.line(shown, left + BESIDE, low, size, ink=colour_of(side), ground=ground, weight=Weight.BOLD)
    return left + long
