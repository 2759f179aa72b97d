"""`steady` is clearly stronger than chance at Voormsi, by the benchmark's own measure."""

from __future__ import annotations

import pytest

from benchmarks.players import Contest, at_random
from players.registry import chooser

STEADY = chooser("voormsi", "steady")


@pytest.mark.parametrize(
    ("seats", "hands"), [(2, 30), *(pytest.param(seats, 120, marks=pytest.mark.slow) for seats in (2, 3, 4))]
)
def test_steady_books_at_least_one_and_a_half_points_a_hand_more_than_chance(seats: int, hands: int) -> None:
    ahead = Contest("voormsi", seats, STEADY, at_random(seats), seed=7).hands(hands)
    assert ahead.mean - ahead.margin > 1.5


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4])
def test_it_does_so_when_everything_is_dealt_out(seats: int) -> None:
    ahead = Contest("voormsi", seats, STEADY, at_random(seats), {"deal": "all"}, seed=8).hands(80)
    assert ahead.mean - ahead.margin > 1.5


@pytest.mark.slow
def test_chance_is_no_stronger_than_chance() -> None:
    ahead = Contest("voormsi", 4, at_random(1), at_random(2), seed=9).hands(200)
    assert abs(ahead.mean) < 2 * ahead.margin


@pytest.mark.slow
def test_steady_wins_nearly_every_rubber_from_chance() -> None:
    won = Contest("voormsi", 4, STEADY, at_random(3), seed=10).rubbers(10)
    assert won.mean > 0.9
