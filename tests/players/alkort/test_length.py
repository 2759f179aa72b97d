"""The length that the lobby tells for a rubber of Alkort, compared with rubbers of computers."""

from __future__ import annotations

import statistics

import pytest

from rules.registry import game
from tests.players.rubbers import length


@pytest.mark.parametrize(
    ("target", "rubbers"),
    [("9", 15), *(pytest.param(one, 61, marks=pytest.mark.slow) for one in ("5", "9", "11", "15", "21"))],
)
def test_a_rubber_takes_about_as_many_plays_as_is_said(target: str, rubbers: int) -> None:
    options = {"target": target}
    median = statistics.median(length("alkort", 4, options, seed) for seed in range(rubbers))
    assert median == pytest.approx(game("alkort").about_plays(4, options), rel=0.25)
