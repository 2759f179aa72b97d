"""Paces as people type them."""

from __future__ import annotations

import pytest

from bot.tables import terms


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("day", "day"),
        ("Three days", "three-days"),
        ("600+1800", "evening"),
        ("10 min + 30 min", "evening"),
        ("10m+30m.", "evening"),
        ("90", "90+0"),
        ("90 s + 3 m", "live"),
        ("2 days", "172800+0"),
        ("12 t", "43200+0"),
        ("1 uge", "604800+0"),
        ("1 h 30 min + 2 hours", "5400+7200"),
    ],
)
def test_a_pace_is_typed_by_its_name_or_as_times(text: str, written: str) -> None:
    assert terms.typed(text) == written


@pytest.mark.parametrize("text", ["", "soon", "10 x", "+", "5", "31 days", "10 min + 31 days", "-5 min", "1.5 h"])
def test_what_is_no_pace_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        terms.typed(text)
