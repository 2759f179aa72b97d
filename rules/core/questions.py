"""Parts of the questions that each game asks in its lessons."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.core.capabilities import Answer, Question
from rules.core.cards import RANKS, Card
from rules.core.contract import Fact

OFFERED: Final = 3
"""The usual number of cards to choose from."""


def tempting(cards: Iterable[Card]) -> list[Card]:
    """The cards in the order of other games, highest first: the Kings and Queens look strong."""
    return sorted(cards, key=lambda card: (-RANKS.index(card.rank), card))


def of_cards(asked: Fact, offered: Iterable[Card], right: Card | None, why: Fact, last: Fact | None = None) -> Question:
    """Return a question with cards to choose from, and `last` after them; that is right if no card is."""
    cards = sorted(offered)
    answers = (*(Answer((card,)) for card in cards), *((Answer(fact=last),) if last else ()))
    return Question(asked, answers, len(cards) if right is None else cards.index(right), why)
