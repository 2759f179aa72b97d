"""Pictures: the same for the same view, small, of everything that a rubber comes to, and of nothing that is secret."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from io import BytesIO

import pytest
from PIL import Image

from bot.presentation.pictures import Drawing, picture_of
from bot.presentation.pictures.drawing import NARROW, WIDE, corner
from bot.presentation.pictures.hand import LARGEST
from bot.presentation.pictures.palette import PALETTE, Colour
from bot.presentation.pictures.ranks import CARD, EDGE, GAP, of_game
from bot.presentation.pictures.seats import names_of
from bot.presentation.pictures.typeface import ELLIPSIS, Weight, broken
from bot.presentation.scenes import (
    BeatsScene,
    HandScene,
    LadderScene,
    RanksScene,
    ResultScene,
    RulesScene,
    SummaryScene,
    TrickScene,
)
from bot.texts import Translator, languages
from bot.texts.examples import TrickExample
from bot.texts.reader import CardStyle, Reader
from rules.core.capabilities import Beaten
from rules.core.cards import Card, cards
from rules.core.contract import Fact, LaidCard, Play
from rules.registry import USUAL, game
from tests.layouts.given import LONG, head, person, view
from tests.layouts.rubbers import KINDS, private, public, rubber, table
from tests.layouts.walk import beside, scenes_of

READER = Reader(Translator())


class Kind(StrEnum):
    STANDS = "stands"


PEOPLE = tuple(person(name) for name in ("Nivi", LONG, "李雷", "Søren Kierkegaard-Østergaard den Yngre"))
HEAVIEST = 80_000
"""Bytes; Discord takes up to 8 MB."""


def trick(seats: int = 4, plays: str = "1:9C 2:KH", **changes: object) -> TrickScene:
    last = view(seats, "", plays).trick[-1].seat
    seen = view(seats, "", plays, turn=(last + 1) % seats, **changes)
    return TrickScene(head(PEOPLE[:seats]), 2, 3, seen, None)


def drawing_of(scene: object, reader: Reader = READER) -> Drawing:
    found = picture_of(scene, reader)  # type: ignore[arg-type]
    assert found is not None
    return found


def png(scene: object, reader: Reader = READER) -> bytes:
    return drawing_of(scene, reader).draw()


def read(picture: bytes) -> Image.Image:
    image = Image.open(BytesIO(picture))
    image.load()
    return image


def test_the_same_view_is_the_same_picture_byte_for_byte() -> None:
    assert png(trick()) == png(trick())
    assert png(trick()) != png(trick(plays="1:9C 2:KS"))


def test_equal_drawings_are_equal_pictures_and_four_colours_are_another_one() -> None:
    two, again, four = (drawing_of(trick(), Reader(Translator(), four_colours=four)) for four in (False, False, True))
    assert two == again != four
    assert hash(two) == hash(again)
    assert two.draw() == again.draw() != four.draw()


@pytest.mark.parametrize("cards_as", [CardStyle.EMOJIS, CardStyle.WORDS])
def test_who_wants_no_pictures_gets_none(cards_as: CardStyle) -> None:
    assert picture_of(trick(), Reader(Translator(), cards_as)) is None


@pytest.mark.parametrize(("seats", "changes"), KINDS)
def test_every_scene_of_a_rubber_is_drawn_small_and_in_the_palette(seats: int, changes: dict[str, str]) -> None:
    of = table(seats, changes, PEOPLE)
    drawings: set[Drawing] = set()
    for moment in list(rubber(seats, changes, seed=seats))[:40]:
        for scene in [*(scene for _, scene in public(moment, of)), *(scene for _, scene in private(moment, of))]:
            drawing = picture_of(scene, READER)
            if drawing is not None:
                drawings.add(drawing)
            assert drawing is not None or not isinstance(scene, TrickScene | LadderScene | SummaryScene | ResultScene)
    assert {drawing.name for drawing in drawings} >= {"trick.png", "hand.png"}
    for drawing in drawings:
        picture = drawing.draw()
        image = read(picture)
        assert image.mode == "P"
        assert image.size == drawing.pixels
        assert NARROW <= image.width <= WIDE
        assert len(picture) <= HEAVIEST
        assert bytes(image.getpalette() or b"")[: len(PALETTE)] == PALETTE


GROUNDS = {Colour.SEA, Colour.DEEP}


def in_the_corner(picture: bytes) -> set[int]:
    """The colours where Discord lays its sign for an alt text over the picture."""
    image = read(picture)
    wide, high = corner(*image.size)
    return set(image.crop((0, image.height - high, wide, image.height)).tobytes())


@pytest.mark.parametrize(("seats", "changes"), KINDS)
def test_nothing_stands_where_the_sign_for_the_alt_text_will_be(seats: int, changes: dict[str, str]) -> None:
    reader = Reader(Translator("da"))
    drawings = {
        drawing
        for _, scene in scenes_of(seats, changes, seats, 23, table(seats, changes, PEOPLE))
        if (drawing := picture_of(scene, reader)) is not None
    }
    assert {type(drawing).__name__ for drawing in drawings} >= {"TrickDrawing", "HandDrawing", "BeatsDrawing"}
    assert [drawing for drawing in drawings if in_the_corner(drawing.draw()) - GROUNDS] == []


def test_nothing_stands_there_on_the_ends_of_hands_and_rubbers_nor_in_rules_and_lessons() -> None:
    ends = [
        scene
        for seats, changes in KINDS
        for moment in rubber(seats, changes, seed=1)
        if moment.account and moment.account.bookings
        for _, scene in public(moment, table(seats, changes, PEOPLE))
    ]
    drawings = [drawing for scene in (*ends, *beside(READER)) if (drawing := picture_of(scene, READER)) is not None]
    kinds = {type(drawing).__name__ for drawing in drawings}
    assert kinds >= {"LadderDrawing", "SummaryDrawing", "RubberDrawing", "RanksDrawing", "ExamplesDrawing"}
    assert [drawing for drawing in drawings if in_the_corner(drawing.draw()) - GROUNDS] == []


def test_few_cards_are_drawn_in_a_narrow_picture_so_that_they_look_large() -> None:
    few, many = (HandScene(head(PEOPLE), view(4, hand), True) for hand in ("KH 9C", "KH 9C 8S AS QC 6D"))
    assert read(png(few)).width == NARROW < read(png(many)).width == WIDE
    four = read(png(HandScene(head(PEOPLE), view(4, "KH 9C AS 6D"), True)))
    assert LARGEST / four.width > 0.21


def test_a_name_without_a_letter_of_the_typeface_is_told_by_its_seat() -> None:
    assert names_of(Translator(), (person("Ann 李"), person("李雷"), person("😀"), person("ĸîâ"))) == (
        "Ann ·", "seat 2", "seat 3", "ĸîâ",
    )  # fmt: skip


def test_a_set_shows_which_card_lies_on_which() -> None:
    scene = trick(plays="1:QC,QH 2:9S,AD")
    assert scene.view is not None
    laid = tuple(LaidCard(*cards(pair)) for pair in ("9S QC", "AD QH"))
    on_each = replace(scene, view=replace(scene.view, laid=((), laid)))
    crossed = replace(
        scene, view=replace(scene.view, laid=((), tuple(LaidCard(*cards(p)) for p in ("9S QH", "AD QC"))))
    )
    assert len({png(scene), png(on_each), png(crossed)}) == 3


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_tricks_of_every_size_are_drawn(seats: int, size: int) -> None:
    pack = [card.code for card in game(USUAL).pack]
    plays = [f"{(seat + 1) % seats}:{','.join(pack[seat * size :][:size])}" for seat in range(seats - 1)]
    assert read(png(trick(seats, " ".join(plays)))).width == WIDE


def test_a_hand_of_twelve_is_drawn_with_all_its_cards_apart() -> None:
    hand = game(USUAL).pack[:24:2]
    scene = HandScene(head(PEOPLE[:3]), view(3, " ".join(card.code for card in hand)), True)
    assert png(scene) != png(replace(scene, view=view(3, " ".join(card.code for card in hand[:-1]))))


def test_what_may_be_played_is_drawn_otherwise() -> None:
    free = HandScene(head(PEOPLE), view(4, "KH 9C 9D AS"), True)
    bound = replace(free, view=view(4, "KH 9C 9D AS", legal=(cards("KH"),)))
    assert png(free) != png(bound)


def test_one_s_own_cards_are_marked_for_oneself_only() -> None:
    assert png(RanksScene()) != png(RanksScene(cards("KH 7D")))
    beaten = (Beaten(cards("9C")[0], cards("JC KH 8S"), Fact(Kind.STANDS, "", {})),)
    scene = BeatsScene(head(PEOPLE), Play(0, cards("9C")), beaten, 1)
    assert png(scene) != png(replace(scene, seat=1, hand=cards("KH")))


@pytest.mark.parametrize("language", [code for code, _ in languages()])
def test_the_powers_are_told_whole_in_every_language(language: str) -> None:
    drawing = of_game(USUAL, (), False, Translator(language))
    for band in drawing.bands:
        room = WIDE - 2 * EDGE - len(band.cards) * (CARD + GAP) - 14
        assert not any(line.endswith(ELLIPSIS) for line in broken(band.power, 27, Weight.MEDIUM, room, 4)), band.told
    assert not any(line.endswith(ELLIPSIS) for line in broken(drawing.suits, 27, Weight.MEDIUM, WIDE // 2 - 50, 4))


def test_the_row_of_a_rule_tells_its_winner() -> None:
    plays = tuple(cards(code) for code in "7H KH 7D KS".split())
    won, lost = (RulesScene("sevens", 0, (TrickExample(plays, wins),)) for wins in (0, 3))
    assert png(won) != png(lost)


@pytest.mark.parametrize(("seats", "changes"), KINDS)
def test_public_pictures_know_of_no_hidden_card(seats: int, changes: dict[str, str]) -> None:
    of = table(seats, changes, PEOPLE)
    for moment in list(rubber(seats, changes, seed=70 + seats))[:40]:
        hidden = {card for seat in range(seats) for card in moment.view(seat).hand}
        for _, scene in public(moment, of):
            drawing = None if isinstance(scene, SummaryScene) else picture_of(scene, READER)
            assert drawing is None or not cards_in(drawing) & hidden


def cards_in(value: object) -> set[Card]:
    """Every card that a drawing holds, and so could show."""
    if isinstance(value, Card):
        return {value}
    if isinstance(value, tuple | frozenset):
        return {card for part in value for card in cards_in(part)}
    if hasattr(value, "__dataclass_fields__"):
        return {card for name in value.__dataclass_fields__ for card in cards_in(getattr(value, name))}
    return set()
