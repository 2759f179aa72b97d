"""No public post holds a card that is in a hand or in the stock, and no seat's hand holds another's."""

from __future__ import annotations

import json

from bot.messages.hand.hand_scene import HandScene
from bot.messages.kit.rendering import draw
from bot.messages.table.deal import DealtScene, SummaryScene
from bot.texts import Translator
from bot.texts.reader import Reader
from rules.core.cards import Card
from tests.messages.given import PEOPLE, payload
from tests.messages.rubbers import EVERY_KIND, RubberStep, public, rubber, table

WORDS = Translator()
READER = Reader(WORDS)


def hidden_from(seat: int | None, moment: RubberStep) -> set[Card]:
    """Cards that are still in others' hands or in the stock, and that the seat has not been shown."""
    seen = {card for other in range(len(moment.view(None).hand_sizes)) for card in moment.view(other).hand}
    return seen - set(moment.view(seat).hand) - {card for one in moment.view(seat).events for card in one.cards}


def written(layout: object) -> str:
    return json.dumps(payload(layout), ensure_ascii=False)  # type: ignore[arg-type]


def leaks(text: str, cards: set[Card]) -> set[Card]:
    return {card for card in cards if card.symbol in text or f'"{card.code}"' in text or f":{card.code}" in text}


@EVERY_KIND
def test_public_posts_hold_no_card_of_a_hand(seats: int, changes: dict[str, str]) -> None:
    of = table(seats, changes, PEOPLE)
    for moment in rubber(seats, changes, seed=40 + seats):
        for key, scene in public(moment, of):
            if not isinstance(scene, DealtScene | SummaryScene):
                assert leaks(written(draw(scene, READER, key)), hidden_from(None, moment)) == set()


@EVERY_KIND
def test_a_hand_holds_no_card_of_another(seats: int, changes: dict[str, str]) -> None:
    of = table(seats, changes, PEOPLE)
    for moment in rubber(seats, changes, seed=50 + seats):
        for seat in range(seats):
            layout = draw(HandScene(of, moment.view(seat), False), READER)
            assert leaks(written(layout), hidden_from(seat, moment)) == set()
