"""A drawing: a picture that could be drawn, as a value. Equal drawings are equal pictures, byte for byte."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar, Final

from bot.presentation.pictures.canvas import Canvas
from bot.presentation.pictures.faces import height
from bot.presentation.pictures.palette import Colour

WIDE: Final = 900
"""Width of pictures, in pixels. On a phone they are shown about 300 wide."""
NARROW: Final = 480
"""Width of the narrowest ones: they are shown as wide, so what is on them looks larger."""
HIGHEST: Final = 1_070
"""A picture of this width that is higher is shown smaller, so as to be no higher than that one."""
CORNER: Final = 140, 90
"""Width and height of the sign for an alt text that Discord lays over the lower left corner of such a picture."""

OFTEN: Final = 3
SELDOM: Final = 6
"""Levels of compression: the higher one saves a fifth of the bytes and takes twice the time."""


@dataclass(frozen=True)
class Drawing(ABC):
    """Holds exactly what is drawn, words and names included, and nothing that its audience may not know."""

    name: ClassVar[str]
    """The file's name."""
    level: ClassVar[int] = OFTEN
    """How hard it is compressed (zlib's level)."""

    @property
    def key(self) -> Hashable:
        """Equal for equal pictures."""
        return self

    def draw(self) -> bytes:
        """The picture as PNG. Takes some milliseconds: for a thread."""
        canvas = Canvas(*self.pixels)
        self.paint(canvas)
        return canvas.png(self.level)

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return self.wide(), self.high() + self.spare()

    def wide(self) -> int:
        """How many pixels wide the picture is."""
        return WIDE

    @abstractmethod
    def high(self) -> int:
        """How high it is, in pixels, what `paint` draws."""

    def clear(self) -> int:
        """How high nothing stands in the lower left corner of that, where the sign of the alt text will be."""
        return CORNER[1]

    def spare(self) -> int:
        """How many pixels stay empty below, so that nothing stands there."""
        return max(0, corner(self.wide(), self.high() + 2 * CORNER[1])[1] - self.clear())

    @abstractmethod
    def paint(self, canvas: Canvas, y: int = 0) -> None:
        """Draws the picture on a canvas, from y on downwards."""


def corner(wide: int, high: int) -> tuple[int, int]:
    """Width and height of the lower left corner where nothing may stand, of a picture of this size (`CORNER`)."""
    scale = max(wide / WIDE, high / HIGHEST)
    return round(CORNER[0] * scale), round(CORNER[1] * scale)


def within(wide: int) -> int:
    """The width of a picture of what would be as wide as this."""
    return min(WIDE, max(NARROW, wide))


def halo(canvas: Canvas, x: int, y: int, wide: int, high: int, ink: Colour, ring: int = 7) -> None:
    """A glow of `ring` pixels around what will be laid in this box."""
    canvas.plate(x - ring, y - ring, wide + 2 * ring, high + 2 * ring, ink, radius=16)


def slot(canvas: Canvas, x: int, y: int, wide: int, ink: Colour, ring: int = 4) -> None:
    """An empty place for a card."""
    canvas.plate(x, y, wide, height(wide), ink, radius=wide * 0.09)
    canvas.plate(x + ring, y + ring, wide - 2 * ring, height(wide) - 2 * ring, Colour.SEA, wide * 0.09 - ring, ink)
