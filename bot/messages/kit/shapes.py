"""Shapes from outlines: suits, emblems and seat marks, drawn smoothly at any size.

An outline is written as paths on a field of 100 by 100, separated by `|`: `M x y`, lines `L`, cubic curves `C`, `Z`;
circles are `O x y radius`. A path that begins with `-` is cut out of those before it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

STAR: Final = "M 50 0 C 53 34 58 42 66 46 C 74 48 86 49 100 50 C 86 51 74 52 66 54 C 58 58 53 66 50 100 C 47 66 42 58 34 54 C 26 52 14 51 0 50 C 14 49 26 48 34 46 C 42 42 47 34 50 0 Z | -O 50 50 9 | O 50 50 4 | O 22 22 5 | O 78 22 5 | O 22 78 5 | O 78 78 5"  # noqa: E501
"""A guiding star, the emblem of what outshines everything."""

DIAMONDS: Final = "M 0 0 L 25 50 L 0 100 Z | M 100 0 L 75 50 L 100 100 Z | M 50 0 L 75 50 L 50 100 L 25 50 Z | -M 50 30 L 60 50 L 50 70 L 40 50 Z"  # noqa: E501
"""One repeat of a band of diamonds, as in skin mosaics."""

Point = tuple[float, float]

FINE: Final = 6
"""A shape is drawn this many times larger and then reduced, which softens its edges."""
CURVE: Final = 24
"""The number of straight pieces in a curve."""

HEART: Final = "M 50 94 C 32 74 6 56 6 31 C 6 15 18 6 30 6 C 39 6 46 11 50 19 C 54 11 61 6 70 6 C 82 6 94 15 94 31 C 94 56 68 74 50 94 Z"  # noqa: E501
SPADE: Final = "M 50 4 C 66 24 94 40 94 61 C 94 75 84 82 74 82 C 65 82 58 78 54 72 C 55 82 59 90 68 96 L 32 96 C 41 90 45 82 46 72 C 42 78 35 82 26 82 C 16 82 6 75 6 61 C 6 40 34 24 50 4 Z"  # noqa: E501
DIAMOND: Final = "M 50 2 C 60 20 72 36 88 50 C 72 64 60 80 50 98 C 40 80 28 64 12 50 C 28 36 40 20 50 2 Z"
CLUB: Final = "O 50 26 22 | O 26 59 22 | O 74 59 22 | M 40 40 L 60 40 L 60 62 L 40 62 Z | M 46 56 L 54 56 C 55 76 59 88 70 96 L 30 96 C 41 88 45 76 46 56 Z"  # noqa: E501
PADDLES: Final = "M 94 6 C 82 8 64 22 57 36 L 64 43 C 78 36 92 18 94 6 Z | M 6 94 C 18 92 36 78 43 64 L 36 57 C 22 64 8 82 6 94 Z | M 38 58 L 58 38 L 62 42 L 42 62 Z | M 6 6 C 8 18 22 36 36 43 L 43 36 C 36 22 18 8 6 6 Z | M 94 94 C 92 82 78 64 64 57 L 57 64 C 64 78 82 92 94 94 Z | M 42 38 L 62 58 L 58 62 L 38 42 Z"  # noqa: E501
"""Two paddles of kayaks, crossed."""
COLLAR: Final = "M 2 12 C 2 62 26 98 50 98 C 74 98 98 62 98 12 L 76 12 C 76 48 64 72 50 72 C 36 72 24 48 24 12 Z | -O 14 28 5 | -O 18 46 5 | -O 25 62 5 | -O 36 77 5 | -O 50 84 5 | -O 64 77 5 | -O 75 62 5 | -O 82 46 5 | -O 86 28 5 | M 31 12 C 31 42 40 62 50 62 C 60 62 69 42 69 12 L 62 12 C 62 38 57 52 50 52 C 43 52 38 38 38 12 Z"  # noqa: E501
"""A collar of beads."""
CROWN: Final = "M 12 76 L 4 24 L 30 50 L 50 10 L 70 50 L 96 24 L 88 76 Z | M 12 82 L 88 82 L 88 92 L 12 92 Z"
COURTS: Final = {"J": PADDLES, "Q": COLLAR, "K": CROWN}
"""Rank of a court card -> its motif."""


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
"""Rows of diamonds, as in skin mosaics, for the backs of cards."""
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


def points(path: str) -> list[Point]:
    """The points of one path, with its curves in straight pieces."""
    words = path.strip().removeprefix("-").split()
    found: list[Point] = []
    while words:
        step, count = words[0], {"M": 2, "L": 2, "C": 6, "O": 3, "Z": 0}[words[0]]
        numbers = list(map(float, words[1 : 1 + count]))
        del words[: 1 + count]
        if step == "O":
            found += _circle(*numbers)
        elif step == "C":
            found += _curve(found[-1], *zip(numbers[::2], numbers[1::2], strict=True))
        elif step != "Z":
            found.append((numbers[0], numbers[1]))
    return found


def _circle(x: float, y: float, radius: float) -> Iterator[Point]:
    for turn in range(64):
        angle = turn * math.tau / 64
        yield x + radius * math.cos(angle), y + radius * math.sin(angle)


def _curve(start: Point, one: Point, two: Point, end: Point) -> Iterator[Point]:
    for piece in range(1, CURVE + 1):
        t = piece / CURVE
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
        x, y = (a * start[axis] + b * one[axis] + c * two[axis] + d * end[axis] for axis in (0, 1))
        yield x, y
