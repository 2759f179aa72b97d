"""Shapes from outlines: suits, emblems and seat marks, drawn smoothly at any size.

An outline is written as paths (`paths`) on a field of 100 by 100, separated by `|`. A path that begins with `-` is cut
out of those before it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import cycle, pairwise
from typing import Final

from PIL import Image, ImageDraw

from bot.messages.kit.paths import Point, points

DIAMONDS: Final = "M 0 0 L 25 50 L 0 100 Z | M 100 0 L 75 50 L 100 100 Z | M 50 0 L 75 50 L 50 100 L 25 50 Z | -M 50 30 L 60 50 L 50 70 L 40 50 Z"  # noqa: E501
"""One repeat of a band of diamonds, as in skin mosaics."""

FINE: Final = 6
"""A shape is drawn this many times larger and then reduced, which softens its edges."""

HEART: Final = "M 50 94 C 32 74 6 56 6 31 C 6 15 18 6 30 6 C 39 6 46 11 50 19 C 54 11 61 6 70 6 C 82 6 94 15 94 31 C 94 56 68 74 50 94 Z"  # noqa: E501
SPADE: Final = "M 50 4 C 66 24 94 40 94 61 C 94 75 84 82 74 82 C 65 82 58 78 54 72 C 55 82 59 90 68 96 L 32 96 C 41 90 45 82 46 72 C 42 78 35 82 26 82 C 16 82 6 75 6 61 C 6 40 34 24 50 4 Z"  # noqa: E501
DIAMOND: Final = "M 50 2 C 60 20 72 36 88 50 C 72 64 60 80 50 98 C 40 80 28 64 12 50 C 28 36 40 20 50 2 Z"
CLUB: Final = "O 50 26 22 | O 26 59 22 | O 74 59 22 | M 40 40 L 60 40 L 60 62 L 40 62 Z | M 46 56 L 54 56 C 55 76 59 88 70 96 L 30 96 C 41 88 45 76 46 56 Z"  # noqa: E501


CROWN: Final = "M 12 76 L 4 24 L 30 50 L 50 10 L 70 50 L 96 24 L 88 76 Z | M 12 82 L 88 82 L 88 92 L 12 92 Z"


def _ring(radius: int, beads: int) -> str:
    """Beads in a ring."""
    angles = (bead * math.tau / beads for bead in range(beads))
    return " | ".join(
        f"O {50 + radius * math.cos(angle):.1f} {50 + radius * math.sin(angle):.1f} 4" for angle in angles
    )


def _diamond(x: float, y: float, wide: float, high: float) -> str:
    return f"M {x} {y - high} L {x + wide} {y} L {x} {y + high} L {x - wide} {y} Z"


BEADS: Final = " | ".join(("O 50 50 5", *(_ring(15 * ring, 8 * ring) for ring in (1, 2, 3))))
"""Rings of beads."""
MOSAIC: Final = " | ".join(
    f"{_diamond(x, y, 15, 9)} | -{_diamond(x, y, 7, 4)}" for y in (10, 30, 50, 70, 90) for x in (17, 50, 83)
)
"""Rows of diamonds, as in skin mosaics, for the back of a small card."""
SUITS: Final = {"C": CLUB, "S": SPADE, "H": HEART, "D": DIAMOND}


@lru_cache(maxsize=512)
def cover(outline: str, wide: int, high: int) -> Image.Image:
    """The coverage of each pixel by a shape (mode L), stretched to this size."""
    large = Image.new("L", (wide * FINE, high * FINE))
    pen = ImageDraw.Draw(large)
    for path in outline.split("|"):
        ink = 0 if path.strip().startswith("-") else 255
        pen.polygon([(x * wide * FINE / 100, y * high * FINE / 100) for x, y in points(path)], fill=ink)
    return large.reduce(FINE)


@lru_cache(maxsize=256)
def plate(wide: int, high: int, radius: float) -> Image.Image:
    """The coverage of each pixel by a rectangle with round corners (mode L)."""
    large = Image.new("L", (wide * FINE, high * FINE))
    ImageDraw.Draw(large).rounded_rectangle((0, 0, wide * FINE - 1, high * FINE - 1), radius * FINE, fill=255)
    return large.reduce(FINE)


def chart_line(
    corners: Sequence[Point], size: tuple[int, int], thick: int, dashes: Sequence[float] = ()
) -> Image.Image:
    """The coverage of each pixel by a line through these corners, whole or in dashes (mode L); not cached.

    `size`: of the chart; the image is `thick` larger on each side. `dashes`: the lengths drawn and left out in turn.
    """
    large = Image.new("L", (FINE * (size[0] + 2 * thick), FINE * (size[1] + 2 * thick)))
    pen = ImageDraw.Draw(large)
    for piece in _pieces(corners, dashes):
        pen.line(
            [(FINE * (x + thick), FINE * (y + thick)) for x, y in piece], fill=255, width=FINE * thick, joint="curve"
        )
    return large.reduce(FINE)


def _pieces(corners: Sequence[Point], dashes: Sequence[float]) -> Iterator[list[Point]]:
    """The pieces of a path that are drawn."""
    if not dashes:
        yield list(corners)
        return
    lengths = cycle(dashes)
    left, piece, is_drawn = next(lengths), [corners[0]], True
    for (x, y), end in pairwise(corners):
        across, down = end[0] - x, end[1] - y
        length, at = math.hypot(across, down), 0.0
        while length - at > left:
            at += left
            point = x + across * at / length, y + down * at / length
            if is_drawn:
                yield [*piece, point]
            left, piece, is_drawn = next(lengths), [point], not is_drawn
        left -= length - at
        piece.append(end)
    if is_drawn:
        yield piece
