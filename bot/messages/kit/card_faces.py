"""The faces and backs of cards, at any size."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from bot.messages.kit.game_looks import emblems, has_changing_emblems
from bot.messages.kit.palette import COLOURS, Colour
from bot.messages.kit.shapes import COURTS, MOSAIC, SUITS, cover, plate
from bot.messages.kit.typeface import Weight, line_cover
from bot.texts.reader import Reader
from rules.core.cards import Card
from rules.core.contract import Group

TALL: Final = 1.4
"""The height of a card, divided by its width."""
TWO_COLOURS: Final = {"C": Colour.BLACK, "S": Colour.BLACK, "H": Colour.RED, "D": Colour.RED}
FOUR_COLOURS: Final = {"C": Colour.GREEN, "S": Colour.BLACK, "H": Colour.RED, "D": Colour.BLUE}


class Light(StrEnum):
    """The brightness of a drawn card."""

    PLAIN = "plain"
    DIM = "dim"
    """For cards that do not matter now."""


class Look(NamedTuple):
    """The look of a game's cards that a reader prefers."""

    game: str
    four_colours: bool = False
    order: tuple[Group, ...] = ()
    """The order of the hand, if the emblems of the cards depend on it."""


def look_of(game: str, reader: Reader, order: tuple[Group, ...] = ()) -> Look:
    """The look of the cards for a reader, in a hand with this order (`View.order`)."""
    return Look(game, reader.four_colours, order if has_changing_emblems(game) else ())


def height(wide: int) -> int:
    """The height of a card of this width."""
    return round(wide * TALL)


def suit_colour(suit: str, four_colours: bool) -> Colour:
    return (FOUR_COLOURS if four_colours else TWO_COLOURS)[suit]


@lru_cache(maxsize=64)
def mask(wide: int) -> Image.Image:
    """The area of a card within its tile, without the corners (mode L)."""
    return plate(wide, height(wide), wide * 0.09).point([0] * 96 + [255] * 160)


def drawn_face(look: Look, card: Card, wide: int, light: Light) -> Image.Image:
    """A card's face in RGB; the corners outside `mask` have the colour of the dark line around it.

    Rank and suit are in two opposite corners; the emblem, the motif of a court card or the suit is in the middle.
    """
    emblem = emblems(look.game, look.order).get(card.code)
    ink = suit_colour(card.suit, look.four_colours)
    paper = Colour.SHADE if light is Light.DIM else Colour.BONE if emblem else Colour.ICE
    image = _blank(wide, paper, Colour.DEEP)
    _draw_corner(image, card, wide, ink)
    turned = image.transpose(Image.Transpose.ROTATE_180)
    middle = turned.height // 2
    image.paste(turned.crop((0, middle, wide, turned.height)), (0, middle))
    motif = emblem or COURTS.get(card.rank)
    _draw_in_middle(image, motif or SUITS[card.suit], round(wide * (0.48 if emblem else 0.42 if motif else 0.37)), ink)
    return image


def drawn_back(wide: int) -> Image.Image:
    """The back of a card in RGB: a mosaic in a frame."""
    image, edge, frame = _blank(wide, Colour.ICE, Colour.DEEP), round(wide * 0.09), round(wide * 0.14)
    image.paste(COLOURS[Colour.SHALLOW], (edge, edge), plate(wide - 2 * edge, image.height - 2 * edge, wide * 0.04))
    pattern = cover(MOSAIC, wide - 2 * frame, image.height - 2 * frame)
    image.paste(COLOURS[Colour.ICE], (frame, frame), pattern)
    return image


def _blank(wide: int, paper: Colour, edge: Colour) -> Image.Image:
    high, line = height(wide), max(1, round(wide / 75))
    image = Image.new("RGB", (wide, high), COLOURS[edge])
    image.paste(COLOURS[paper], (line, line), plate(wide - 2 * line, high - 2 * line, wide * 0.09 - line))
    return image


def _draw_corner(image: Image.Image, card: Card, wide: int, ink: Colour) -> None:
    """Draw rank and suit in the upper left corner."""
    rank = drawn_index(card, round(wide * 0.48), round(wide * 0.37))
    left, top, side = round(wide * 0.09), round(wide * 0.10), round(wide * 0.31)
    capital = round(wide * 0.48 * 0.727)
    image.paste(COLOURS[ink], (left, top), rank)
    suit_at = left + rank.width + round(wide * 0.05), top + (capital - side + 1) // 2
    image.paste(COLOURS[ink], suit_at, cover(SUITS[card.suit], side, side))


def drawn_index(card: Card, size: int, room: int) -> Image.Image:
    """The index of a card as a cover, without space around it; a broad one is pressed together."""
    index = line_cover(card.index, size, Weight.BOLD)
    index = index.crop(index.getbbox())
    return index if index.width <= room else index.resize((room, index.height))


def _draw_in_middle(image: Image.Image, outline: str, side: int, ink: Colour) -> None:
    at = (image.width - side) // 2, (image.height - side) // 2
    image.paste(COLOURS[ink], at, cover(outline, side, side))
