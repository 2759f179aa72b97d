"""A drawing: a picture that could be drawn, as a value. Equal drawings are equal pictures, byte for byte."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar, Final

from bot.pictures.canvas import Canvas
from bot.pictures.faces import height
from bot.pictures.palette import Colour

WIDE: Final = 900
"""Width of every picture, in pixels. On a phone it is shown about 340 wide."""


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
        canvas = Canvas(WIDE, self.high())
        self.paint(canvas)
        return canvas.png(self.level)

    @abstractmethod
    def high(self) -> int:
        """How many pixels high the picture is; all are `WIDE` wide."""

    @abstractmethod
    def paint(self, canvas: Canvas, y: int = 0) -> None:
        """Draws the picture on a canvas, from y on downwards."""


def halo(canvas: Canvas, x: int, y: int, wide: int, high: int, ink: Colour, ring: int = 7) -> None:
    """A glow of `ring` pixels around what will be laid in this box."""
    canvas.plate(x - ring, y - ring, wide + 2 * ring, high + 2 * ring, ink, radius=16)


def slot(canvas: Canvas, x: int, y: int, wide: int, ink: Colour, ring: int = 4) -> None:
    """An empty place for a card."""
    canvas.plate(x, y, wide, height(wide), ink, radius=wide * 0.09)
    canvas.plate(x + ring, y + ring, wide - 2 * ring, height(wide) - 2 * ring, Colour.SEA, wide * 0.09 - ring, ink)
