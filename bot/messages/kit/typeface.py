"""Text in pictures: the typeface, the width of texts, and line breaks.

The typeface is Inter, with Latin, Greek and Cyrillic letters; that of the ranks of cards is Aleo (fonts/, SIL Open Font
License 1.1). The signs of the suits are our own shapes.
"""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bot.messages.kit.shapes import SUITS, cover
from rules.core.cards import SYMBOLS

NAME: Final = 36
"""The size of names in a picture of the usual width, 14 pixels on a phone."""
TEXT: Final = 29
"""The size of all else, 11 pixels on a phone."""
ELLIPSIS: Final = "…"
MISSING: Final = "·"
"""Replaces characters that the typeface lacks."""
SIGNS: Final = {sign: SUITS[suit] for suit, sign in SYMBOLS.items()}
"""The sign of a suit -> its outline; the typeface has none of them."""
SIGN: Final = 0.74
"""The size of a sign, divided by that of the text: as high as a capital."""


class Weight(StrEnum):
    """The weight of the typeface."""

    MEDIUM = "Medium"
    BOLD = "Bold"
    INDEX = "Index"
    """For the ranks of cards; it has no other letters."""


@lru_cache(maxsize=64)
def font(size: int, weight: Weight) -> ImageFont.FreeTypeFont:
    """The typeface at `size` pixels; a capital is about 0.73 of that high."""
    return ImageFont.truetype(BytesIO(_file(weight)), size)


@cache
def _file(weight: Weight) -> bytes:
    return (
        files("bot.messages.kit") / "fonts" / ("Aleo-Black.ttf" if weight is Weight.INDEX else f"Inter-{weight}.otf")
    ).read_bytes()


@lru_cache(maxsize=4096)
def _glyph(character: str) -> bytes:
    return bytes(font(24, Weight.MEDIUM).getmask(character))


def has(character: str) -> bool:
    """Return whether a character can be drawn; all that the typeface lacks look like one that nothing is assigned."""
    return character in SIGNS or _glyph(character) != _glyph("\U0010fffd")


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


@lru_cache(maxsize=4096)
def width(text: str, size: int, weight: Weight = Weight.MEDIUM) -> int:
    """The width of a line of text, in pixels."""
    return sum(_run_width(run, size, weight) for run in _runs(text))


def _runs(text: str) -> list[str]:
    """The signs of suits, and the texts before, between and after them."""
    return [run for run in re.split(f"([{''.join(SIGNS)}])", text) if run]


def _run_width(run: str, size: int, weight: Weight) -> int:
    if run in SIGNS:
        return round(size * SIGN) + 2
    left, _, right, _ = font(size, weight).getbbox(run, anchor="ls")
    return round(right - min(left, 0))


@lru_cache(maxsize=1024)
def fit(text: str, size: int, weight: Weight, room: int, ends: bool = False) -> str:
    """The line, cut with an ellipsis to fit in `room` pixels; "" if not even one letter fits.

    `ends`: cut it in the middle, so that its end stays, too.
    """
    if width(text, size, weight) <= room:
        return text
    shortest, longest = 0, len(text)
    while shortest < longest:
        middle = (shortest + longest + 1) // 2
        fits = width(_cut(text, middle, ends), size, weight) <= room
        shortest, longest = (middle, longest) if fits else (shortest, middle - 1)
    return _cut(text, shortest, ends) if shortest else ""


def _cut(text: str, kept: int, ends: bool) -> str:
    """`kept` letters of the text, and an ellipsis."""
    last = kept // 2 if ends else 0
    return text[: kept - last].rstrip() + ELLIPSIS + text[len(text) - last :].lstrip()


@lru_cache(maxsize=1024)
def break_lines(text: str, size: int, weight: Weight, room: int, most: int) -> tuple[str, ...]:
    """The text in at most `most` lines, broken between words; what does not fit is cut with an ellipsis."""
    lines: list[str] = []
    for word in text.split():
        if lines and width(f"{lines[-1]} {word}", size, weight) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    if len(lines) > most:
        lines[most - 1 :] = [" ".join(lines[most - 1 :])]
    return tuple(fit(line, size, weight, room) for line in lines)


@lru_cache(maxsize=1024)
def line_cover(text: str, size: int, weight: Weight) -> Image.Image:
    """The coverage of each pixel by a line of text (mode L): as wide as the text, from ascender to descender."""
    face = font(size, weight)
    ascent, descent = face.getmetrics()
    image = Image.new("L", (max(1, width(text, size, weight)), ascent + descent))
    pen, x = ImageDraw.Draw(image), 0
    for run in _runs(text):
        if run in SIGNS:
            side = round(size * SIGN)
            image.paste(cover(SIGNS[run], side, side), (x + 1, ascent - side))
        else:
            pen.text((x - min(face.getbbox(run, anchor="ls")[0], 0), ascent), run, fill=255, font=face, anchor="ls")
        x += _run_width(run, size, weight)
    return image
