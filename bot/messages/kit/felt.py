"""The felt of the table: brighter below a lamp in the middle of the upper edge, darker towards the corners."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops

from bot.messages.kit.palette import Colour

WEAVE: Final = 4
"""The width of the pattern by which two colours mix. It repeats, so that it compresses well."""
_THRESHOLDS: Final = bytes(3 * place for place in (0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5))
FADE: Final = 88
"""The darkness of each of two edges that meet, beside the middle."""
LAMP: Final = 0.4
"""The height at which the felt is brightest, as a share of the picture's."""
STEP: Final = 3 * WEAVE
"""Rows that are equally bright."""
_COLOURS: Final = [
    shade
    for shade in (Colour.LIGHT, Colour.HALF_LIGHT, Colour.SEA, Colour.HALF_DUSK, Colour.DUSK)
    for _ in range(48 if shade is not Colour.DUSK else 64)
]
ON_FELT: Final = [255] + [0] * 255
"""By the index of a colour: whether the felt is there."""


@lru_cache(maxsize=32)
def felt(wide: int, high: int) -> Image.Image:
    """Felt of this size, in indices of the palette."""
    across, down = Image.new("L", (wide, 1)), Image.new("L", (1, high))
    across.putdata([_fade(x / wide, 0.5) for x in range(wide)])
    down.putdata([_fade(y // STEP * STEP / high, LAMP) for y in range(high)])
    shade = ImageChops.add(across.resize((wide, high)), down.resize((wide, high)))
    return ImageChops.add(shade, _weave(wide, high)).point(_COLOURS)


def _fade(place: float, brightest: float) -> int:
    return round(FADE * (2 * (place - brightest)) ** 2)


def _weave(wide: int, high: int) -> Image.Image:
    """The pattern over an area of this size, doubled until it is filled."""
    woven, across, down = Image.new("L", (wide, high)), WEAVE, WEAVE
    woven.paste(Image.frombytes("L", (WEAVE, WEAVE), _THRESHOLDS), (0, 0))
    while across < wide:
        woven.paste(woven.crop((0, 0, across, WEAVE)), (across, 0))
        across *= 2
    while down < high:
        woven.paste(woven.crop((0, 0, wide, down)), (0, down))
        down *= 2
    return woven
