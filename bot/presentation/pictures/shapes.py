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
"""A guiding star, for the backs of cards, and the emblem of what outshines everything."""

Point = tuple[float, float]

FINE: Final = 6
"""A shape is drawn this many times larger and then reduced, which softens its edges."""
CURVE: Final = 24
"""The number of straight pieces in a curve."""

HEART: Final = "M 50 94 C 32 74 6 56 6 31 C 6 15 18 6 30 6 C 39 6 46 11 50 19 C 54 11 61 6 70 6 C 82 6 94 15 94 31 C 94 56 68 74 50 94 Z"  # noqa: E501
SPADE: Final = "M 50 4 C 66 24 94 40 94 61 C 94 75 84 82 74 82 C 65 82 58 78 54 72 C 55 82 59 90 68 96 L 32 96 C 41 90 45 82 46 72 C 42 78 35 82 26 82 C 16 82 6 75 6 61 C 6 40 34 24 50 4 Z"  # noqa: E501
DIAMOND: Final = "M 50 2 C 60 20 72 36 88 50 C 72 64 60 80 50 98 C 40 80 28 64 12 50 C 28 36 40 20 50 2 Z"
CLUB: Final = "O 50 26 22 | O 26 59 22 | O 74 59 22 | M 40 40 L 60 40 L 60 62 L 40 62 Z | M 46 56 L 54 56 C 55 76 59 88 70 96 L 30 96 C 41 88 45 76 46 56 Z"  # noqa: E501
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
