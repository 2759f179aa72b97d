"""The tables that count for ratings."""

from __future__ import annotations

import pytest

from bot.tables import table_terms
from bot.tables.results import unrated_reason
from bot.texts.notices import Unrated
from bot.texts.translator import in_language

GAME = "voormsi"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_usual_table_counts(seats: int) -> None:
    assert unrated_reason(GAME, seats, {}, table_terms.usual()) is None


def test_one_hand_is_too_short() -> None:
    why = unrated_reason(GAME, 4, {"length": "hands:1"}, table_terms.usual())
    assert why is not None
    assert why.kind is Unrated.TOO_SHORT


def test_a_cups_hands_count_at_two_and_four() -> None:
    assert unrated_reason(GAME, 4, {"length": "hands:3"}, table_terms.usual()) is None
    assert unrated_reason(GAME, 2, {"length": "hands:3"}, table_terms.usual()) is None


def test_a_table_without_deadlines_does_not_count() -> None:
    why = unrated_reason(GAME, 4, {}, {"pace": "none"})
    assert why is not None
    assert why.kind is Unrated.NO_DEADLINE


@pytest.mark.parametrize("language", ["en", "da"])
@pytest.mark.parametrize("kind", list(Unrated))
def test_every_reason_has_words(kind: Unrated, language: str) -> None:
    from bot.texts.notices import fact

    assert in_language(language).fact("", fact(kind)) != f"unrated.{kind}"
