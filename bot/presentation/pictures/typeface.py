"""Text in pictures: the typeface, the width of texts, and line breaks.

The typeface is Inter (fonts/, SIL Open Font License 1.1), with Latin, Greek and Cyrillic letters.
"""

from __future__ import annotations

import unicodedata
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw, ImageFont

ELLIPSIS: Final = "…"
MISSING: Final = "·"
"""Replaces characters that the typeface lacks."""


class Weight(StrEnum):
    """The weight of the typeface."""

    MEDIUM = "Medium"
    BOLD = "Bold"


@lru_cache(maxsize=64)
def font(size: int, weight: Weight) -> ImageFont.FreeTypeFont:
    """The typeface at `size` pixels; a capital is about 0.73 of that high."""
    return ImageFont.truetype(BytesIO(_file(weight)), size)


@cache
def _file(weight: Weight) -> bytes:
    return (files("bot.presentation.pictures") / "fonts" / f"Inter-{weight}.otf").read_bytes()


@lru_cache(maxsize=4096)
def _glyph(character: str) -> bytes:
    return bytes(font(24, Weight.MEDIUM).getmask(character))


def has(character: str) -> bool:
    """Return whether the typeface has a character; all those that it lacks look like one that nothing is assigned."""
    return _glyph(character) != _glyph("\U0010fffd")


@lru_cache(maxsize=1024)
def readable(text: str) -> str:
    """Text that people wrote, in characters that the typeface has; a run of others becomes one `MISSING`."""
    found: list[str] = []
    for character in unicodedata.normalize("NFKC", text):
        if character.isspace():
            found.append(" ")
        elif character.isprintable() and has(character):
            found.append(character)
        elif not unicodedata.category(character).startswith(("M", "C")) and found[-1:] != [MISSING]:
            found.append(MISSING)
    return " ".join("".join(found).split())


def width(text: str, size: int, weight: Weight = Weight.MEDIUM) -> int:
    """The width of a line of text, in pixels."""
    left, _, right, _ = font(size, weight).getbbox(text, anchor="ls")
    return round(right - min(left, 0))


@lru_cache(maxsize=1024)
def fitted(text: str, size: int, weight: Weight, room: int) -> str:
    """The line, cut with an ellipsis to fit in `room` pixels; "" if not even one letter fits."""
    if width(text, size, weight) <= room:
        return text
    shortest, longest = 0, len(text)
    while shortest < longest:
        middle = (shortest + longest + 1) // 2
        fits = width(text[:middle].rstrip() + ELLIPSIS, size, weight) <= room
        shortest, longest = (middle, longest) if fits else (shortest, middle - 1)
    return text[:shortest].rstrip() + ELLIPSIS if shortest else ""


def broken(text: str, size: int, weight: Weight, room: int, most: int) -> list[str]:
    """The text in at most `most` lines, broken between words; what does not fit is cut with an ellipsis."""
    lines: list[str] = []
    for word in text.split():
        if lines and width(f"{lines[-1]} {word}", size, weight) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    if len(lines) > most:
        lines[most - 1 :] = [" ".join(lines[most - 1 :])]
    return [fitted(line, size, weight, room) for line in lines]


@lru_cache(maxsize=1024)
def line_cover(text: str, size: int, weight: Weight) -> Image.Image:
    """The coverage of each pixel by a line of text (mode L): as wide as the text, from ascender to descender."""
    face = font(size, weight)
    ascent, descent = face.getmetrics()
    left, _, right, _ = face.getbbox(text, anchor="ls")
    image = Image.new("L", (max(1, round(right - min(left, 0))), ascent + descent))
    ImageDraw.Draw(image).text((-min(left, 0), ascent), text, fill=255, font=face, anchor="ls")
    return image
