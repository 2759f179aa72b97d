"""Drawings: pictures as values, which can be compared before they are drawn; and the canvas that they are drawn on.

Equal drawings give equal pictures, byte for byte.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, singledispatch
from io import BytesIO
from typing import ClassVar, Final, Generic, TypeVar

from PIL import Image

from bot.messages.kit.card_faces import Light, Look, drawn_back, drawn_face, mask
from bot.messages.kit.felt import ON_FELT, felt
from bot.messages.kit.figures import drawn_figure
from bot.messages.kit.palette import PALETTE, Colour, quantize, ramp
from bot.messages.kit.scene import Scene
from bot.messages.kit.shapes import DIAMONDS, cover, plate
from bot.messages.kit.typeface import Weight, fit, line_cover
from bot.texts.reader import Reader
from rules.core.cards import Card

SomeRow = TypeVar("SomeRow")

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


@dataclass(frozen=True)
class RowsDrawing(Drawing, Generic[SomeRow]):
    """Rows of the same height below a heading. `top`, `row_high`, `below`: heights in pixels, `edge` of each side."""

    level = SELDOM
    edge: ClassVar[int] = 28
    top: ClassVar[int]
    row_high: ClassVar[int]
    below: ClassVar[int]
    rim: ClassVar[int] = 14
    """The width by which the plate of one's own row is wider at each side."""

    rows: tuple[SomeRow, ...]

    def high(self) -> int:
        return self.top + self.row_high * len(self.rows) + self.below

    def clear(self) -> int:
        return self.below

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        self.paint_heading(canvas, y)
        for index, row in enumerate(self.rows):
            self.paint_row(canvas, row, y + self.top + self.row_high * index)

    @abstractmethod
    def paint_heading(self, canvas: Canvas, y: int) -> None:
        """Draw what stands above the rows."""

    @abstractmethod
    def paint_row(self, canvas: Canvas, row: SomeRow, y: int) -> None:
        """Draw a row, from y downwards."""

    def row_colours(self, canvas: Canvas, place: int, own: bool, y: int) -> tuple[Colour, Colour]:
        """Draw the plate of one's own row, and return the colours of the ground and of what is written."""
        if own:
            wide = WIDE - 2 * self.edge + 2 * self.rim
            canvas.plate(self.edge - self.rim, y, wide, self.row_high - 4, Colour.DEEP)
        return Colour.DEEP if own else Colour.SEA, Colour.BRASS if place == 1 else Colour.ICE


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


Box = tuple[int, int, int, int]

BAND: Final = 12
BAND_REPEAT: Final = 30
"""The distance from one repeat of the band's pattern to the next; all pictures are a multiple of it wide."""
LEFT: Final = 0.0
CENTRE: Final = 0.5
RIGHT: Final = 1.0


@lru_cache(maxsize=64)
def _edge(outline: str, side: int) -> Image.Image:
    return cover(outline, side, side).point([0] * 128 + [255] * 128)


_THERE: Final = [0] * 37 + [255] * 219


Tint = Callable[[Image.Image, Colour, Colour], Image.Image]


class Tiles:
    """Makes tiles; `tint` shows an ink through a cover on a ground, `flat` converts an image drawn in RGB."""

    def __init__(self, tint: Tint, flat: Callable[[Image.Image], Image.Image]) -> None:
        self.tint = tint
        self._flat = flat
        self.shape = lru_cache(maxsize=512)(self._shape)
        self.plate = lru_cache(maxsize=512)(self._plate)
        self.line = lru_cache(maxsize=1024)(self._line)
        self.face = lru_cache(maxsize=1024)(self._face)
        self.back = lru_cache(maxsize=16)(self._back)
        self.figure = lru_cache(maxsize=32)(self._figure)
        self.band = lru_cache(maxsize=16)(self._band)

    def _shape(self, outline: str, wide: int, high: int, ink: Colour, ground: Colour) -> Image.Image:
        return self.tint(cover(outline, wide, high), ink, ground)

    def _plate(self, wide: int, high: int, radius: float, ink: Colour, ground: Colour) -> Image.Image:
        return self.tint(plate(wide, high, radius), ink, ground)

    def _line(self, text: str, size: int, weight: Weight, ink: Colour, ground: Colour) -> Image.Image:
        return self.tint(line_cover(text, size, weight), ink, ground)

    def _face(self, look: Look, card: Card, wide: int, light: Light) -> Image.Image:
        return self._flat(drawn_face(look, card, wide, light))

    def _back(self, wide: int) -> Image.Image:
        return self._flat(drawn_back(wide))

    def _figure(self, name: str, wide: int, high: int, across: int) -> Image.Image:
        return self._flat(drawn_figure(name, wide, high, across=across))

    def _band(self, wide: int) -> Image.Image:
        tile = self.shape(DIAMONDS, BAND_REPEAT, BAND, Colour.SHALLOW, Colour.DEEP)
        band = Image.new(tile.mode, (wide, BAND))
        for x in range(0, wide, BAND_REPEAT):
            band.paste(tile, (x, 0))
        return band


