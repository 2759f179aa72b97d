"""The worth of keeping a card of Voormsi: what it can still do in the hand."""

from __future__ import annotations

import pytest

from players.voormsi.card_worth import best_equals, worths
from players.voormsi.knowledge import Knowledge, know
from rules.core.cards import card
from rules.voormsi.ranking import PLACES
from tests.players.positions import position

SEVENS = "7C 7S 7H 7D"


def held(hand: str, gone: str = "") -> Knowledge:
    return know(*position(hand, gone=gone))


def worth(code: str, gone: str = "") -> float:
    """The worth of a card beside three of little worth."""
    return worths(held(f"{code} QD 8D 8H", gone))[PLACES[card(code)]]


@pytest.mark.parametrize("gone", ["KC", SEVENS])
def test_the_king_of_spades_is_worth_nothing_unless_the_king_of_clubs_can_still_take_a_seven(gone: str) -> None:
    assert worth("KS") > 0
    assert worth("KS", gone) == 0


def test_the_king_of_clubs_is_worth_nothing_without_a_seven_to_take() -> None:
    assert worth("KC", "7C 7S 7H") == worth("KC") > 0
    assert worth("KC", SEVENS) == 0


@pytest.mark.parametrize("code", ["JC", "3D"])
def test_what_falls_on_voormsi_is_worth_less_once_it_is_gone(code: str) -> None:
    assert worth(code) > worth(code, "KH") > 0


@pytest.mark.parametrize("code", ["AC", "6H", "7S"])
def test_a_card_is_worth_more_the_fewer_unseen_cards_beat_it(code: str) -> None:
    assert worth(code, "JC KH 9C 9S 9H 9D 7C KC 3D") > worth(code)


def test_of_two_cards_the_stronger_is_worth_more() -> None:
    found = worths(held("JC 9C AC 6C QC"))
    assert sorted(found, key=lambda place: -found[place]) == sorted(found)


def test_a_hand_without_two_equal_cards_has_no_set_and_a_set_that_nothing_beats_is_sure() -> None:
    assert best_equals(held("9C AC 8D QD")) == 0
    assert 0 < best_equals(held("QC QS 8D 9D")) < best_equals(held("QC QS 9C 9D")) < 1
    assert best_equals(held("9C 9D 8D QD", "JC KH 8S")) == 1
