"""The faces and backs of cards, at any size."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from bot.messages.kit.figures import drawn_figure
from bot.messages.kit.game_looks import emblems, has_changing_emblems
from bot.messages.kit.palette import COLOURS, Colour, suit_colour
from bot.messages.kit.shapes import SUITS, cover, plate
from bot.messages.kit.typeface import Weight, line_cover
from bot.texts.reader import Reader
from rules.core.cards import Card
from rules.core.contract import Group

TALL: Final = 1.4
"""The height of a card, divided by its width."""
COURTS: Final = "KQJ"
PIPS: Final = {
    "A": (1,), "2": (1, 1), "3": (1, 1, 1), "4": (2, 2), "5": (2, 1, 2), "6": (2, 2, 2), "7": (2, 3, 2),
    "8": (3, 2, 3), "9": (3, 3, 3), "T": (3, 4, 3),
}  # fmt: skip
"""Rank -> the number of suits in each row."""
FEW_PIPS: Final = 100
"""Cards up to this width show one large suit in place of many small ones, which nobody could tell apart on a phone."""
CAPITAL: Final = 0.74
"""The height of an index, divided by the size of its type."""
SHADED: Final = 0.6
"""The degree to which cards that do not matter are washed out: to a step of the palette."""


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


@lru_cache(maxsize=64)
def mask(wide: int) -> Image.Image:
    """The area of a card within its tile, without the corners (mode L)."""
    return plate(wide, height(wide), wide * 0.09).point([0] * 96 + [255] * 160)


def drawn_face(look: Look, card: Card, wide: int, light: Light) -> Image.Image:
    """A card's face in RGB; the corners outside `mask` have the colour of the dark line around it.

    Rank and suit are above; below them is what a special card shows, the figure of a court card, or as many suits as
    the card counts, as far as there is room.
    """
    emblem = emblems(look.game, look.order).get(card.code)
    ink = suit_colour(card.suit, look.four_colours)
    image = _blank(wide, Colour.BONE if emblem else Colour.ICE, Colour.DEEP)
    if motif := emblem or (card.code if card.rank in COURTS else None):
        _draw_panel(image, motif, wide, ink)
    else:
        _draw_pips(image, card, wide, ink)
    if light is Light.DIM:
        shade = _blank(wide, Colour.SHADE, Colour.DEEP)
        image = Image.blend(image, shade, SHADED)
    _draw_index(image, card, wide, ink)
    return image


def _draw_panel(image: Image.Image, motif: str, wide: int, ink: Colour) -> None:
    """Draw a figure in a frame, on the lower part of a card."""
    side, line = round(wide * 0.86), max(1, round(wide / 100))
    left, top = (wide - side) // 2, image.height - side - (wide - side) // 2
    image.paste(COLOURS[Colour.BLACK], (left, top), plate(side, side, wide * 0.05))
    inner = side - 2 * line
    shown = drawn_figure(motif, inner, inner, ink)
    image.paste(shown, (left + line, top + line), plate(inner, inner, wide * 0.05 - line))


def _draw_pips(image: Image.Image, card: Card, wide: int, ink: Colour) -> None:
    """Draw as many suits as the card counts, in rows on the lower part of a card; on a small card one."""
    rows = PIPS[card.rank] if wide > FEW_PIPS else (1,)
    side = round(wide * (0.62 if rows == (1,) else 0.84 / max(3, *rows) - 0.03))
    pip, middle, space = cover(SUITS[card.suit], side, side), wide * 0.9, wide * 0.29
    for row, count in enumerate(rows):
        y = middle + (row - (len(rows) - 1) / 2) * space - side / 2
        across = min(space, wide * 0.84 / count)
        for place in range(count):
            x = wide / 2 + (place - (count - 1) / 2) * across - side / 2
            image.paste(COLOURS[ink], (round(x), round(y)), pip)


def drawn_back(wide: int) -> Image.Image:
    """The back of a card in RGB: what it shows, in a frame."""
    image, edge = _blank(wide, Colour.ICE, Colour.DEEP), round(wide * 0.07)
    inner, high = wide - 2 * edge, image.height - 2 * edge
    shown = drawn_figure("back", inner, high)
    image.paste(shown, (edge, edge), plate(inner, high, wide * 0.05))
    return image


def _blank(wide: int, paper: Colour, edge: Colour) -> Image.Image:
    high, line = height(wide), max(1, round(wide / 75))
    image = Image.new("RGB", (wide, high), COLOURS[edge])
    image.paste(COLOURS[paper], (line, line), plate(wide - 2 * line, high - 2 * line, wide * 0.09 - line))
    return image


def _draw_index(image: Image.Image, card: Card, wide: int, ink: Colour) -> None:
    """Draw rank and suit in the upper left corner."""
    rank = drawn_index(card, round(wide * 0.48), round(wide * 0.38))
    left, top, side = round(wide * 0.08), round(wide * 0.08), round(wide * 0.31)
    image.paste(COLOURS[ink], (left, top), rank)
    suit_at = left + rank.width + round(wide * 0.05), top + (round(wide * 0.35) - side + 1) // 2
    image.paste(COLOURS[ink], suit_at, cover(SUITS[card.suit], side, side))


def drawn_index(card: Card, size: int, room: int) -> Image.Image:
    """The index of a card as a cover as high as a capital; a broad one, and the tail of the Q, are pressed together."""
    index = line_cover(card.index, size, Weight.INDEX)
    index = index.crop(index.getbbox())
    return index.resize((min(room, index.width), round(size * CAPITAL)))
