"""The looks of Treikort: what the Pope may choose from (law §5)."""

from __future__ import annotations

from bot.presentation.pictures import picture_of
from bot.presentation.pictures.hand import HandDrawing
from bot.presentation.scenes import HandScene
from bot.texts import in_language
from bot.texts.reader import Reader
from rules.core.cards import Card, cards
from rules.treikort.game import GAME
from rules.treikort.state import TreikortState
from tests.layouts.given import PEOPLE, head
from tests.rules.treikort.positions import ask, drawn, give_back

READER = Reader(in_language("en"))
HEAD = head(PEOPLE[:3], game="treikort")
POPE = drawn("9D AC AS AH JC JD 6C 6S 8H\n7C QC\n2S", pope=0)


def bright(state: TreikortState) -> frozenset[Card] | None:
    """The cards that the picture of the first seat's hand shows as possible; None if it greys none."""
    drawing = picture_of(HandScene(HEAD, GAME.view(state, 0), True), READER)
    assert isinstance(drawing, HandDrawing)
    return drawing.playable


def test_no_card_is_grey_while_the_pope_asks() -> None:
    assert bright(POPE) is None


def test_only_cards_that_the_pope_was_given_are_grey_while_a_card_is_given_back() -> None:
    own = cards("9D AC AS AH JC JD 6C 6S 8H")
    asked = ask(POPE, 1)
    assert bright(asked) == frozenset(own)
    assert bright(give_back(asked, "8H")) == frozenset(own[:-1])
