"""`steady` is clearly stronger at Bräus than chance, in strokes a hand on the same deals."""

from __future__ import annotations

import pytest

from benchmarks.players import Contest, at_random
from players.registry import chooser


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "least"), [(4, 0.1), (6, 0.05)])
def test_steady_scores_so_much_more_a_hand_than_chance(seats: int, least: float) -> None:
    ahead = Contest("braus", seats, chooser("braus", "steady"), at_random(seats), seed=7).hands(400)
    assert ahead.mean - ahead.margin > least


@pytest.mark.slow
def test_chance_is_no_stronger_than_chance() -> None:
    ahead = Contest("braus", 4, at_random(1), at_random(2), seed=9).hands(800)
    assert abs(ahead.mean) < 2 * ahead.margin
