"""Canvases that note the lines of a drawing, and what lies where."""

from __future__ import annotations

from typing import Any, NamedTuple

from PIL import Image

from bot.messages.kit.drawing import Box, Canvas, Drawing
from bot.messages.kit.palette import Colour
from bot.messages.kit.typeface import Weight, fit, has, width


class NotedLine(NamedTuple):
    """A line as it is shown. `ink`: None if it is the usual one."""

    text: str
    size: int
    weight: Weight
    ink: Colour | None


class NotingCanvas(Canvas):
    """Notes what is shown of each line with the size of its type, and the x where the longest line ends."""

    def __init__(self, drawing: Drawing) -> None:
        super().__init__(*drawing.pixels)
        self.lines: list[NotedLine] = []
        self.right = 0
        drawing.paint(self)

    @property
    def found(self) -> list[tuple[str, int]]:
        """The text and the size of each line."""
        return [(line.text, line.size) for line in self.lines]

    def line(self, text: str, x: int, y: int, size: int, **how: Any) -> int:
        room, weight = how.get("room"), how.get("weight", Weight.MEDIUM)
        shown = text if room is None else fit(text, size, weight, room)
        self.lines.append(NotedLine(shown, size, weight, how.get("ink")))
        self.right = max(self.right, round(x + (1 - how.get("lean", 0)) * width(shown, size, weight)))
        return super().line(text, x, y, size, **how)


MOST_OVER = 12
"""The height in pixels by which the boxes of two lines may overlap: what letters leave free above and below."""
TEXT_GROUND = 0.97
"""The least share of a line's box that has to be of its ground: there may be a rule or a rim at its edge."""


class MeasuringCanvas(Canvas):
    """Notes what does not lie within the picture, on its own ground, or beside all other text, and missing glyphs."""

    def __init__(self, drawing: Drawing) -> None:
        super().__init__(*drawing.pixels)
        self.cut: list[Box] = []
        self.covered: list[tuple[str, str]] = []
        self.on_other_ground: list[str] = []
        self.lines: list[tuple[str, Box]] = []
        self.missing: list[str] = []
        self._line: tuple[str, Colour] | None = None
        drawing.paint(self)

    def line(self, text: str, x: int, y: int, size: int, **how: Any) -> int:
        self._line = text, how.get("ground", Colour.SEA)
        self.missing += [sign for sign in text if not sign.isspace() and not has(sign)]
        wide = super().line(text, x, y, size, **how)
        self._line = None
        return wide

    def _paste(self, what: Image.Image | Colour, box: Box, mask: Image.Image | None = None) -> None:
        left, top, right, bottom = box
        if left < 0 or top < 0 or right > self.size[0] or bottom > self.size[1]:
            self.cut.append(box)
        if self._line is not None:
            text, ground = self._line
            below = self._image.crop(box)
            if below.histogram()[ground] < TEXT_GROUND * below.width * below.height:
                self.on_other_ground.append(text)
            self.covered += [(text, other) for other, beside in self.lines if is_over(box, beside)]
            self.lines.append((text, box))
        super()._paste(what, box, mask)


def is_over(one: Box, other: Box) -> bool:
    """Return whether two lines of text cover each other."""
    return (
        min(one[2], other[2]) - max(one[0], other[0]) > 2 and min(one[3], other[3]) - max(one[1], other[1]) > MOST_OVER
    )
