"""The looks of Bräus: emblems for its named cards, the Sevens and K♣, and words for those outside the order."""

from __future__ import annotations

from bot.messages.kit.game_looks import emblems, special_cards
from bot.texts import in_language
from rules.braus import game as braus
from rules.braus.ranking import MATADORS, OUTCOME_CARD, SEVENS, cards_of


def test_the_matadors_the_sevens_and_the_outcome_card_have_emblems() -> None:
    assert set(emblems("braus")) == {card.code for card in cards_of(MATADORS | SEVENS | OUTCOME_CARD)}


def test_each_emblem_but_the_sevens_own_is_on_one_card() -> None:
    drawn = [emblem for code, emblem in emblems("braus").items() if code[0] != "7"]
    assert len(set(drawn)) == len(drawn)


def test_what_is_outside_the_order_is_told_in_words() -> None:
    kinds = special_cards("braus", braus.order)
    assert set(kinds.values()) == {cards_of(SEVENS), cards_of(OUTCOME_CARD)}
    for language in ("en", "da"):
        words = in_language(language)
        assert all(words.count(f"braus.special.{kind}", len(cards)) for kind, cards in kinds.items())
