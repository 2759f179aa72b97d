"""`steady` is clearly stronger at Bräus than chance, in strokes a hand on the same deals."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

import pytest

from players.registry import chooser
from tests.players.braus.tables import at_random, leads


def margin(ahead: Sequence[float]) -> float:
    """Half the width of the 95 % interval of the mean."""
    return 1.96 * statistics.stdev(ahead) / math.sqrt(len(ahead))


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "least"), [(4, 0.1), (6, 0.05)])
def test_steady_scores_so_much_more_a_hand_than_chance(seats: int, least: float) -> None:
    ahead = leads(400, seats, chooser("braus", "steady"), at_random(seats), seed=7)
    assert statistics.fmean(ahead) - margin(ahead) > least


@pytest.mark.slow
def test_chance_is_no_stronger_than_chance() -> None:
    ahead = leads(800, 4, at_random(1), at_random(2), seed=9)
    assert abs(statistics.fmean(ahead)) < 2 * margin(ahead)
