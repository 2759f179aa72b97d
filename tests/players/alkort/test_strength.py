"""The computer player of Alkort is clearly stronger than chance."""

from __future__ import annotations

import pytest

from benchmarks.players import Contest, at_random
from players.registry import chooser

STEADY = chooser("alkort", "steady")


@pytest.mark.parametrize("hands", [40, pytest.param(120, marks=pytest.mark.slow)])
def test_steady_scores_more_than_two_points_a_hand_over_chance(hands: int) -> None:
    ahead = Contest("alkort", 4, STEADY, at_random(1), seed=2).hands(hands)
    assert ahead.mean - ahead.margin > 2


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"showing": "hand"},
        {"showing": "none", "opening_seven": "strong"},
        {"low_eights": "rubbish", "opening_seven": "worthless"},
    ],
)
def test_it_does_so_at_every_kind_of_table(options: dict[str, str]) -> None:
    ahead = Contest("alkort", 4, STEADY, at_random(3), options, seed=4).hands(500 if options else 2000)
    assert ahead.mean - ahead.margin > 2.5


@pytest.mark.slow
def test_chance_is_no_stronger_than_chance() -> None:
    ahead = Contest("alkort", 4, at_random(5), at_random(6), seed=7).hands(400)
    assert abs(ahead.mean) < 2 * ahead.margin
