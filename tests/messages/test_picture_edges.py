"""Pictures of every kind: nothing in them is cut, no text lies on other text, and each stands on its ground."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from PIL import Image

from bot.messages.kit.drawing import Box, Canvas, Drawing
from bot.messages.kit.palette import COLOURS, PALETTE, Colour
from bot.messages.kit.rendering import picture_of
from bot.messages.kit.scene import Scene
from tests.messages.rubbers import KINDS, public, rubber, table
from tests.messages.test_pictures import PEOPLE, READER
from tests.messages.walk import beside, scenes_of

MOST_OVER = 12
"""The height in pixels by which the boxes of two lines may overlap: what letters leave free above and below."""
TEXT_GROUND = 0.97
"""The least share of a line's box that has to be of its ground: there may be a rule or a rim at its edge."""


class MeasuringCanvas(Canvas):
    """Notes what does not lie within the picture, on its own ground, or beside all other text."""

    def __init__(self, drawing: Drawing) -> None:
        super().__init__(*drawing.pixels)
        self.cut: list[Box] = []
        self.covered: list[tuple[str, str]] = []
        self.on_other_ground: list[str] = []
        self._lines: list[tuple[str, Box]] = []
        self._line: tuple[str, Colour] | None = None
        self._is_band = False
        drawing.paint(self)

    def line(self, text: str, x: int, y: int, size: int, **how: Any) -> int:
        self._line = text, how.get("ground", Colour.SEA)
        wide = super().line(text, x, y, size, **how)
        self._line = None
        return wide

    def band(self, y: int) -> None:
        self._is_band = True  # its last repeat may go beyond the edge
        super().band(y)
        self._is_band = False

    def _paste(self, what: Image.Image | Colour, box: Box, mask: Image.Image | None = None) -> None:
        left, top, right, bottom = box
        if not self._is_band and (left < 0 or top < 0 or right > self.size[0] or bottom > self.size[1]):
            self.cut.append(box)
        if self._line is not None:
            text, ground = self._line
            below = self._image.crop(box)
            if below.histogram()[ground] < TEXT_GROUND * below.width * below.height:
                self.on_other_ground.append(text)
            self.covered += [(text, other) for other, beside in self._lines if is_over(box, beside)]
            self._lines.append((text, box))
        super()._paste(what, box, mask)


def is_over(one: Box, other: Box) -> bool:
    """Return whether two lines of text cover each other."""
    return (
        min(one[2], other[2]) - max(one[0], other[0]) > 2 and min(one[3], other[3]) - max(one[1], other[1]) > MOST_OVER
    )


def scenes(every: int) -> Iterator[Scene]:
    """Of one of so many kinds of tables, and beside them."""
    for seats, changes in KINDS[::every]:
        of = table(seats, changes, PEOPLE)
        yield from (scene for _, scene in scenes_of(seats, changes, seats, 29, of))
        for moment in rubber(seats, changes, seed=1):
            if moment.account and moment.account.bookings:
                yield from (scene for _, scene in public(moment, of))
    yield from beside(READER)


@cache
def drawings(every: int) -> list[Drawing]:
    """One of so many different drawings of each kind."""
    kinds: dict[type[Drawing], dict[Drawing, None]] = {}
    for scene in scenes(every):
        if (drawing := picture_of(scene, READER)) is not None:
            kinds.setdefault(type(drawing), {})[drawing] = None
    assert len(kinds) == 16
    return [drawing for found in kinds.values() for drawing in list(found)[::every]]


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_nothing_is_cut_no_text_lies_on_other_text_and_each_stands_on_its_ground(every: int) -> None:
    for drawing in drawings(every):
        canvas = MeasuringCanvas(drawing)
        assert (drawing, canvas.cut) == (drawing, [])
        assert (drawing, canvas.covered) == (drawing, [])
        assert (drawing, canvas.on_other_ground) == (drawing, [])


def test_each_colour_is_an_entry_of_the_palette_of_its_own() -> None:
    assert len(set(Colour)) == len(Colour.__members__) == len(COLOURS)
    for colour in Colour:
        assert tuple(PALETTE[3 * colour : 3 * colour + 3]) == COLOURS[colour]
