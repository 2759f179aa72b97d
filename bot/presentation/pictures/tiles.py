"""Tiles: the pieces that pictures are put together from, each drawn once and cached."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.presentation.pictures.faces import Light, Look, drawn_back, drawn_face
from bot.presentation.pictures.palette import Colour, mapped, ramp
from bot.presentation.pictures.shapes import cover, plate
from bot.presentation.pictures.typeface import Weight, line_cover
from rules.core.cards import Card

Tint = Callable[[Image.Image, Colour, Colour], Image.Image]


class Tiles:
    """Makes tiles; `tint` shows an ink through a cover on a ground, `flat` converts an image drawn in RGB."""

    def __init__(self, tint: Tint, flat: Callable[[Image.Image], Image.Image]) -> None:
        self.tint = tint
        self._flat = flat
        self.shape = lru_cache(maxsize=512)(self._shape)
        self.plate = lru_cache(maxsize=512)(self._plate)
        self.line = lru_cache(maxsize=1024)(self._line)
        self.face = lru_cache(maxsize=1024)(self._face)
        self.back = lru_cache(maxsize=16)(self._back)

    def _shape(self, outline: str, wide: int, high: int, ink: Colour, ground: Colour) -> Image.Image:
        return self.tint(cover(outline, wide, high), ink, ground)

    def _plate(self, wide: int, high: int, radius: float, ink: Colour, ground: Colour) -> Image.Image:
        return self.tint(plate(wide, high, radius), ink, ground)

    def _line(self, text: str, size: int, weight: Weight, ink: Colour, ground: Colour) -> Image.Image:
        return self.tint(line_cover(text, size, weight), ink, ground)

    def _face(self, look: Look, card: Card, wide: int, light: Light) -> Image.Image:
        return self._flat(drawn_face(look, card, wide, light))

    def _back(self, wide: int) -> Image.Image:
        return self._flat(drawn_back(wide))


def _tint(cover: Image.Image, ink: Colour, ground: Colour) -> Image.Image:
    return cover.point(ramp(ground, ink))


IN_PALETTE: Final = Tiles(_tint, mapped)
"""Tiles in indices of the palette."""
