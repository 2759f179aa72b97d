"""`steady` is clearly stronger at Bräus than chance, in strokes a hand on the same deals."""

from __future__ import annotations

import statistics

import pytest

from players.registry import chooser
from tests.players.braus.tables import at_random, leads


@pytest.mark.slow
@pytest.mark.parametrize("seats", [4, 6])
def test_steady_scores_at_least_a_tenth_of_a_stroke_a_hand_more_than_chance(seats: int) -> None:
    ahead = leads(400, seats, chooser("braus", "steady"), at_random(seats), seed=7)
    margin = 1.96 * statistics.stdev(ahead) / len(ahead) ** 0.5
    assert statistics.fmean(ahead) - margin > 0.1


@pytest.mark.slow
def test_chance_is_no_stronger_than_chance() -> None:
    ahead = leads(800, 4, at_random(1), at_random(2), seed=9)
    assert abs(statistics.fmean(ahead)) < 2 * 1.96 * statistics.stdev(ahead) / len(ahead) ** 0.5
