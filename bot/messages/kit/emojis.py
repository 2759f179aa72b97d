"""The application emojis: cards, the back of a card, and the marks of sides.

They can be read at 22 pixels, on dark and on light backgrounds.
"""

from __future__ import annotations

from io import BytesIO
from typing import Final

from PIL import Image

from bot.messages.kit.card_faces import drawn_index
from bot.messages.kit.game_looks import emblems, has_changing_emblems
from bot.messages.kit.palette import COLOURS, Colour, suit_colour
from bot.messages.kit.seat_labels import MARKS
from bot.messages.kit.shapes import MOSAIC, SUITS, cover, plate
from bot.texts import offered_games
from bot.texts.reader import emoji_name
from rules import registry
from rules.core.cards import Card

SIDE: Final = 128
CARD_WIDE: Final = 104
BACK: Final = "card_back"
SIDE_MARK: Final = "side_{n}"


def emoji_pictures() -> dict[str, bytes]:
    """The emojis as PNG of 128 by 128 pixels, by name (`king_of_hearts`, `card_back`, `side_1`).

    Games share those of the cards that they have in common. A card that may be special in a game, and one that has
    another colour in packs of four colours, has an emoji for that as well (`nine_of_clubs_special`,
    `nine_of_clubs_four_colours`).
    The names are chosen for screen readers, which read them aloud.
    """
    games = {name: registry.game(name).pack for name in offered_games()}
    special = {card for name, pack in games.items() for card in pack if _may_be_special(card, name)}
    images = {}
    for card in dict.fromkeys(card for pack in games.values() for card in pack):
        has_own_colour = suit_colour(card.suit, True) != suit_colour(card.suit, False)
        for is_special in (False, True) if card in special else (False,):
            for four_colours in (False, True) if has_own_colour else (False,):
                name = emoji_name(card, four_colours=four_colours, is_special=is_special)
                images[name] = _card(card, four_colours=four_colours, is_special=is_special)
    images[BACK] = _back()
    images |= {SIDE_MARK.format(n=side + 1): _mark(side) for side in range(len(MARKS))}
    found = {}
    for name, image in images.items():
        written = BytesIO()
        image.save(written, "PNG", optimize=True)
        found[name] = written.getvalue()
    return found


def _may_be_special(card: Card, game: str) -> bool:
    """Return whether a card has an emblem in a game; where that depends on the hand, it may be any card."""
    return has_changing_emblems(game) or card.code in emblems(game)


def _card(card: Card, *, four_colours: bool, is_special: bool) -> Image.Image:
    """A small card: rank above suit, both as large as possible."""
    image = _blank(Colour.BONE if is_special else Colour.ICE)
    ink = suit_colour(card.suit, four_colours)
    rank = drawn_index(card, 80, CARD_WIDE - 18)
    _put(image, rank, 8 + (58 - rank.height) // 2, ink)
    _put(image, cover(SUITS[card.suit], 52, 52), 69, ink)
    return image


def _back() -> Image.Image:
    image = _blank(Colour.ICE)
    _put(image, plate(CARD_WIDE - 20, SIDE - 20, 6), 10, Colour.BLUE)
    _put(image, cover(MOSAIC, CARD_WIDE - 28, SIDE - 28), 14, Colour.ICE)
    return image


def _blank(paper: Colour) -> Image.Image:
    image = Image.new("RGBA", (SIDE, SIDE))
    _put(image, plate(CARD_WIDE, SIDE, 18), 0, Colour.DEEP)
    _put(image, plate(CARD_WIDE - 6, SIDE - 6, 15), 3, paper)
    return image


def _mark(side: int) -> Image.Image:
    """A side's mark with a dark outline."""
    image = Image.new("RGBA", (SIDE, SIDE))
    mark = MARKS[side]
    _put(image, cover(mark.outline, SIDE, SIDE), 0, Colour.DEEP)
    _put(image, cover(mark.outline, SIDE - 24, SIDE - 24), 12, mark.colour)
    return image


def _put(image: Image.Image, shape: Image.Image, y: int, ink: Colour) -> None:
    """Lay a colour through a cover over the middle of the image, from y downwards."""
    layer = Image.new("RGBA", shape.size, COLOURS[ink])
    layer.putalpha(shape)
    image.alpha_composite(layer, ((SIDE - shape.width) // 2, y))
