"""Pictures with a palette: screenshots have few colours, and a byte a pixel is a third of three."""

from __future__ import annotations

import struct
import zlib
from collections import Counter

COLOURS = 256
Colour = tuple[int, int, int]


def png(pixels: bytes, width: int, height: int) -> bytes:
    """A PNG of at most 256 colours, the most frequent; `pixels` are four bytes each: red, green, blue, opacity."""
    colours = list(zip(pixels[0::4], pixels[1::4], pixels[2::4], strict=True))
    palette = [colour for colour, _ in Counter(colours).most_common(COLOURS)]
    places = {colour: number for number, colour in enumerate(palette)}
    for colour in set(colours) - places.keys():
        places[colour] = _nearest(colour, palette)
    numbers = bytes(map(places.__getitem__, colours))
    rows = b"".join(b"\0" + numbers[start : start + width] for start in range(0, len(numbers), width))
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = (b"IHDR", header), (b"PLTE", bytes(sum(palette, ()))), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in parts)


def _nearest(colour: Colour, palette: list[Colour]) -> int:
    return min(range(len(palette)), key=lambda n: sum((a - b) ** 2 for a, b in zip(colour, palette[n], strict=True)))


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
