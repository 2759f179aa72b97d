"""Numbers that people type, press or write by hand are read in one way."""

from __future__ import annotations

from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.discord_api import custom_ids
from bot.texts.notices import RequestRefused
from cogs.cups.cup import number as number_after_cup
from cogs.cups.organise_cups import _score
from cogs.cups.organise_leagues import _sizes
from cogs.learn import _numbers
from cogs.play import read_play

NONE = (
    "",
    " ",
    "-1",
    "+1",
    "1.5",
    "1e9",
    "1_0",
    " 7",
    "٣",
    "²",
    "Ⅷ",
    "0x1",
    "nan",
    "∞",
    str(2**63),
    "9" * 20,
    "9" * 5_000,
)
"""Texts that are no number, or one that neither Discord nor the store can have."""
TEXTS = st.one_of(st.sampled_from(NONE), st.integers().map(str), st.text(max_size=30))


@pytest.mark.parametrize("text", NONE)
def test_what_is_no_possible_number_is_read_as_none(text: str) -> None:
    assert custom_ids.number(text) is None
    assert custom_ids.numbers(["1", text]) is None


@given(number=st.integers(min_value=0, max_value=2**63 - 1), most=st.integers(min_value=0))
def test_every_number_of_discord_and_of_the_store_is_read_up_to_the_most(number: int, most: int) -> None:
    assert custom_ids.number(str(number)) == number
    assert custom_ids.number(str(number), most) == (number if number <= most else None)


def test_the_numbers_of_a_button_of_a_cup_stand_after_the_cup() -> None:
    request: Any = SimpleNamespace(press=custom_ids.Press("cup-round", None, ("7", "3", "5", "x")))
    assert [number_after_cup(request, *place) for place in ((), (2,), (3,), (4,))] == [3, 5, None, None]


@given(parts=st.lists(TEXTS, max_size=3), codes=st.lists(st.sampled_from(["7C", "pass", "1X", ""]), max_size=2))
def test_a_play_written_by_hand_is_of_possible_numbers_or_none(parts: list[str], codes: list[str]) -> None:
    meant = read_play(".".join(parts), codes)
    if meant is not None:
        assert [0 <= number < 2**63 for number in (meant.hand, meant.nth)] == [True, True]


@given(text=st.one_of(TEXTS, st.lists(TEXTS, max_size=3).map(" ".join)))
def test_whatever_is_typed_for_a_score_or_for_sizes_is_read_or_refused(text: str) -> None:
    for read in (_score, lambda typed: _sizes(typed, 8), lambda typed: _numbers((typed,))):
        with suppress(RequestRefused):
            assert all(0 <= number < 2**63 for number in read(text))
