"""The looks of Treikort: what the Pope may choose from (law §5), and the scores with the Pope's mitre (§8.1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.messages.hand.hand_picture import HandDrawing
from bot.messages.hand.hand_scene import HandScene
from bot.messages.kit.rendering import alt, picture_of
from bot.messages.looks.treikort import TricksDrawing
from bot.messages.score.ladders import LadderScene
from bot.texts import in_language
from bot.texts.reader import Reader
from rules.core.cards import Card, cards
from rules.treikort import game as treikort
from rules.treikort.pope import NOBODY
from rules.treikort.state import TreikortState
from tests.messages.given import PEOPLE, head
from tests.messages.test_pictures import GROUNDS, in_the_corner, shown_by
from tests.rules.treikort.positions import ask, drawn, give_back

READER = Reader(in_language("en"))
HEAD = head(PEOPLE[:3], game="treikort")
TRICKS = ((5, 2, 2), (4, 3, 2), (4, 4, 1), (3, 0, 6), (0, 3, 6))
WAY = tuple(tuple(map(sum, zip(*TRICKS[:hands], strict=True))) for hands in range(1, len(TRICKS) + 1))
POPE = drawn("9D AC AS AH JC JD 6C 6S 8H\n7C QC\n2S", pope=0)


def bright(state: TreikortState) -> frozenset[Card] | None:
    """The cards that the picture of the first seat's hand shows as possible; None if it greys none."""
    drawing = picture_of(HandScene(HEAD, treikort.view(state, 0), True), READER)
    assert isinstance(drawing, HandDrawing)
    return drawing.playable


def test_no_card_is_grey_while_the_pope_asks() -> None:
    assert bright(POPE) is None


def test_only_cards_that_the_pope_was_given_are_grey_while_a_card_is_given_back() -> None:
    own = cards("9D AC AS AH JC JD 6C 6S 8H")
    asked = ask(POPE, 1)
    assert bright(asked) == frozenset(own)
    assert bright(give_back(asked, "8H")) == frozenset(own[:-1])


def scores(hands: int) -> LadderScene:
    """The scores after so many of the hands of TRICKS."""
    now = WAY[hands - 1] if hands else (0, 0, 0)
    return LadderScene(HEAD, ((0,), (1,), (2,)), now, (0, 0, 0), None, None, hands + 1, way=WAY[:hands])


@pytest.mark.parametrize(("hands", "pope"), [(0, NOBODY), (2, NOBODY), (3, 0), (4, NOBODY), (5, 2)])
def test_the_mitre_stands_at_whoever_is_pope_after_the_hands_played(hands: int, pope: int) -> None:
    """§5.1 to §5.3: 13 tricks in the last three hands."""
    drawing = picture_of(scores(hands), READER)
    assert isinstance(drawing, TricksDrawing)
    assert drawing.pope == pope
    assert drawing.tricks == TRICKS[:hands]


def test_the_alt_text_tells_the_tricks_of_each_hand_their_sum_and_the_pope() -> None:
    told = alt(scores(5), READER)
    assert "Cleo, tricks hand by hand: 2 · 2 · 1 · 6 · 6; 13 in the last three hands" in told
    assert "Cleo is Pope." in told
    assert "Nobody is Pope." in alt(scores(4), READER)
    assert "Pope" not in alt(scores(0), READER)


@pytest.mark.parametrize("hands", [1, 2])
def test_before_the_third_hand_the_alt_text_tells_of_the_hands_so_far(hands: int) -> None:
    told = alt(scores(hands), READER)
    assert f"; {2 * hands} so far" in told
    assert "last three" not in told


def test_the_picture_of_the_scores_shows_the_latest_nine_hands_and_leaves_the_corner_empty() -> None:
    drawing = picture_of(replace(scores(5), way=(*WAY, *((20 + n, 20, 20) for n in range(4)))), READER)
    assert drawing is not None
    assert in_the_corner(drawing.draw()) <= GROUNDS
    told = [line.text for line in shown_by(drawing)]
    assert told[:9] == list("123456789")
