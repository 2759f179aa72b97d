"""The coverage of the golden rubbers of Alkort."""

from __future__ import annotations

from rules.alkort import game as alkort
from tests.rules.golden import golden


def test_the_golden_rubbers_cover_what_only_this_game_has() -> None:
    records = golden(__file__)
    for option in alkort.options[:4]:
        assert {record.options[option.name] for record in records} == set(option.choices)
    assert any(record.options["length"].startswith("hands:") for record in records)
    assert any(record.hands[-1].deck is None for record in records)
