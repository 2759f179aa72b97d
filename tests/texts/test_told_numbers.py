"""Sentences that write out the times of a rule tell those that hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.runtime.times import DAY, MINUTE, SECOND
from bot.store.sql.conduct import BLOCK, DEADLINES, KEPT, OPENED
from bot.tables.table_terms import LONGEST, NAMED, SHORTEST, SILENT_FOR
from bot.tables.usage_limits import FIRST
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


PERIODS = {
    "en": {730 * DAY: "two years", 180 * DAY: "half a year", 30 * DAY: "a month"},
    "da": {730 * DAY: "to år", 180 * DAY: "et halvt år", 30 * DAY: "en måned"},
}
"""Periods as the sentence on privacy writes them, by language."""


@pytest.mark.parametrize("language", PERIODS)
def test_the_page_on_privacy_tells_for_how_long_others_hold_something_against_a_person(language: str) -> None:
    parts, called = in_language(language)("privacy.long").split(";"), PERIODS[language]
    blocks, turns, tables, limits = parts[1:5]
    assert called[KEPT[BLOCK]] in blocks
    assert called[KEPT[DEADLINES]] in turns
    assert called[KEPT[OPENED]] in tables
    assert called[FIRST.window] in limits


def test_the_page_for_organisers_tells_after_how_many_deadlines_a_seat_may_be_freed() -> None:
    page = (Path(__file__).parents[2] / "docs" / "organising.md").read_text(encoding="utf-8")
    (told,) = re.findall(r"may free a seat after (\w+) missed deadlines", page)
    assert ("one", "two", "three", "four", "five").index(told) + 1 == SILENT_FOR
