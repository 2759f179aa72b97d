"""Drawings: pictures as values, which can be compared before they are drawn.

Equal drawings give equal pictures, byte for byte.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import singledispatch
from typing import ClassVar, Final

from bot.messages.kit.canvas import Canvas
from bot.messages.kit.palette import Colour
from bot.messages.kit.scene import Scene
from bot.texts.reader import Reader

WIDE: Final = 900
"""The usual width of pictures, in pixels. Phones show them about 300 wide."""
NARROW: Final = 480
"""The smallest width, in pixels. Narrow pictures are shown just as wide, so what is on them looks larger."""
HIGHEST: Final = 1_070
"""The height, in pixels, up to which a picture of width WIDE is shown in full size; a higher one is scaled down."""
CORNER: Final = 140, 90
"""Width and height of the ALT sign that Discord lays over the lower left corner of a picture of this size."""

OFTEN: Final = 3
SELDOM: Final = 6
"""Compression levels for pictures drawn often or seldom: the higher saves a fifth of the bytes in twice the time."""


@dataclass(frozen=True)
class Drawing(ABC):
    """Everything that is drawn, words and names included, and nothing that the audience may not know."""

    name: ClassVar[str]
    """The file name."""
    level: ClassVar[int] = OFTEN
    """The compression level (zlib)."""

    def draw(self) -> bytes:
        """The picture as PNG. Takes some milliseconds, so call it in a thread."""
        canvas = Canvas(*self.pixels)
        self.paint(canvas)
        return canvas.png(self.level)

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of the picture, with as much space below that the ALT sign covers nothing."""
        wide, high = self.wide(), self.high()
        return wide, high + max(0, corner(wide, high + 2 * CORNER[1])[1] - self.clear())

    def wide(self) -> int:
        """The width of the picture, in pixels."""
        return WIDE

    @abstractmethod
    def high(self) -> int:
        """The height of what `paint` draws, in pixels."""

    def clear(self) -> int:
        """The height of the empty part in the lower left corner of what `paint` draws, where the ALT sign will be."""
        return CORNER[1]

    @abstractmethod
    def paint(self, canvas: Canvas, y: int = 0) -> None:
        """Draw on a canvas, from y downwards."""


def corner(wide: int, high: int) -> tuple[int, int]:
    """Width and height of the lower left corner to leave empty in a picture of this size (`CORNER`)."""
    scale = max(wide / WIDE, high / HIGHEST)
    return round(CORNER[0] * scale), round(CORNER[1] * scale)


def picture_width(wide: int) -> int:
    """The width of a picture for content of this width: at least NARROW, at most WIDE."""
    return min(WIDE, max(NARROW, wide))


def halo(canvas: Canvas, x: int, y: int, wide: int, high: int) -> None:
    """Draw a glow around this box."""
    ring = 7
    canvas.plate(x - ring, y - ring, wide + 2 * ring, high + 2 * ring, Colour.BRASS, radius=16)


@singledispatch
def drawing_of(scene: Scene, reader: Reader) -> Drawing | None:
    """The drawing of a scene, by the function that is registered for its class; None without one."""
    return None
