"""The computer player of Alkort is clearly stronger than chance."""

from __future__ import annotations

import random
import statistics
from collections.abc import Mapping

import pytest

from players.memory import Memory
from players.registry import Choose, chooser
from rules.alkort.game import GAME as ALKORT
from rules.core.cards import Card
from rules.core.contract import IllegalAction, Play, SeatAction, Shuffle, View

STEADY = chooser("alkort", "steady")


def at_random(seed: int) -> Choose:
    chance = random.Random(seed)

    def choose(view: View, memory: Memory) -> SeatAction:
        return chance.choice(view.actions)

    return choose


def scores(deck: tuple[Card, ...], choosers: list[Choose], options: Mapping[str, str]) -> tuple[int, int]:
    """The scores after one hand from 0 to 0, which seat 0 leads."""
    state = ALKORT.apply(ALKORT.start(4, options)._replace(dealer=3), Shuffle(deck))
    plays: list[Play] = []
    while not isinstance(state, IllegalAction) and state.turn >= 0:
        action = choosers[state.turn](ALKORT.view(state, state.turn), Memory(tuple(plays), options))
        plays += [action] if isinstance(action, Play) else []
        state = ALKORT.apply(state, action)
    assert not isinstance(state, IllegalAction)
    return state.scores


def ahead(deals: int, ours: Choose, theirs: Choose, options: Mapping[str, str], seed: int) -> tuple[float, float]:
    """Points a hand of `ours` over `theirs`, each deal played from both sides, and half the width of the interval."""
    chance, samples = random.Random(seed), []
    for _ in range(deals):
        deck = tuple(chance.sample(ALKORT.pack, len(ALKORT.pack)))
        first, second = scores(deck, [ours, theirs] * 2, options)
        third, fourth = scores(deck, [theirs, ours] * 2, options)
        samples.append((first - second + fourth - third) / 2)
    return statistics.fmean(samples), 1.96 * statistics.stdev(samples) / deals**0.5


def test_steady_scores_more_than_two_points_a_hand_over_chance() -> None:
    mean, margin = ahead(120, STEADY, at_random(1), {}, seed=2)
    assert mean - margin > 2


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
    mean, margin = ahead(2000 if not options else 500, STEADY, at_random(3), options, seed=4)
    assert mean - margin > 2.5


@pytest.mark.slow
def test_chance_is_no_stronger_than_chance() -> None:
    mean, margin = ahead(400, at_random(5), at_random(6), {}, seed=7)
    assert abs(mean) < 2 * margin
