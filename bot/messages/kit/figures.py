"""Figures: drawings in several colours, such as those of court cards and of great moments.

They are written in the text files of the folder `art`. A figure begins with its name in brackets. Each line after it is
a path (`paths`), in the order in which they are painted:

- `y M 10 90 L 50 20 90 90 Z` fills an area with an ink (`INKS`), `k3 …` draws a line 3 wide, `yk3 …` does both.
- `&` before an ink paints the path a second time, mirrored at x = 50.
- `@name x y size` paints another figure with its corner at x, y, in `size` hundredths of its size; a negative size
  turns it upside down.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from bot.messages.kit.palette import COLOURS, RGB, Colour
from bot.messages.kit.paths import Point, points

INKS: Final = {
    "k": Colour.BLACK, "d": Colour.DEEP, "n": Colour.SEA, "h": Colour.SHALLOW, "i": Colour.ICE, "b": Colour.BONE,
    "m": Colour.MIST, "y": Colour.BRASS, "a": Colour.SKY, "f": Colour.FROST, "c": Colour.CORAL, "g": Colour.MINT,
    "r": Colour.RED, "u": Colour.BLUE, "t": Colour.TAN, "o": Colour.SEAL, "w": Colour.DAWN,
}  # fmt: skip
"""Letter of an ink -> its colour; the colour of a card's suit, `s`, is given when it is drawn."""
FINE: Final = 4
"""A figure is drawn this many times larger and then reduced, which softens its edges."""


class Stroke(NamedTuple):
    """A painted path: the letter of its ink, the width of its line (0: its area is filled), and its points."""

    ink: str
    wide: float
    points: tuple[Point, ...]


Strokes = tuple[Stroke, ...]
LINE: Final = re.compile(r"(&?)([a-z]?)(?:([a-z])([\d.]+))? ([A-Z].*)")


def drawn_figure(drawing: str, wide: int, high: int, suit: Colour = Colour.RED, across: int = 100) -> Image.Image:
    """A figure, or an emblem of one colour (`shapes`), in RGB; `across` units of its field are as wide as the box."""
    image = Image.new("RGB", (wide * FINE, high * FINE))
    pen, scale = ImageDraw.Draw(image), wide * FINE / across
    for stroke in figure(drawing):
        _paint(pen, stroke, scale, COLOURS[suit if stroke.ink == "s" else INKS[stroke.ink]])
    return image.reduce(FINE)


def _paint(pen: ImageDraw.ImageDraw, stroke: Stroke, scale: float, ink: RGB) -> None:
    path = [(x * scale, y * scale) for x, y in stroke.points]
    if not stroke.wide:
        pen.polygon(path, fill=ink)
        return
    half = max(0.5, stroke.wide * scale / 2)
    pen.line(path, fill=ink, width=round(2 * half), joint="curve")
    for x, y in (path[0], path[-1]):
        pen.ellipse((x - half, y - half, x + half, y + half), fill=ink)


@cache
def figure(drawing: str) -> Strokes:
    """A figure by its name; an emblem of one colour by its outline: it lies on a ground of the colour of its suit."""
    if drawing in figure_lines():
        return tuple(stroke for line in figure_lines()[drawing] for stroke in _strokes(line))
    paths = [path.strip() for path in drawing.split("|")]
    emblem = (Stroke("s" if path.startswith("-") else "b", 0, tuple(points(path))) for path in paths)
    return (*figure("suit"), *_placed(emblem, 10, 10, 0.8))


@cache
def figure_lines() -> Mapping[str, list[str]]:
    """The lines of every figure, by its name."""
    found: dict[str, list[str]] = {}
    for file in (files("bot.messages.kit") / "art").iterdir():
        for block in re.split(r"^(?=\[)", file.read_text("utf-8"), flags=re.MULTILINE):
            name, *lines = block.split("\n")
            if name:
                found[name.strip("[]")] = [line for line in lines if line]
    return found


def _strokes(line: str) -> Iterator[Stroke]:
    if line.startswith("@"):
        name, left, top, size = line[1:].split()
        yield from _placed(figure(name), float(left), float(top), float(size) / 100)
        return
    parts = LINE.fullmatch(line)
    if parts is None:
        raise ValueError(line)
    mirrored, area, ink, wide, path = parts.groups()
    plain = tuple(points(path))
    for shape in (plain, tuple((100 - x, y) for x, y in plain)) if mirrored else (plain,):
        if area:
            yield Stroke(area, 0, shape)
        if ink:
            yield Stroke(ink, float(wide), shape)


def _placed(strokes: Iterable[Stroke], left: float, top: float, size: float) -> Iterator[Stroke]:
    for stroke in strokes:
        path = tuple((left + x * size, top + y * size) for x, y in stroke.points)
        yield Stroke(stroke.ink, stroke.wide * abs(size), path)
