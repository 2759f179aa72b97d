"""The emblems of Alkort stand on the cards that they tell about."""

from __future__ import annotations

from bot.messages.kit.game_looks import emblems, special_cards
from rules.alkort import game as alkort
from rules.alkort.ranking import HIGH_CARDS
from rules.core.cards import cards


def test_the_sharks_are_the_six_highest_cards_and_no_others() -> None:
    drawn = emblems("alkort")
    assert {code for code in drawn if drawn[code] == drawn["KD"]} == {card.code for card in HIGH_CARDS}


def test_sevens_have_an_emblem_of_their_own_and_twos_and_threes_share_one() -> None:
    drawn = emblems("alkort")
    assert {code for code in drawn if drawn[code] == drawn["7C"]} == {card.code for card in cards("7C 7S 7H 7D")}
    takers = {card.code for card in cards("2C 2S 2D 3C 3S 3H 3D")}
    assert {code for code in drawn if drawn[code] == drawn["2C"]} == takers


def test_only_the_strength_of_the_sevens_depends_on_the_trick() -> None:
    assert special_cards("alkort", alkort.order) == {"sevens": cards("7C 7S 7H 7D")}
