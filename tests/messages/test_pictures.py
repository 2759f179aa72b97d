"""Pictures: the same for the same view, small, of everything that a rubber comes to, and of nothing that is secret."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from io import BytesIO
from typing import NamedTuple

import pytest
from PIL import Image

from bot.messages.hand.consider import BeatsScene
from bot.messages.hand.hand_picture import LARGEST
from bot.messages.hand.hand_scene import HandScene, own_cards
from bot.messages.kit.card_faces import Look
from bot.messages.kit.drawing import NARROW, WIDE, Drawing, corner
from bot.messages.kit.game_looks import specials
from bot.messages.kit.palette import PALETTE, Colour
from bot.messages.kit.rendering import alt, picture_of
from bot.messages.kit.seat_labels import MARKS, names_of
from bot.messages.kit.typeface import ELLIPSIS, TEXT, Weight, break_lines
from bot.messages.learn.examples_picture import TrickRow
from bot.messages.learn.ranks_picture import LEAST, ranks_drawing
from bot.messages.learn.rules import RanksScene, RulesScene
from bot.messages.replay.replay import ReplayScene
from bot.messages.result.result import ResultScene
from bot.messages.score.ladder_picture import LadderDrawing, example
from bot.messages.score.ladders import LadderScene
from bot.messages.table.deal import SummaryScene
from bot.messages.table.summary_picture import SummaryDrawing
from bot.messages.table.trick import TrickScene
from bot.tables.deals import SaltedProof
from bot.tables.table import Feat, HandResult
from bot.texts import Translator, in_language, languages
from bot.texts.reader import CardStyle, Reader
from bot.texts.rules_page import LadderExample, TrickExample
from rules.core.capabilities import Beaten
from rules.core.cards import Card, cards
from rules.core.contract import Booking, Fact, LaidCard, Play, TrickAccount
from rules.registry import USUAL, game
from tests.messages.given import LONG, head, person, view
from tests.messages.noting_canvas import MeasuringCanvas, NotingCanvas
from tests.messages.rubbers import EVERY_KIND, KINDS, first_trick, private, public, rubber, table
from tests.messages.walk import beside, replayed, scenes_of

READER = Reader(Translator())


class Kind(StrEnum):
    STANDS = "stands"


PEOPLE = tuple(person(name) for name in ("Nivi", LONG, "李雷", "Søren Kierkegaard-Østergaard den Yngre"))
PHONE = 350
"""The width of a picture on a phone, in pixels."""
HEAVIEST = 100_000
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


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.slow)])
@EVERY_KIND
def test_every_scene_of_a_rubber_is_drawn_small_and_in_the_palette(
    seats: int, changes: dict[str, str], every: int
) -> None:
    """By default one moment of three is drawn."""
    of = table(seats, changes, PEOPLE)
    drawings: set[Drawing] = set()
    for moment in list(rubber(seats, changes, seed=seats))[:40:every]:
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


FELT = {Colour.LIGHT, Colour.HALF_LIGHT, Colour.SEA, Colour.HALF_DUSK, Colour.DUSK}
GROUNDS = {*FELT, Colour.DEEP}


def in_the_corner(picture: bytes) -> set[int]:
    """The colours where Discord lays its sign for an alt text over the picture."""
    image = read(picture)
    wide, high = corner(*image.size)
    return set(image.crop((0, image.height - high, wide, image.height)).tobytes())


@pytest.mark.slow
@EVERY_KIND
def test_nothing_stands_where_the_sign_for_the_alt_text_will_be(seats: int, changes: dict[str, str]) -> None:
    reader = Reader(Translator("da"))
    drawings = {
        drawing
        for _, scene in scenes_of(seats, changes, seats, 23, table(seats, changes, PEOPLE))
        if (drawing := picture_of(scene, reader)) is not None
    }
    assert {type(drawing).__name__ for drawing in drawings} >= {"TrickDrawing", "HandDrawing", "BeatsDrawing"}
    assert [drawing for drawing in drawings if in_the_corner(drawing.draw()) - GROUNDS] == []


@pytest.mark.slow
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


def test_a_hand_of_few_cards_is_narrow_so_that_they_look_large_and_no_narrower_than_one_of_four() -> None:
    two, four, six = (
        HandScene(head(PEOPLE), own_cards(view(4, hand)), True)
        for hand in ("KH 9C", "KH 9C AS 6D", "KH 9C 8S AS QC 6D")
    )
    assert read(png(two)).width == read(png(four)).width < read(png(six)).width == WIDE
    assert LARGEST / read(png(four)).width > 0.21


def test_the_legend_stands_beside_the_words_for_special_cards_where_there_is_room_for_it() -> None:
    beside, below = (
        drawing_of(HandScene(head(PEOPLE), view(4, hand), True)) for hand in ("9C 6S 6D 7H", "9C 6S 6D 5C")
    )
    tops = [{text: box[1] for text, box in MeasuringCanvas(one).lines} for one in (beside, below)]
    assert tops[0]["strongest first"] == tops[0]["when led"]
    assert below.high() - tops[1]["strongest first"] < 48
    assert MeasuringCanvas(beside).covered == []


class PictureLine(NamedTuple):
    """A line of text on a picture: its text, its size on a phone (350 pixels wide), and whether it names somebody."""

    text: str
    size: float
    names: bool


def shown_by(drawing: Drawing) -> list[PictureLine]:
    """Every line of text that a drawing draws."""
    canvas, teams = NotingCanvas(drawing), {mark.colour for mark in MARKS[:3]}
    return [
        PictureLine(
            line.text, line.size * PHONE / max(PHONE, canvas.wide), line.weight is Weight.BOLD and line.ink in teams
        )
        for line in canvas.lines
    ]


@EVERY_KIND
def test_names_are_legible_on_a_phone_and_all_else_nearly_as_well(seats: int, changes: dict[str, str]) -> None:
    of = table(seats, changes, PEOPLE)
    scenes = [scene for _, scene in scenes_of(seats, changes, seats, 29, of)]
    lines = [line for scene in scenes if (drawing := picture_of(scene, READER)) for line in shown_by(drawing)]
    assert [line for line in lines if line.size < 11] == []
    full = [line for line in lines if line.names and (ELLIPSIS in line.text or line.text == "Nivi")]
    assert [line for line in full if line.size < 14] == [], (
        "smaller is a name only if it is long, and then stands whole"
    )
    assert full


@pytest.mark.parametrize(
    "called", [("Ann", "Qupanuk", "Aqqalukkuluk", "Aja"), ("Ann", "Bartholomæus", "Annemette M", "Maliina")]
)
def test_names_of_twelve_letters_stand_whole_above_the_four_cards_of_a_trick(called: tuple[str, ...]) -> None:
    scene = HandScene(head(tuple(map(person, called))), view(hand="JS 6C"), True, results=(first_trick("5C 9H 6C 5S"),))
    assert [line.text for line in shown_by(drawing_of(scene)) if line.names] == ["You", *called[1:]]


@pytest.mark.parametrize("language", ["en", "da"])
def test_that_the_stock_is_empty_stands_whole_in_the_corner_of_a_trick(language: str) -> None:
    words = in_language(language)
    lines = shown_by(drawing_of(trick(stock=0, is_refilled=True), Reader(words)))
    assert words("picture.stock-empty") in [line.text for line in lines]


ALIKE = tuple(person(f"Kunuk Kristiansen-Heilmann of Ilulissat {name}") for name in ("Aja", "Ivik", "Nuka", "Pipaluk"))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_long_names_that_differ_at_their_ends_differ_in_pictures_of_tricks_and_ladders(seats: int) -> None:
    of = head(ALIKE[:seats])
    sides = 2 if seats == 4 else seats
    ladders = LadderScene(of, view(seats).sides, (7,) * sides, (3,) * sides, 12, None, 2)
    for scene, shown in ((replace(trick(seats, "0:9C 1:KH"), head=of), seats), (ladders, sides)):
        names = [line.text for line in shown_by(drawing_of(scene)) if line.names]
        assert len(set(names)) == len(names) == shown
        assert any(ELLIPSIS in name for name in names)


@pytest.mark.slow
def test_ends_rules_and_lessons_are_legible_on_a_phone() -> None:
    drawings = [drawing for scene in beside(READER) if (drawing := picture_of(scene, READER))]
    assert [line for drawing in drawings for line in shown_by(drawing) if line.size < 11] == []


def test_the_cards_that_would_take_the_trick_are_marked() -> None:
    scene = HandScene(head(PEOPLE), view(4, "KH 9C 9D AS", "1:QS 2:9S 3:KC", heading=2), True, takers=())
    some = replace(scene, takers=(cards("KH"), cards("9C")))
    assert png(scene) != png(some)
    assert "you cannot take it" in " ".join(line.text for line in shown_by(drawing_of(scene)))
    assert "you cannot take it" not in " ".join(line.text for line in shown_by(drawing_of(some)))


def test_who_cannot_take_the_trick_from_a_partner_is_not_warned_of_it() -> None:
    scene = HandScene(head(PEOPLE), view(4, "5C 6D", "1:6S 2:9S 3:5D", heading=1), True, takers=())
    assert [line.text for line in shown_by(drawing_of(scene)) if "heads" in line.text] == ["Your partner heads"]
    assert "cannot take" not in alt(scene, READER)


def test_5_4_a_hand_that_no_stock_fills_up_any_more_says_so() -> None:
    empty = view(4, "KH 9C", stock=0, is_refilled=True)
    told = [line.text for line in shown_by(drawing_of(HandScene(head(PEOPLE), empty, True)))]
    assert "strongest first · stock empty" in told
    left = [line.text for line in shown_by(drawing_of(HandScene(head(PEOPLE), replace(empty, stock=1), True)))]
    assert not any("stock" in text for text in left)
    own = [line.text for line in shown_by(drawing_of(HandScene(head(PEOPLE), own_cards(empty), True)))]
    assert "strongest first" in own, "while others play, it is not known there"


def test_a_partner_who_heads_is_called_the_partner() -> None:
    scene = HandScene(head(PEOPLE), view(4, "KH 9C", "1:QS 2:9S", heading=1), True)
    assert "Your partner heads" in [line.text for line in shown_by(drawing_of(scene))]


def test_before_a_lead_no_empty_places_are_drawn() -> None:
    lead, next_play = drawing_of(trick(plays="1:9C")), TrickScene(head(PEOPLE), 2, 3, view(4, turn=1), None)
    assert drawing_of(next_play).pixels[1] < lead.pixels[1] * 0.75
    assert "leads" in [line.text for line in shown_by(drawing_of(next_play))]


def test_a_laid_open_hand_shows_its_cards_and_a_finished_one_its_score() -> None:
    ends = (scene for moment in rubber(4, {}, 1) for _, scene in private(moment, table(4, {}, PEOPLE)))
    scene = next(scene for scene in ends if isinstance(scene, SummaryScene))
    dealt = {card for seat in scene.result.dealt for card in seat}
    assert cards_in(drawing_of(replace(scene, opened=True))) == dealt
    assert cards_in(drawing_of(scene)) == set()


def test_ladders_show_the_bounce_of_a_booking_at_a_table_and_in_an_example() -> None:
    why = Fact(Kind.STANDS, "10.2", {})
    account = account_with(Booking(0, 2, 8, 8, 10, why))
    scene = LadderScene(head(PEOPLE), ((0, 2), (1, 3)), (8, 0), (0, 0), 9, account, 3)
    at_table = drawing_of(scene)
    assert isinstance(at_table, LadderDrawing)
    assert [arm.turns for arm in at_table.arms] == [(8, 10, 8), ()]
    of_rules = example(LadderExample(7, 3, 8), READER.words)
    assert [arm.turns for arm in of_rules.arms] == [(7, 10, 8)]
    assert at_table.draw() != replace(at_table, arms=(at_table.arms[0]._replace(way=()), at_table.arms[1])).draw()


def account_with(booking: Booking) -> TrickAccount:
    """An account of a trick that brings this booking."""
    return first_trick("9C 5C QC 5D")._replace(bookings=(booking,))


def test_the_end_of_a_hand_shows_the_way_of_each_bounce() -> None:
    why = Fact(Kind.STANDS, "10.2", {})
    bookings = Booking(0, 3, 7, 8, 10, why), Booking(0, 2, 8, 8, 10, why), Booking(1, 2, 8, 8, 10, why)
    result = HandResult(3, 0, (), 4, (5, 4), False, (7, 8), (8, 8), (), SaltedProof("", ""), bookings=bookings)
    scene = SummaryScene(head(PEOPLE), ((0, 2), (1, 3)), 9, result, True)
    drawing = drawing_of(scene)
    assert isinstance(drawing, SummaryDrawing)
    assert isinstance(drawing.scores, LadderDrawing)
    assert [arm.turns for arm in drawing.scores.arms] == [(7, 10, 8, 10, 8), (8, 10, 8)]
    texts = {line.text for line in shown_by(drawing)}
    assert {"7 → 10 → 8 → 10 → 8 of 9", "8 → 10 → 8 of 9"} <= texts
    assert "score 7 → 10 → 8 → 10 → 8, 1 to go" in alt(scene, READER)
    assert png(scene) != png(replace(scene, result=replace(result, bookings=bookings[:1])))


def test_who_plays_twice_to_a_trick_has_one_name() -> None:
    names = (person("Nivi"), person("Søren Kierkegaard-Østergaard"))
    seen = view(2, hand="JC", trick="1:9H 0:8D 1:9C", heading=2, turn=0)
    lines = shown_by(drawing_of(HandScene(head(names), seen, True)))
    (told,) = {line.text for line in lines if line.names and "Søren" in line.text}
    assert told.startswith("Søren")


def test_names_of_seven_letters_are_whole_beside_the_hands_of_a_replay() -> None:
    of = head(tuple(person(name) for name in ("Nivi", "Pipaluk", "Malik", "Ivalu")))
    looked = next(scene for scene in replayed(4, {}, 1, of) if isinstance(scene, ReplayScene) and scene.hands)
    assert [line for line in shown_by(drawing_of(looked)) if ELLIPSIS in line.text] == []


def test_beside_a_single_card_the_tricks_and_the_scores_of_both_sides_are_whole() -> None:
    names = (person("Nivi"), person("Aja"), person("Ivaana Kleist"), person("Dan"))
    drawing = drawing_of(HandScene(head(names), view(hand="3D", units=(2, 6), waiting=(0, 0)), True))
    told = [line.text for line in shown_by(drawing)]
    assert {"You: 2 tricks · score 3", "6 tricks · score 5"} <= set(told)
    waits = drawing_of(HandScene(head(names), view(hand="3D", units=(2, 6), waiting=(0, 1)), True))
    assert "6 tricks · score 5 (+1)" in {line.text for line in shown_by(waits)}


def test_the_end_of_a_rubber_shows_the_winner_the_last_trick_and_the_story() -> None:
    end = next(moment for moment in rubber(4, {}, 1) if moment.account and moment.account.outcome)
    assert end.account
    outcome = end.account.outcome
    assert outcome
    feat = Feat(2, Booking(0, 2, 8, 8, 10, outcome.why))
    scene = ResultScene(head(PEOPLE), ((0, 2), (1, 3)), 9, outcome, (9, 3), ((9, 3),), feats=(feat,), last=end.account)
    drawing = drawing_of(scene)
    told = " ".join(line.text for line in shown_by(drawing))
    assert "won the game" in told
    assert "bounced from 10 back to 8" in told
    assert cards_in(drawing) == {card for play in end.account.plays for card in play.cards}


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
def test_the_words_for_special_cards_are_few_and_told_whole_in_every_language(language: str) -> None:
    words = Translator(language)
    for kind in set(specials(USUAL).values()):
        for count in (1, 4):
            told = words.count(f"{USUAL}.special.{kind}", count)
            assert len(told.split()) <= 5
            assert not any(line.endswith(ELLIPSIS) for line in break_lines(told, TEXT, Weight.MEDIUM, LEAST, 3)), told


def test_a_seven_alone_is_told_of_as_one_card_in_danish() -> None:
    reader = Reader(in_language("da"))
    one, two = (HandScene(head(PEOPLE), view(4, hand), True) for hand in ("9C 7S", "9C 7S 7H"))
    assert "7♠: stærk som udspil" in alt(one, reader)
    assert ": stærke som udspil" in alt(two, reader)


@pytest.mark.parametrize("language", [code for code, _ in languages()])
def test_the_picture_of_the_order_is_landscape_with_all_its_cards_and_notes_told_whole(language: str) -> None:
    drawing = ranks_drawing(RanksScene(game(USUAL).pack, USUAL), Reader(Translator(language)))
    wide, high = drawing.pixels
    assert wide > high
    assert cards_in(drawing.columns) | cards_in(drawing.kinds) == set(game(USUAL).pack)
    assert not cards_in(drawing.columns) & cards_in(drawing.kinds)
    assert [line for line in shown_by(drawing) if line.text.endswith(ELLIPSIS)] == []


def test_the_row_of_a_rule_tells_its_winner() -> None:
    plays = tuple(cards(code) for code in "7H KH 7D KS".split())
    won, lost = (RulesScene("sevens", 0, (TrickExample(plays, wins),)) for wins in (0, 3))
    assert png(won) != png(lost)


def test_a_trick_in_halves_tells_the_first_half_above_its_plays_and_the_second_above_the_others() -> None:
    plays = tuple(cards(code) for code in "7H KH 7D KS".split())
    row = TrickRow(Look(USUAL, False), plays, 1, "wins", ("first", "second"))
    lines = MeasuringCanvas(row).lines
    assert {text: box[0] < row.wide() // 2 for text, box in lines if text in ("first", "second")} == {
        "first": True,
        "second": False,
    }
    assert [text for text, _ in lines].count("first") == 1


def test_the_sample_beside_the_words_for_one_s_own_cards_is_a_frame() -> None:
    drawing = ranks_drawing(RanksScene(cards("JC KH 3D 7C"), USUAL, table=1), READER)
    canvas = MeasuringCanvas(drawing)
    ((_, (left, top, _, bottom)),) = [line for line in canvas.lines if line[0] == drawing.yours]
    image, middle = read(drawing.draw()), (top + bottom) // 2
    sample = [image.getpixel((x, middle)) for x in range(left - 44, left)]
    assert set(sample) - FELT == {Colour.SKY}
    inside = sample[sample.index(Colour.SKY) : len(sample) - sample[::-1].index(Colour.SKY)]
    assert inside.count(Colour.SKY) < len(inside) / 2


@EVERY_KIND
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
