"""Pictures: the same for the same view, small, and of everything that a rubber comes to."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from bot.pictures import picture_of
from bot.reader import Reader
from bot.scenes import TrickScene
from bot.texts import Words
from bot.wishes import CardsAs
from tests.layouts.given import LONG, head, person, view

READER = Reader(Words())
PEOPLE = tuple(person(name) for name in ("Nivi", LONG, "李雷", "Søren"))


def trick(seats: int = 4, plays: str = "1:9C 2:KH", **changes: object) -> TrickScene:
    return TrickScene(head(PEOPLE[:seats]), 2, 3, view(seats, "", plays, **changes), None)


def png(scene: TrickScene, reader: Reader = READER) -> bytes:
    drawing = picture_of(scene, reader)
    assert drawing is not None
    return drawing.draw()


def test_the_same_view_is_the_same_picture_byte_for_byte() -> None:
    assert png(trick()) == png(trick())
    assert png(trick()) != png(trick(plays="1:9C 2:KS"))


def test_equal_keys_are_equal_pictures_and_four_colours_are_another_one() -> None:
    drawings = [picture_of(trick(), Reader(Words(), four_colours=four)) for four in (False, False, True)]
    keys = [drawing.key for drawing in drawings if drawing is not None]
    assert len(keys) == 3
    assert keys[0] == keys[1] != keys[2]
    assert hash(keys[0]) == hash(keys[1])


@pytest.mark.parametrize("cards_as", [CardsAs.EMOJIS, CardsAs.WORDS])
def test_who_wants_no_pictures_gets_none(cards_as: CardsAs) -> None:
    assert picture_of(trick(), Reader(Words(), cards_as)) is None


def test_pictures_have_a_palette() -> None:
    with Image.open(BytesIO(png(trick()))) as image:
        assert image.mode == "P"
