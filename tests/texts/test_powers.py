"""The powers in `/ranks` against the rules: every claim about a card is tried on every card that may head."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations
from typing import Final

import pytest

from bot.texts import in_language
from bot.texts.agreed_options import Agreement, agreed_words
from rules.alkort.ranking import ROLL
from rules.alkort.ranking import beaters as alkort_beaters
from rules.core.cards import CARDS, Card, card, cards
from rules.core.contract import Play
from rules.karnoffel.accounts import play_accounts
from rules.karnoffel.ranking import PACK
from rules.registry import game
from rules.treikort.ranking import BEATERS as TREIKORT_BEATERS
from rules.treikort.ranking import ROLL as TREIKORT
from rules.voormsi.judge import judge

HEARTS: Final = 2
"""The place of the chosen suit."""
BEATERS: Final = "J62345"
"""High to low, as the sentence has them."""
LIMITS: Final = {"3": "K", "4": "KQ", "5": "KQJ"}
"""The ranks that a stabber does not beat, as the sentence has them."""
FIELDS: Final = {one.code: one.symbol for one in CARDS}
KARNOFFEL_POWERS = agreed_words(in_language("en"), "karnoffel.powers", Agreement.usual("karnoffel"), **FIELDS)


def taken(*laid: Card) -> bool:
    """Return whether the last card takes the trick from those before it."""
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


def follows(game_name: str, led: Card, second: Card, deck: tuple[Card, ...]) -> bool:
    """Return whether the second card of a first trick of Voormsi heads."""
    rest = [one for one in deck if one not in (led, second)]
    asked = {"game": game_name, "players": 4, "dealer": 3, "scores": [0, 0], "options": {}}
    dealt = [one.code for one in (led, second, *rest)]
    return bool(judge({**asked, "deck": dealt, "plays": [[led.code], [second.code]]})["heading"])


def said_to_beat(second: Card, led: Card, order: list[Card]) -> bool:
    """The sentences of Voormsi's powers about a card that is played second."""
    if "3D" in (led.code, second.code):
        return True  # "added to a trick beats everything", and "if it is led, any card beats it"
    if led.rank == "7":
        return second.code == "KC" or (second.rank == "7" and "DHSC".index(second.suit) > "DHSC".index(led.suit))
    if second.rank == "7":
        return False  # "Every other Seven beats nothing"
    equal = {led.code, second.code} == {"JC", "KH"}
    return equal or order.index(second) < order.index(led)


def test_voormsi_3_a_card_beats_what_ranks_and_powers_say_that_it_beats() -> None:
    told = agreed_words(in_language("en"), "voormsi.powers", Agreement.usual("voormsi"), **FIELDS)
    assert "**3♦** added to a trick beats everything. If it is led, any card beats it" in told
    assert (
        "Only a Seven of a higher suit, K♣ or an added 3♦ beats a strong Seven. Every other Seven beats nothing" in told
    )
    pack = game("voormsi").pack
    order = [one for group in game("voormsi").order if group.ranked for one in group.cards]
    for led, second in permutations(pack, 2):
        # The one duty is to play J♣ on an opponent's K♥: a hand that has it may not play anything else.
        assert follows("voormsi", led, second, pack) == said_to_beat(second, led, order), (led.code, second.code)


def test_treikort_3_and_6_3_a_card_beats_what_ranks_and_powers_say_that_it_beats() -> None:
    """Sevens beat nothing and, led, are beaten by nothing; of equal cards the first wins."""
    told = ranks_of("treikort")
    for led, second in permutations(range(len(TREIKORT)), 2):
        is_seven = "7" in (TREIKORT[led].rank, TREIKORT[second].rank)
        is_higher = not is_seven and told[TREIKORT[second]] < told[TREIKORT[led]]
        assert bool(TREIKORT_BEATERS[0][led] & 1 << second) == is_higher


def ranks_of(name: str) -> dict[Card, int]:
    """The number before each card in `/ranks`."""
    told = agreed_words(
        in_language("en"), f"{name}.ranks", Agreement.usual(name), **{one.code: f"<{one.code}>" for one in CARDS}
    )
    numbered = [re.match(r"(\d+)\. (.*)", row) for row in told.split("\n")]
    return {card(code): int(row[1]) for row in numbered if row for code in re.findall(r"<(..)>", row[2])}


def test_alkort_3_and_7_a_card_beats_what_ranks_and_powers_say_that_it_beats() -> None:
    told, beaten_by = ranks_of("alkort"), alkort_beaters(eights=True, strong=True)
    for led, second in permutations(range(len(ROLL)), 2):
        on, by = ROLL[led], ROLL[second]
        is_higher = by in told and told[by] < told.get(on, 99)
        takes = on not in told and on.rank in {"2": "KQ", "3": "Q"}.get(by.rank, "") and by not in told
        assert bool(beaten_by[led] & 1 << second) == (on.rank != "7" and (is_higher or takes)), (on.code, by.code)
