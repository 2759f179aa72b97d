"""Faces, emojis and text: all different, readable, and never beyond their room."""

from __future__ import annotations

from io import BytesIO
from itertools import combinations, permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from bot.messages.kit.card_faces import COURTS, Light, Look, drawn_face, height
from bot.messages.kit.drawing import CENTRE, IN_PALETTE, Canvas
from bot.messages.kit.emojis import emoji_pictures
from bot.messages.kit.felt import felt
from bot.messages.kit.figures import figure, figure_lines
from bot.messages.kit.game_looks import emblems
from bot.messages.kit.palette import Colour, ramp
from bot.messages.kit.seat_labels import BESIDE, MARKS, apart, draw_marked, name_size, name_width
from bot.messages.kit.shapes import cover
from bot.messages.kit.typeface import ELLIPSIS, MISSING, NAME, TEXT, Weight, fit, has, line_cover, readable, width
from bot.texts import offered_games
from bot.texts.look_alikes import tell_apart
from bot.texts.reader import emoji_name
from rules.core.cards import Card, cards
from rules.registry import USUAL, game
from tests.messages.given import LONG
from tests.messages.test_pictures import FELT

PACK = game(USUAL).pack


@pytest.mark.parametrize("four_colours", [False, True])
@pytest.mark.parametrize("wide", [40, 60, 110, 240])
def test_all_faces_differ_at_every_size(wide: int, four_colours: bool) -> None:
    faces = [IN_PALETTE.face(Look(USUAL, four_colours), card, wide, Light.PLAIN) for card in PACK]
    assert {face.size for face in faces} == {(wide, height(wide))}
    assert len({face.tobytes() for face in faces}) == len(PACK)


def test_cards_with_powers_have_an_emblem_and_the_others_have_none() -> None:
    assert set(emblems(USUAL)) == {"KH", "JC", "8S", "3D", "KC", "KS", "7C", "7S", "7H", "7D"}
    alone = [emblems(USUAL)[code] for code in ("KH", "JC", "8S", "3D", "KC", "KS", "7C")]
    assert len(set(alone)) == len(alone)


