"""Sentences that write out the times of a rule tell those that hold."""

from __future__ import annotations

import re

import pytest

from bot.runtime.times import DAY, MINUTE, SECOND
from bot.tables.table_terms import LONGEST, NAMED, SHORTEST
from bot.texts import in_language, languages
from bot.texts.notices import Refusal, fact

LANGUAGES = [code for code, _ in languages()]


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", ["", ".short"])
def test_the_name_of_a_pace_tells_its_times(language: str, form: str) -> None:
    words = in_language(language)
    for name, unit in (("live", SECOND), ("evening", MINUTE)):
        play, bank = NAMED[name]
        assert play is not None
        told = numbers(words(f"terms.pace.{name}{form}"))
        assert [told[0] * unit, told[1] * MINUTE] == [play, bank]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_refusal_of_a_pace_tells_how_short_and_long_one_may_be(language: str) -> None:
    told = in_language(language).fact("", fact(Refusal.PACE_OUT_OF_BOUNDS, text="soon"))
    shortest, longest, bank = numbers(told)[:3]
    assert (shortest * SECOND, longest * DAY, bank * DAY) == (SHORTEST, LONGEST, LONGEST)
