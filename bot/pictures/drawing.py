"""A drawing: a picture that could be drawn, as a value. Equal drawings are equal pictures, byte for byte."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from bot.pictures.canvas import Canvas
from bot.pictures.faces import Light, face, height, mask
from bot.pictures.palette import Colour
from rules.cards import Card


class Picture(NamedTuple):
    """A drawn picture. Its file name tells what kind of picture it is and nothing else."""

    name: str
    png: bytes


class Look(NamedTuple):
    """How a reader wants cards to look."""

    game: str
    four_colours: bool = False


@dataclass(frozen=True)
class Drawing(ABC):
    """Holds exactly what is drawn, words and names included, and nothing that its audience may not know."""

    name: ClassVar[str]
    """The file's name."""

    @property
    def key(self) -> Hashable:
        """Equal for equal pictures."""
        return self

    def draw(self) -> bytes:
        """The picture as PNG. Takes some milliseconds: for a thread."""
        return self.canvas().png()

    def picture(self) -> Picture:
        """The picture with its file name."""
        return Picture(self.name, self.draw())

    @abstractmethod
    def canvas(self) -> Canvas:
        """The picture, drawn."""


def put_card(canvas: Canvas, look: Look, card: Card, x: int, y: int, wide: int, light: Light = Light.PLAIN) -> None:
    """Lays a card on the canvas."""
    canvas.tile(face(look.game, card, wide, look.four_colours, light), x, y, mask(wide))


def halo(canvas: Canvas, x: int, y: int, wide: int, high: int, ink: Colour, ring: int = 7) -> None:
    """A glow of `ring` pixels around what will be laid in this box."""
    canvas.plate(x - ring, y - ring, wide + 2 * ring, high + 2 * ring, ink, radius=16)


def slot(canvas: Canvas, x: int, y: int, wide: int, ink: Colour, ring: int = 4) -> None:
    """An empty place for a card."""
    canvas.plate(x, y, wide, height(wide), ink, radius=wide * 0.09)
    canvas.plate(x + ring, y + ring, wide - 2 * ring, height(wide) - 2 * ring, Colour.SEA, wide * 0.09 - ring, ink)
