"""What `/ranks` says of powers, against the rules: every claim about a card is tried on every card that may head."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest

from bot.texts import in_language
from bot.texts.agreement import Agreement, agreed_words
from rules.core.cards import CARDS, Card, card, cards
from rules.core.contract import Play
from rules.karnoffel.explain import play_accounts
from rules.karnoffel.ranking import PACK
from rules.registry import game

HEARTS: Final = 2
"""The place of the chosen suit."""
BEATERS: Final = "J62345"
"""High to low, as the sentence has them."""
LIMITS: Final = {"3": "K", "4": "KQ", "5": "KQJ"}
"""The ranks that a stabber does not beat, as the sentence has them."""
KARNOFFEL_POWERS = agreed_words(
    in_language("en"), "karnoffel.powers", Agreement.usual("karnoffel"), **{card.code: card.symbol for card in CARDS}
)


def taken(*laid: Card) -> bool:
    """Whether the last card takes the trick from those before it."""
    plays = [Play(seat, (one,)) for seat, one in enumerate(laid)]
    return list(play_accounts(HEARTS, plays))[-1].headed


def ordinary() -> Iterator[Card]:
    """The cards without a power, of the chosen suit too."""
    return (one for one in PACK if one.suit != "H" or one.rank not in f"{BEATERS}7")


def test_karnoffel_3_4_the_stabbers_beat_what_the_sentence_says_they_beat() -> None:
    told = KARNOFFEL_POWERS
    assert "the 3 no King, the 4 no King or Queen, the 5 no King, Queen or Jack" in told
    for rank, limit in LIMITS.items():
        for one in ordinary():
            assert taken(one, card(f"{rank}H")) == (one.rank not in limit)
            is_taken = taken(card(f"{rank}H"), one) or taken(card(f"2{one.suit}"), card(f"{rank}H"), one)
            assert is_taken == (one.rank in limit)


def test_karnoffel_3_5_each_beater_beats_those_after_it_and_no_other() -> None:
    assert "J 6 2 3 4 5, high to low: each beats those after it" in KARNOFFEL_POWERS
    for first in BEATERS:
        for second in BEATERS.replace(first, ""):
            assert taken(card(f"{first}H"), card(f"{second}H")) == (BEATERS.index(second) < BEATERS.index(first))


def test_karnoffel_3_3_a_devil_beats_nothing_unless_led_and_then_only_the_karnoffel_beats_it() -> None:
    devil, told = card("7H"), KARNOFFEL_POWERS
    assert "led, is beaten by the Karnöffel only. Not led, it is a mere 7 and beats nothing" in told
    for one in PACK:
        if one is not devil:
            assert (taken(one, devil), taken(devil, one)) == (False, one == card("JH"))


@pytest.mark.parametrize("language", ["en", "da"])
def test_voormsi_2_3_only_one_black_king_is_called_the_lowest_card(language: str) -> None:
    words = in_language(language)
    *_, lower, lowest = (one for group in game("voormsi").order if group.ranked for one in group.cards)
    assert (lower, lowest) == cards("KC KS")
    assert words("voormsi.special.spade-king").startswith(("lowest", "lavest"))
    assert not words("voormsi.special.club-king").startswith(("lowest", "lavest"))
