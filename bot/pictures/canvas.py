"""A canvas: a picture as it is drawn, in indices of the one palette."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import Final

from PIL import Image

from bot.pictures.palette import PALETTE, Colour, ramp
from bot.pictures.shapes import cover, plate
from bot.pictures.typeface import Weight, fitted, line_cover

LEVEL: Final = 4
"""zlib's: the usual one (6) takes twice the time and saves a tenth."""

LEFT: Final = 0.0
CENTRE: Final = 0.5
RIGHT: Final = 1.0


@lru_cache(maxsize=512)
def _shape(outline: str, wide: int, high: int, ink: Colour, ground: Colour) -> Image.Image:
    return cover(outline, wide, high).point(ramp(ground, ink))


@lru_cache(maxsize=256)
def _plate(wide: int, high: int, radius: float, ink: Colour, ground: Colour) -> Image.Image:
    return plate(wide, high, radius).point(ramp(ground, ink))


@lru_cache(maxsize=1024)
def _line(text: str, size: int, weight: Weight, ink: Colour, ground: Colour) -> Image.Image:
    return line_cover(text, size, weight).point(ramp(ground, ink))


@lru_cache(maxsize=64)
def _edge(outline: str, side: int) -> Image.Image:
    return cover(outline, side, side).point([0] * 128 + [255] * 128)


_THERE: Final = [0] * 37 + [255] * 219


class Canvas:
    """A picture of `wide` by `high` pixels. Each thing is drawn on a `ground`, the one colour that is under it."""

    def __init__(self, wide: int, high: int, ground: Colour = Colour.SEA) -> None:
        self.size = wide, high
        self._image = Image.new("L", self.size, ground)

    def tile(self, tile: Image.Image, x: int, y: int, mask: Image.Image | None = None) -> None:
        """Puts a tile of indices with its upper left corner at x, y."""
        self._image.paste(tile, (x, y), mask)

    def box(self, x: int, y: int, wide: int, high: int, ink: Colour) -> None:
        """A rectangle with sharp corners."""
        self._image.paste(int(ink), (x, y, x + wide, y + high))

    def plate(
        self, x: int, y: int, wide: int, high: int, ink: Colour, radius: float = 14, ground: Colour = Colour.SEA
    ) -> None:
        """A rectangle with round corners."""
        self.tile(_plate(wide, high, radius, ink, ground), x, y)

    def shape(
        self, outline: str, x: int, y: int, wide: int, high: int, ink: Colour, ground: Colour = Colour.SEA
    ) -> None:
        """A shape (`shapes`) in this box."""
        self.tile(_shape(outline, wide, high, ink, ground), x, y)

    def badge(self, outline: str, x: int, y: int, side: int, ink: Colour) -> None:
        """A shape over several grounds: its edge is hard."""
        self._image.paste(int(ink), (x, y, x + side, y + side), _edge(outline, side))

    def put(self, other: Canvas, x: int, y: int) -> None:
        """Puts another canvas here."""
        self._image.paste(other._image, (x, y))

    def through(self, cover: Image.Image, x: int, y: int, ink: Colour) -> None:
        """A colour through a cover, over whatever is there; its soft edges are of the colour on the sea."""
        self._image.paste(cover.point(ramp(Colour.SEA, ink)), (x, y), cover.point(_THERE))

    def line(
        self,
        text: str,
        x: int,
        y: int,
        size: int,
        *,
        ink: Colour = Colour.ICE,
        ground: Colour = Colour.SEA,
        weight: Weight = Weight.MEDIUM,
        room: int | None = None,
        lean: float = LEFT,
    ) -> int:
        """A line of text in `room` pixels (cut if it is longer), at, around or before x; y is its top. Gives its
        width in pixels."""
        shown = text if room is None else fitted(text, size, weight, room)
        if not shown:
            return 0
        tile = _line(shown, size, weight, ink, ground)
        self.tile(tile, round(x - lean * tile.width), y)
        return tile.width

    def png(self) -> bytes:
        """The finished picture."""
        self._image.putpalette(PALETTE)
        written = BytesIO()
        self._image.save(written, "PNG", compress_level=LEVEL)
        return written.getvalue()