@pytest.mark.parametrize("four_colours", [False, True])
@pytest.mark.parametrize("wide", [40, 150])
def test_the_pictures_on_court_cards_differ_clearly_without_their_ranks_and_suits(
    wide: int, four_colours: bool
) -> None:
    pack = [card for card in whole_pack() if card.rank in COURTS]
    assert len(pack) == 12
    lower = [
        drawn_face(Look("", four_colours), card, wide, Light.PLAIN).crop((0, wide // 2, wide, wide)) for card in pack
    ]
    assert min(unlike(one, other) for one, other in combinations(lower, 2)) > 30


def whole_pack() -> tuple[Card, ...]:
    """A pack with all court cards."""
    return game("braus").pack


def unlike(one: Image.Image, other: Image.Image) -> float:
    """The difference of two pictures: the mean over pixels and colours, of 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


def test_the_ranks_of_all_games_have_glyphs_of_their_own() -> None:
    ranks = {card.index for name in offered_games() for card in game(name).pack}
    assert len({drawn_index(rank) for rank in ranks}) == len(ranks) == 13


def drawn_index(rank: str) -> bytes:
    drawn = line_cover(rank, 40, Weight.INDEX).tobytes()
    assert drawn != line_cover("X" * len(rank), 40, Weight.INDEX).tobytes(), "the box of a missing glyph"
    return drawn


def test_every_figure_is_written_as_paths_that_can_be_drawn() -> None:
    assert {"back", "aurora", "KH", "QD", "JC"} <= figure_lines().keys()
    for name in figure_lines():
        assert figure(name), name


def test_a_path_that_is_mirrored_and_one_that_is_placed_lie_where_the_text_says() -> None:
    left, right, *_ = [stroke for stroke in figure("head") if stroke.ink == "k" and not stroke.wide]
    assert [100 - x for x, _ in left.points] == [x for x, _ in right.points]
    (plain,), (placed, *_) = figure("night"), figure("KH")
    assert placed == plain


def test_an_emblem_of_one_colour_lies_on_the_colour_of_its_suit() -> None:
    ground, area, cut = figure("M 0 0 L 100 0 100 100 Z | -O 50 50 5")
    assert (ground.ink, area.ink, cut.ink) == ("s", "b", "s")
    assert area.points[0] == (10, 10)


def test_a_card_that_does_not_matter_now_has_fainter_colours() -> None:
    plain, dim = (drawn_face(Look(USUAL), cards("KH")[0], 100, light) for light in Light)
    middle = (20, 60, 80, 120)
    assert ImageStat.Stat(dim.crop(middle)).stddev < ImageStat.Stat(plain.crop(middle)).stddev


def test_felt_is_light_in_the_middle_and_dark_in_the_corners() -> None:
    shade = felt(900, 516)
    middle, corner = shade.crop((400, 180, 500, 240)).histogram(), shade.crop((860, 480, 900, 516)).histogram()
    assert middle[Colour.DUSK] == corner[Colour.LIGHT] == 0
    assert {index for index, count in enumerate(shade.histogram()) if count} == FELT


def test_only_felt_is_below_a_card_s_shadow() -> None:
    canvas = Canvas(200, 300)
    canvas.box(0, 0, 100, 300, Colour.BRASS)
    canvas.card(Look(USUAL), cards("9C")[0], 50, 50, 100)
    shown = Image.open(BytesIO(canvas.png(1)))
    low = 50 + height(100) + 2
    assert (shown.getpixel((80, low)), shown.getpixel((120, low))) == (Colour.BRASS, Colour.DEEP)


def test_the_emojis_are_the_cards_of_all_games_the_back_and_the_sides() -> None:
    emojis = emoji_pictures()
    packs = {card for name in offered_games() for card in game(name).pack}
    coloured = {emoji_name(card, four_colours=True) for card in packs if card.suit in "CD"}
    special = {name for name in emojis if name.endswith("_special")}
    usual = {*map(emoji_name, packs), *coloured, "card_back", *(f"side_{n}" for n in range(1, 7))}
    assert set(emojis) - special == usual
    assert {emoji_name(card, is_special=True) for card in cards("KH 7C JD 2H")} <= special
    assert max(map(len, emojis)) <= 32
    assert len(set(emojis.values())) == len(emojis)
    for picture in emojis.values():
        image = Image.open(BytesIO(picture))
        assert (image.size, image.mode) == ((128, 128), "RGBA")
        assert image.getpixel((0, 0)) == (0, 0, 0, 0)
        assert len(picture) < 256 * 1024


@pytest.mark.slow
def test_emojis_differ_at_the_size_at_which_they_stand_in_text() -> None:
    small = [Image.open(BytesIO(picture)).resize((22, 22)).tobytes() for picture in emoji_pictures().values()]
    assert all(distance(one, other) > 1500 for one, other in combinations(small, 2))


def distance(one: bytes, other: bytes) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def test_the_marks_of_sides_differ_in_shape_not_in_colour_alone() -> None:
    shapes = [cover(mark.outline, 32, 32).tobytes() for mark in MARKS]
    assert all(distance(one, other) > 32 * 255 for one, other in combinations(shapes, 2))
    assert len({mark.colour for mark in MARKS}) == len(MARKS)


@pytest.mark.parametrize("letters", ["éâîûĸÉÂÎÛ", "æøåÆØÅ", "qrvKQJA", "ßłđŋőčž", "αβγΩ", "жшЯ", "…→·×"])
def test_the_typeface_has_these_letters(letters: str) -> None:
    assert [letter for letter in letters if not has(letter)] == []


def test_what_the_typeface_lacks_is_replaced_once_a_run() -> None:
    assert readable("Ann 李雷 🂡🂢 Bo") == f"Ann {MISSING} {MISSING} Bo"
    assert readable("𝓐𝓷𝓷") == "Ann"
    assert readable("a\u200b\u202eb\n c") == "ab c"


@pytest.mark.parametrize("text", [LONG, "W" * 40, "Søren Kierkegaard-Østergaard", "i", ""])
@pytest.mark.parametrize("room", [4, 30, 90, 300])
def test_a_name_is_cut_to_its_room(text: str, room: int) -> None:
    shown = fit(text, 29, Weight.BOLD, room)
    assert width(shown, 29, Weight.BOLD) <= room
    assert shown == text or shown == "" or shown.endswith(ELLIPSIS)


@pytest.mark.parametrize("name", [LONG, "W" * 40, "ÅÅÅÉÉÉÂÂÂ" * 4, "gjpqy" * 8])
@pytest.mark.parametrize("room", [200, 320])
def test_a_name_draws_nothing_outside_its_box(name: str, room: int) -> None:
    canvas = Canvas(600, 120)
    draw_marked(canvas, 0, readable(name), 300, 40, room, lean=CENTRE)
    drawn = Image.open(BytesIO(canvas.png(1))).convert("RGB")
    empty = Image.open(BytesIO(Canvas(600, 120).png(1))).convert("RGB")
    changed = [(x, y) for x in range(600) for y in range(120) if drawn.getpixel((x, y)) != empty.getpixel((x, y))]
    assert min(x for x, _ in changed) >= 300 - room // 2
    assert max(x for x, _ in changed) <= 300 + room // 2
    assert min(y for _, y in changed) >= 40
    assert max(y for _, y in changed) < 90


def test_names_that_differ_at_their_ends_are_cut_so_that_they_still_differ() -> None:
    names = ("Qimmeq of the northern coast", "Qimmeq of the northern bay", "Aja")
    one, other, short = apart(names, (260,) * 3)
    assert short == "Aja"
    assert one != other
    assert max(map(name_width, (one, other))) <= 260


@given(
    st.lists(st.text("ab W", min_size=1, max_size=40), min_size=2, max_size=6),
    st.integers(BESIDE + width("6 W…", NAME, Weight.BOLD), 400),
)
@example(["Computer for Aja Kleist", "Computer for Aja Petersen", "Computer for Aja Kleist Jr"], 260)
@example(["W" * 20 + "a" + "W" * 19, "W" * 20 + "b" + "W" * 19], 200)
def test_names_that_differ_are_never_cut_to_the_same_text(called: list[str], room: int) -> None:
    names = tell_apart(
        [" ".join(name.split()) or "a" for name in called], lambda name, seat: f"{name} (seat {seat + 1})"
    )
    shown = apart(names, [room] * len(names))
    for (one, cut), (other, _) in permutations(zip(names, shown, strict=True), 2):
        if cut != one:
            start, *_, end = cut.split(ELLIPSIS)
            assert not (other.startswith(start) and other.endswith(end)), "it could be the other name"
    assert max(name_width(cut, name_size(cut, room)) for cut in shown) <= room
    assert all(cut == name for cut, name in zip(shown, names, strict=True) if name_width(name, TEXT) <= room)


def test_two_colours_that_never_meet_have_no_steps_between_them() -> None:
    with pytest.raises(KeyError):
        ramp(Colour.MINT, Colour.CORAL)


def test_the_signs_of_the_suits_are_drawn_in_texts() -> None:
    shapes = {line_cover(f"K{sign}", 29, Weight.MEDIUM).tobytes() for sign in "♣♠♥♦"}
    assert len(shapes) == 4
    assert all(map(has, "♣♠♥♦"))
    assert width("K♣ 9♣", 29) == line_cover("K♣ 9♣", 29, Weight.MEDIUM).width
