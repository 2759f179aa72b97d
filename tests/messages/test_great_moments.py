"""Great moments: each has a face and words, in the card of its hand and in the hands of those who sit there."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.messages.hand.hand_picture import HandDrawing
from bot.messages.hand.hand_scene import HandScene
from bot.messages.kit.drawing import Drawing
from bot.messages.kit.rendering import alt, picture_of
from bot.messages.table.deal import SummaryScene, told_of_moment
from bot.messages.table.moment_picture import scene_of
from bot.tables.deals import SaltedProof
from bot.tables.playing import greatest_moment
from bot.tables.table import HandMoment, HandResult
from bot.texts import Translator, in_language, languages
from bot.texts.reader import Reader
from rules.core.capabilities import GreatMoment, HasGreatMoments, offers
from rules.registry import GAMES, game
from tests.messages.given import head, person, view
from tests.messages.noting_canvas import MeasuringCanvas
from tests.rules.positions import trick

NAMES = ("Nivi", "Aja", "Malik", "Ivalu")
HEAD = head(tuple(map(person, NAMES)))
READER = Reader(Translator())
EXECUTION = GreatMoment("toqutsit_executes", 0, 2, 1)
EXECUTED, HOME, USUAL = "9C KH JC 5C", "9C KH 6C 5C", "9C 5C 6C 5S"
HUNTER = "a hunter's harpoon flies at a star"
KINDS = [(name, kind) for name in GAMES if offers(rules := game(name), HasGreatMoments) for kind in rules.great_moments]


def summary(moment: GreatMoment | None, game: str = "voormsi") -> SummaryScene:
    result = HandResult(4, 0, (), 4, (5, 4), False, (7, 8), (8, 8), (), SaltedProof("", ""))
    given = replace(result, moment=None if moment is None else HandMoment(3, moment))
    return SummaryScene(replace(HEAD, game=game), view(4).sides, 9, given, True)


def hand(*results: str) -> HandScene:
    seen = view(4, "KH 9C", "1:QC 2:KS 3:AH", turn=0)
    return HandScene(HEAD, seen, True, results=tuple(map(trick, results)))


def drawing(scene: SummaryScene) -> Drawing:
    found = picture_of(scene, READER)
    assert found is not None
    return found


def hand_drawing(scene: HandScene) -> HandDrawing:
    found = picture_of(scene, READER)
    assert isinstance(found, HandDrawing)
    return found


def test_all_five_games_have_great_moments() -> None:
    assert {name for name, _ in KINDS} == {"voormsi", "alkort", "treikort", "braus", "karnoffel"}


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_each_has_a_scene_and_words_in_every_language(name: str, kind: str) -> None:
    moment = GreatMoment(kind, 0, 0, 1)
    assert scene_of(name, moment)
    for code, _ in languages():
        words = in_language(code)
        assert f"{name}.drawn.{kind}" in words
        assert any(one in told_of_moment(summary(moment, name), words) for one in NAMES)


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_each_is_told_to_its_side_in_words_of_its_own_in_every_language(name: str, kind: str) -> None:
    for code, _ in languages():
        told = in_language(code).own_keys(f"{name}.moment")
        forms = [told[form] for form in told if form.startswith(f"{kind}-")]
        assert {f"{name}.moment.{kind}-you", f"{name}.moment.{kind}-own"} & {*forms}


def test_the_card_of_a_hand_shows_the_scene_above_the_scores_and_tells_what_happened() -> None:
    plain, great = drawing(summary(None)), drawing(summary(EXECUTION))
    assert great.high() - plain.high() == 240 + 56
    canvas = MeasuringCanvas(great)
    assert "Malik executed Voormsi, played by Aja" in [text for text, _ in canvas.lines]
    assert (canvas.cut, canvas.covered, canvas.on_other_ground) == ([], [], [])


def test_the_alt_text_of_that_card_tells_what_happened_and_what_is_drawn() -> None:
    told = alt(summary(EXECUTION), READER)
    assert "Malik executed Voormsi, played by Aja" in told
    assert HUNTER in told
    assert "Drawing:" not in alt(summary(None), READER)


def test_a_hand_laid_open_shows_its_cards_and_no_scene() -> None:
    assert HUNTER not in alt(replace(summary(EXECUTION), opened=True), READER)


def test_a_hand_shows_the_scene_and_below_it_the_trick_before_small() -> None:
    usual, great = hand_drawing(hand(USUAL)), hand_drawing(hand(EXECUTED))
    assert (usual.moment, great.moment) == ("", "voormsi.toqutsit_executes")
    assert [play.cards[0].code for play in great.last] == EXECUTED.split()
    lead = hand_drawing(replace(hand(EXECUTED), view=view(4, "KH 9C", turn=0)))
    named = {text for text, _ in MeasuringCanvas(lead).lines} & {*NAMES}
    assert (lead.last, named) == (great.last, set())
    assert HUNTER in alt(hand(EXECUTED), READER)
    assert MeasuringCanvas(great).cut == []


def test_of_two_tricks_the_newer_great_moment_is_shown_and_a_usual_trick_hides_none() -> None:
    assert hand_drawing(hand(EXECUTED, HOME)).moment == "voormsi.voormsi_wins"
    assert hand_drawing(hand(EXECUTED, USUAL)).moment == "voormsi.toqutsit_executes"


def test_nothing_is_shown_of_it_while_others_are_to_play() -> None:
    scene = hand(EXECUTED)
    assert hand_drawing(replace(scene, now=scene.view)).moment == ""


def test_a_scene_is_drawn_from_edge_to_edge() -> None:
    picture = Image.open(BytesIO(drawing(summary(EXECUTION)).draw())).convert("RGB")
    assert len({picture.getpixel((x, 120)) for x in range(0, 900, 5)}) > 8


def test_of_a_hand_the_greatest_moment_counts_and_of_equal_ones_the_last() -> None:
    played = (USUAL, EXECUTED, "9C 6C KH JC", HOME)
    tricks = [trick(one)._replace(number=number) for number, one in enumerate(played, 1)]
    assert greatest_moment(game("voormsi"), tricks) == HandMoment(3, GreatMoment("toqutsit_executes", 1, 3, 2))
    assert greatest_moment(game("voormsi"), tricks[:1]) is None
