"""Events besides the plays are told as long as they matter to who plays."""

from __future__ import annotations

from dataclasses import replace

from rules.core.cards import cards
from rules.core.contract import Event, Lasting
from tests.messages.given import view

USUAL = Event("passed", 1, trick=2)
SHOWN = Event("shown", 1, cards("KH 5C"), 0, lasting=Lasting.PLAYED)
CHOSEN = Event("chosen", 2, cards("2S"), lasting=Lasting.HAND)
SEEN = replace(view(hand="6C"), events=(USUAL, SHOWN, CHOSEN))


def test_an_event_is_told_until_its_trick_is_over() -> None:
    assert USUAL in replace(SEEN, trick_number=2).news(())
    assert USUAL not in replace(SEEN, trick_number=3).news(())


def test_shown_cards_are_told_until_the_last_of_them_is_played() -> None:
    assert SHOWN in replace(SEEN, trick_number=5).news(cards("KH"))
    assert SHOWN not in replace(SEEN, trick_number=5).news(cards("KH 5C"))


def test_what_holds_for_the_hand_is_told_to_its_end() -> None:
    assert replace(SEEN, trick_number=9).news(cards("KH 5C 2S")) == (CHOSEN,)