IN_PALETTE: Final = Tiles(lambda cover, ink, ground: cover.point(ramp(ground, ink)), quantize)
"""Tiles in indices of the palette."""


SHADOWS: Final = (Colour.DUSK, 8), (Colour.DEEP, 4)
"""The colours of a card's shadow on the felt, and how far below the card each ends."""


class Canvas:
    """A picture of `wide` by `high` pixels, in the colour SEA below whatever is drawn."""

    def __init__(self, wide: int, high: int, tiles: Tiles = IN_PALETTE) -> None:
        self.size = wide, high
        self._tiles = tiles
        self._image = Image.new("L", self.size, Colour.SEA)
        self._cards: list[Box] = []

    @property
    def wide(self) -> int:
        """The width in pixels."""
        return self.size[0]

    def _paste(self, what: Image.Image | Colour, box: Box, mask: Image.Image | None = None) -> None:
        self._image.paste(what, box, mask)

    def _tile(self, tile: Image.Image, x: int, y: int, mask: Image.Image | None = None) -> None:
        self._paste(tile, (x, y, x + tile.width, y + tile.height), mask)

    def card(self, look: Look, card: Card, x: int, y: int, wide: int, light: Light = Light.PLAIN) -> None:
        """Draw a card."""
        self._lay(self._tiles.face(look, card, wide, light), x, y)

    def upper_edge(self, look: Look, card: Card, x: int, y: int, wide: int, high: int) -> None:
        """Draw the upper edge of a card that another card will cover from below."""
        tile = self._tiles.face(look, card, wide, Light.DIM)
        self._tile(tile.crop((0, 0, wide, high)), x, y, mask(wide).crop((0, 0, wide, high)))

    def back(self, x: int, y: int, wide: int) -> None:
        """Draw a card face down."""
        self._lay(self._tiles.back(wide), x, y)

    def _lay(self, tile: Image.Image, x: int, y: int) -> None:
        """Draw a card; it throws a shadow on the felt."""
        self._cards.append((x, y, x + tile.width, y + tile.height))
        self._tile(tile, x, y, mask(tile.width))

    def figure(self, name: str, x: int, y: int, wide: int, high: int, across: int) -> None:
        """Draw a figure in this box; `across` units of its field are as wide as the box."""
        self._tile(self._tiles.figure(name, wide, high, across), x, y)

    def box(self, x: int, y: int, wide: int, high: int, ink: Colour) -> None:
        """Draw a rectangle with sharp corners."""
        self._paste(ink, (x, y, x + wide, y + high))

    def plate(
        self, x: int, y: int, wide: int, high: int, ink: Colour, radius: float = 14, ground: Colour = Colour.SEA
    ) -> None:
        """Draw a rectangle with round corners."""
        self._tile(self._tiles.plate(wide, high, radius, ink, ground), x, y)

    def shape(
        self, outline: str, x: int, y: int, wide: int, high: int, ink: Colour, ground: Colour = Colour.SEA
    ) -> None:
        """Draw a shape (`shapes`) in this box."""
        self._tile(self._tiles.shape(outline, wide, high, ink, ground), x, y)

    def badge(self, outline: str, x: int, y: int, side: int, ink: Colour) -> None:
        """Draw a shape with hard edges, which may lie over several ground colours."""
        self._paste(ink, (x, y, x + side, y + side), _edge(outline, side))

    def through(self, cover: Image.Image, x: int, y: int, ink: Colour) -> None:
        """Draw a colour through a cover, over any ground; its soft edges are computed for the ground SEA."""
        self._tile(self._tiles.tint(cover, ink, Colour.SEA), x, y, cover.point(_THERE))

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
        """Draw a line of text within `room` pixels (cut if it is longer), and return its width in pixels.

        `lean`: whether x is the left end, the middle or the right end; y is the top.
        """
        shown = text if room is None else fit(text, size, weight, room)
        if not shown:
            return 0
        tile = self._tiles.line(shown, size, weight, ink, ground)
        self._tile(tile, round(x - lean * tile.width), y)
        return tile.width

    def band(self, y: int) -> None:
        """Draw a band of a sober pattern from edge to edge, `BAND` pixels high."""
        self._tile(self._tiles.band(self.wide), 0, y)

    def png(self, level: int) -> bytes:
        """The picture as PNG; `level` is zlib's compression level (0 to 9)."""
        self._image.paste(self.ground(), mask=self._image.point(ON_FELT))
        self._image.putpalette(PALETTE)
        written = BytesIO()
        self._image.save(written, "PNG", compress_level=level)
        return written.getvalue()

    def ground(self) -> Image.Image:
        """The felt with the shadows of the cards, in indices of the palette; it shows through wherever SEA is drawn."""
        ground = felt(*self.size).copy()
        for ink, down in SHADOWS:
            for left, top, right, _ in self._cards:
                ground.paste(ink, (left, top + down), mask(right - left))
        return ground
