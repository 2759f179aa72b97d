"""The length that the lobby tells for a rubber of Alkort, compared with rubbers of computers."""

from __future__ import annotations

import random
import statistics

import pytest

from players.memory import Memory
from players.registry import chooser
from rules.alkort.game import GAME as ALKORT
from rules.core.contract import Action, IllegalAction, Phase, Play, Shuffle

STEADY = chooser("alkort", "steady")


def length(target: str, seed: int) -> int:
    """The number of plays in a rubber of computers."""
    chance, options = random.Random(seed), {"target": target}
    state, plays, count = ALKORT.start(4, options), list[Play](), 0
    while ALKORT.phase(state) is not Phase.OVER:
        action: Action = Shuffle(tuple(chance.sample(ALKORT.pack, len(ALKORT.pack))))
        if state.turn >= 0:
            action = STEADY(ALKORT.view(state, state.turn), Memory(tuple(plays), options))
        plays = [] if isinstance(action, Shuffle) else [*plays, *([action] if isinstance(action, Play) else [])]
        count += isinstance(action, Play)
        step = ALKORT.apply(state, action)
        assert not isinstance(step, IllegalAction)
        state = step
    return count


@pytest.mark.parametrize(
    "target", ["9", *(pytest.param(one, marks=pytest.mark.slow) for one in ("5", "11", "15", "21"))]
)
def test_a_rubber_takes_about_as_many_plays_as_is_said(target: str) -> None:
    median = statistics.median(length(target, seed) for seed in range(61))
    assert median == pytest.approx(ALKORT.about_plays(4, {"target": target}), rel=0.25)
