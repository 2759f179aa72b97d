"""The colours of all pictures: one fixed palette.

A picture is drawn in indices of this palette, so that nothing has to be quantized. Where two colours meet, the palette
has steps between them, too: shapes and text take their soft edges from these steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from functools import cache
from itertools import chain, repeat
from typing import Final

from PIL import Image

RGB = tuple[int, int, int]


class Colour(IntEnum):
    """The colours; each value is the index in the palette."""

    SEA = 0
    """The background of tables, a dark sea blue."""
    DEEP = 1
    SHALLOW = 2
    ICE = 3
    BONE = 4
    MIST = 5
    BRASS = 6
    SKY = 7
    CORAL = 8
    MINT = 9
    RED = 10
    BLACK = 11
    GREEN = 12
    BLUE = 13
    SHADE = 14
    """A card that does not matter now."""
    FROST = 15
    DAWN = 16
    TAN = 17
    SEAL = 18
    LIGHT = 19
    """The felt of the table where light falls on it."""
    HALF_LIGHT = 20
    HALF_DUSK = 21
    DUSK = 22
    """The felt where it is darkest."""


COLOURS: Final[dict[Colour, RGB]] = {
    Colour.SEA: (18, 57, 66),
    Colour.DEEP: (9, 35, 43),
    Colour.SHALLOW: (37, 85, 94),
    Colour.ICE: (246, 249, 247),
    Colour.BONE: (243, 231, 206),
    Colour.MIST: (170, 199, 201),
    Colour.BRASS: (230, 172, 68),
    Colour.SKY: (118, 196, 232),
    Colour.CORAL: (240, 132, 106),
    Colour.MINT: (132, 217, 166),
    Colour.RED: (200, 32, 52),
    Colour.BLACK: (22, 32, 42),
    Colour.GREEN: (20, 122, 70),
    Colour.BLUE: (26, 92, 194),
    Colour.SHADE: (186, 202, 203),
    Colour.FROST: (198, 224, 236),
    Colour.DAWN: (250, 208, 164),
    Colour.TAN: (216, 152, 106),
    Colour.SEAL: (112, 70, 52),
    Colour.LIGHT: (25, 71, 80),
    Colour.HALF_LIGHT: (21, 64, 73),
    Colour.HALF_DUSK: (15, 51, 60),
    Colour.DUSK: (12, 45, 54),
}

TWO_COLOURS: Final = {"C": Colour.BLACK, "S": Colour.BLACK, "H": Colour.RED, "D": Colour.RED}
FOUR_COLOURS: Final = {"C": Colour.GREEN, "S": Colour.BLACK, "H": Colour.RED, "D": Colour.BLUE}


def suit_colour(suit: str, four_colours: bool) -> Colour:
    """The colour of a suit, in a pack of two colours or of four."""
    return (FOUR_COLOURS if four_colours else TWO_COLOURS)[suit]


_C = Colour
_TEAMS: Final = (_C.SKY, _C.CORAL, _C.MINT)
_MEETINGS: Final = (
    *((_C.SEA, other) for other in (_C.DEEP, _C.SHALLOW, _C.ICE, _C.BONE, _C.MIST, _C.BRASS, *_TEAMS)),
    *((_C.DEEP, other) for other in (_C.SHALLOW, _C.ICE, _C.BONE, _C.MIST, _C.BRASS, *_TEAMS)),
    *((_C.ICE, other) for other in (_C.RED, _C.BLACK, _C.GREEN, _C.BLUE, _C.BRASS, _C.BONE)),
    *((_C.BONE, other) for other in (_C.RED, _C.BLACK, _C.GREEN, _C.BLUE, _C.BRASS)),
    *((_C.BLACK, other) for other in (_C.BRASS, *_TEAMS)),
    *((_C.BLACK, other) for other in (_C.FROST, _C.DAWN, _C.TAN, _C.SEAL, _C.MIST, _C.RED, _C.GREEN, _C.BLUE)),
    *((_C.SHADE, other) for other in (_C.RED, _C.BLACK, _C.GREEN, _C.BLUE, _C.DEEP)),
    *((_C.SHADE, other) for other in (_C.ICE, _C.BONE, _C.BRASS, _C.SKY, _C.TAN, _C.SEAL, _C.DAWN, _C.MINT)),
)
"""The pairs of colours that meet at soft edges."""
STEPS: Final = 4
"""The number of colours between the two of a pair."""


def _steps(one: Colour, other: Colour) -> Iterator[RGB]:
    for step in range(1, STEPS + 1):
        share = step / (STEPS + 1)
        red, green, blue = (round(a + (b - a) * share) for a, b in zip(COLOURS[one], COLOURS[other], strict=True))
        yield red, green, blue


_ENTRIES: Final = [*COLOURS.values(), *chain.from_iterable(_steps(*pair) for pair in _MEETINGS)]
assert len(_ENTRIES) <= 256, len(_ENTRIES)
PALETTE: Final = bytes(chain.from_iterable(_ENTRIES))
"""The palette as PNG wants it: red, green and blue of each entry."""


@cache
def ramp(ground: Colour, ink: Colour) -> list[int]:
    """The palette index that shows `ink` covering `ground`, for each coverage 0..255.

    KeyError for a pair that never meets.
    """
    entries = _ramp(ground, ink)
    last = len(entries) - 1
    return [entries[round(cover / 255 * last)] for cover in range(256)]


def _ramp(ground: Colour, ink: Colour) -> list[int]:
    if ground is ink:
        return [ground]
    if (ground, ink) in _MEETINGS:
        first = len(COLOURS) + STEPS * _MEETINGS.index((ground, ink))
        return [ground, *range(first, first + STEPS), ink]
    if (ink, ground) in _MEETINGS:
        return _ramp(ink, ground)[::-1]
    raise KeyError((ground.name, ink.name))


@cache
def _whole() -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(bytes(chain(PALETTE, *repeat(PALETTE[:3], 256 - len(_ENTRIES)))))
    return image


def quantize(image: Image.Image) -> Image.Image:
    """An RGB image in the nearest colours of the palette, as indices (mode L). For tiles, which are cached."""
    found = image.quantize(palette=_whole(), dither=Image.Dither.NONE)
    return Image.frombytes("L", found.size, found.tobytes())
