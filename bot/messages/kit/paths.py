"""Paths: outlines as text, on a field that is usually 100 wide.

`M x y` begins a path. `L` goes straight to each point, `C` by cubic curves, `T` smoothly through all points; `Z` closes
it. `B` is a smooth closed curve through all points, `O x y radius` a circle, `E x y across down` an ellipse.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import Final

Point = tuple[float, float]

CURVE: Final = 10
"""The number of straight pieces in a curve."""
ROUND: Final = 40
"""The number of straight pieces in a circle."""


def points(path: str) -> list[Point]:
    """The points of a path, with its curves in straight pieces."""
    found: list[Point] = []
    for step, text in re.findall(r"([A-Z])([^A-Z]*)", path):
        numbers = list(map(float, text.split()))
        found += _step(step, found, numbers, list(zip(numbers[::2], numbers[1::2], strict=False)))
    return found


def _step(step: str, before: list[Point], numbers: list[float], to: list[Point]) -> Sequence[Point]:
    match step:
        case "M" | "L":
            return to
        case "C":
            starts = [before[-1], *to[2::3]]
            curves = zip(starts, to[::3], to[1::3], to[2::3], strict=False)
            return [point for curve in curves for point in _curve(*curve)]
        case "T":
            return _through([before[-1], *to])
        case "B":
            return [to[0], *_through([to[-1], *to, *to[:2]])[CURVE:-CURVE]]
        case "O":
            x, y, radius = numbers
            return _oval(x, y, radius, radius)
        case "E":
            x, y, across, down = numbers
            return _oval(x, y, across, down)
        case "Z":
            return before[:1]
    raise ValueError(step)


def _oval(x: float, y: float, across: float, down: float) -> list[Point]:
    angles = [turn * math.tau / ROUND for turn in range(ROUND + 1)]
    return [(x + across * math.cos(angle), y + down * math.sin(angle)) for angle in angles]


def _through(points: Sequence[Point]) -> list[Point]:
    """A smooth curve through these points (Catmull-Rom), without the first."""
    found: list[Point] = []
    for before, one, two, after in zip(
        (points[0], *points), points, points[1:], (*points[2:], points[-1]), strict=False
    ):
        near = one[0] + (two[0] - before[0]) / 6, one[1] + (two[1] - before[1]) / 6
        far = two[0] - (after[0] - one[0]) / 6, two[1] - (after[1] - one[1]) / 6
        found += _curve(one, near, far, two)
    return found


def _curve(start: Point, one: Point, two: Point, end: Point) -> Iterator[Point]:
    for piece in range(1, CURVE + 1):
        t = piece / CURVE
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
        x, y = (a * start[axis] + b * one[axis] + c * two[axis] + d * end[axis] for axis in (0, 1))
        yield x, y
