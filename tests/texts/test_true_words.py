"""Sentences of the catalogues that hold a rule say what the rules are, in every language."""

from __future__ import annotations

import re

import pytest

from bot.texts import in_language
from bot.texts.catalogue import catalogue
from rules.core.cards import card
from rules.voormsi import game as voormsi

LANGUAGES = pytest.mark.parametrize("language", ["en", "da"])


def message(key: str, language: str) -> str:
    """A sentence with its fields as they stand in the catalogue."""
    return catalogue(language).forms[key][0]


@LANGUAGES
def test_2_3_the_order_in_words_is_the_order_of_the_game(language: str) -> None:
    told = [card(code) for code in re.findall(r"{(\w\w)}", message("voormsi.ranks", language))]
    assert tuple(told) == voormsi.pack


@LANGUAGES
@pytest.mark.parametrize("seats", voormsi.seats)
def test_1_partners_are_told_where_the_rules_have_them_and_by_the_seats_that_they_have(
    seats: int, language: str
) -> None:
    sides = voormsi.view(voormsi.start(seats, {}), None).sides
    words, key = in_language(language), f"voormsi.partners.{seats}"
    assert (key in words) == any(len(side) > 1 for side in sides)
    if key in words:
        told = [int(number) for number in re.findall(r"\d", words(key))]
        assert told == [seat + 1 for side in sides for seat in side]
