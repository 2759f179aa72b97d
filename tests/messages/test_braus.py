"""The looks of Bräus: emblems for its named cards, the Sevens and K♣, and words for those outside the order."""

from __future__ import annotations

from bot.messages.hand.hand_scene import HandScene
from bot.messages.kit.game_looks import emblems, special_cards
from bot.messages.kit.rendering import draw
from bot.texts import in_language
from bot.texts.reader import Reader
from rules.braus import game as braus
from rules.braus.ranking import MATADORS, ORDER, OUTCOME_CARD, PLAYABLE, SEVENS, cards_of, mask_of
from tests.messages.given import buttons, head
from tests.rules.braus.positions import DEAL_B, dealt

NEVER = mask_of(ORDER) & ~PLAYABLE


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


def test_a_card_that_can_never_be_played_says_so_and_stays_in_its_place() -> None:
    state = dealt(DEAL_B)
    for seat in range(4):
        own = braus.view(state, seat)
        shown = draw(HandScene(head(game="braus"), own, True), Reader(in_language("en")))
        labels = [part["label"] for part in buttons(shown)]
        marked = [label for label in labels if label.endswith("✕")]
        assert len(marked) == sum(card in cards_of(NEVER) for card in own.hand)
        assert len(labels) >= len(own.hand)
    assert marked
