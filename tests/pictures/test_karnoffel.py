"""The looks of Karnöffel: the cards with powers in the chosen suit have emblems."""

from __future__ import annotations

from bot.presentation.games import emblems
from rules.karnoffel.game import GAME
from rules.karnoffel.ranking import GROUPS, SUITS


def test_the_seven_cards_with_powers_in_the_chosen_suit_have_an_emblem_each() -> None:
    for suit, order in zip(SUITS, GROUPS, strict=True):
        found = emblems("karnoffel", order)
        assert set(found) == {rank + suit for rank in "J762345"}
        assert len(set(found.values())) == 7


def test_no_card_has_an_emblem_before_a_suit_is_chosen() -> None:
    assert emblems("karnoffel") == emblems("karnoffel", GAME.order) == {}
