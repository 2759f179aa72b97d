"""Scores as strokes on combs: a tooth for each point, what special hands brought, and the same in the alt text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.messages.kit.rendering import alt, picture_of
from bot.messages.score.ladder_picture import Arm
from bot.messages.score.ladders import LadderScene
from bot.messages.score.score_picture import CombDrawing
from bot.messages.score.story import HandPoints, hand_points
from bot.tables.table import Feat
from bot.texts import in_language
from bot.texts.reader import Reader
from rules.alkort.facts import AlkortGainFact
from rules.braus.facts import BrausGain
from rules.core.cards import cards
from rules.core.contract import Gain, fact
from tests.messages.given import head, person
from tests.messages.test_pictures import GROUNDS, in_the_corner, shown_by

READER = Reader(in_language("en"))
WORDS = READER.words
PEOPLE = tuple(person(name) for name in ("Nivi", "Aja", "Malik", "Ivalu"))
SIDES = ((0, 2), (1, 3))
KING = cards("KC")[0]
BRAUS = LadderScene(
    head(PEOPLE, game="braus"),
    SIDES,
    (4, 1),
    (0, 0),
    6,
    None,
    5,
    way=((2, 0), (2, 1), (2, 1), (3, 1), (4, 1)),
    feats=(
        Feat(1, Gain(0, 2, fact(BrausGain.JAN, side=0, points=2), is_rare=True)),
        Feat(5, Gain(0, 1, fact(BrausGain.KING, side=0, points=1, seat=2, card=KING))),
    ),
)
ALKORT = LadderScene(
    head(PEOPLE, game="alkort"),
    SIDES,
    (1, 13),
    (0, 0),
    9,
    None,
    4,
    way=((0, 5), (1, 5), (1, 13)),
    feats=(
        Feat(1, Gain(1, 5, fact(AlkortGainFact.MUKUR, side=1, points=5, tricks=5), is_rare=True)),
        Feat(3, Gain(1, 8, fact(AlkortGainFact.STROKE, side=1, points=8, tricks=8), is_rare=True)),
    ),
)


def test_what_a_hand_brought_has_the_word_or_the_card_of_its_feat() -> None:
    assert hand_points("braus", BRAUS.way, BRAUS.feats, WORDS) == (
        HandPoints(1, 0, 2, "jan"),
        HandPoints(2, 1, 1),
        HandPoints(4, 0, 1),
        HandPoints(5, 0, 1, card=KING),
    )
    assert hand_points("alkort", ALKORT.way, ALKORT.feats, WORDS) == (
        HandPoints(1, 1, 5, "múkur"),
        HandPoints(2, 0, 1),
        HandPoints(3, 1, 8, "stroke"),
    )
    assert hand_points("braus", (), (), WORDS) == ()


@pytest.mark.parametrize(
    ("scene", "shown", "told"),
    [
        (
            BRAUS,
            {"jan", "K", "4 of 6"},
            "Nivi & Malik, hand by hand: 2 (jan) · 1 · 1 (K♣)\nAja & Ivalu, hand by hand: 1",
        ),
        (ALKORT, {"múkur", "stroke", "13 of 9"}, "hand by hand: 5 (múkur) · 8 (stroke)"),
    ],
)
def test_the_comb_and_its_alt_text_tell_what_special_hands_brought(
    scene: LadderScene, shown: set[str], told: str
) -> None:
    drawing = picture_of(scene, READER)
    assert isinstance(drawing, CombDrawing)
    assert {line.text for line in shown_by(drawing)} >= shown
    assert in_the_corner(drawing.draw()) <= GROUNDS
    assert told in alt(scene, READER)


def test_each_point_is_a_tooth_and_the_points_just_won_are_bright() -> None:
    arm = Arm(0, "Nivi & Malik", 4, 0, "3 → 4 of 6", way=(3, 4))
    [*teeth] = CombDrawing((arm,), 6, (HandPoints(1, 0, 2, "jan"), HandPoints(4, 0, 1)))._teeth(arm)
    assert [(each.first, each.end, each.new) for each in teeth] == [(0, 1, False), (1, 3, False), (3, 4, True)]


@pytest.mark.parametrize("target", [1, 6, 21, None])
@pytest.mark.parametrize("scores", [(0, 0), (1, 5), (29, 12)])
def test_any_score_fits_on_the_comb(target: int | None, scores: tuple[int, int]) -> None:
    scene = replace(ALKORT, target=target, scores=scores, way=(scores,), feats=())
    drawing = picture_of(scene, READER)
    assert drawing is not None
    assert drawing.draw()
