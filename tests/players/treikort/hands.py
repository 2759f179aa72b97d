"""Hands of Treikort between choosers, and the lead of one of them over the two others."""

from __future__ import annotations

import random
import statistics
from collections.abc import Sequence
from typing import NamedTuple

from players.memory import Memory
from players.registry import Choose
from rules.core.contract import IllegalAction, Play, SeatAction, Shuffle, View
from rules.treikort.game import GAME as TREIKORT
from rules.treikort.options import terms
from rules.treikort.rubber import deal
from rules.treikort.state import TreikortState


class Lead(NamedTuple):
    """A mean, and half the width of its 95 % interval."""

    mean: float
    margin: float


def at_random(seed: int) -> Choose:
    """A chooser that takes every legal action with equal probability."""
    chance = random.Random(seed)

    def choose(view: View, memory: Memory) -> SeatAction:
        return chance.choice(view.actions)

    return choose


def dealt(seed: int, pope: int = -1) -> TreikortState:
    """A hand dealt by chance."""
    chance = random.Random(seed)
    shuffle = chance.sample(TREIKORT.pack, len(TREIKORT.pack))
    state = deal(TreikortState(terms(3, {})), shuffle, chance.randrange(3), pope)
    assert not isinstance(state, IllegalAction)
    return state


def played(state: TreikortState, choosers: Sequence[Choose]) -> TreikortState:
    """The state after the choosers have acted until no seat is to act."""
    plays: list[Play] = []
    while state.turn >= 0:
        seat = state.turn
        action = choosers[seat](TREIKORT.view(state, seat), Memory(tuple(plays)))
        if isinstance(action, Play):
            plays.append(action)
        after = TREIKORT.apply(state, action)
        assert not isinstance(after, IllegalAction)
        state = after
    return state


def lead(count: int, ours: Choose, theirs: Choose, *, seed: int, with_pope: bool = False) -> Lead:
    """Tricks a hand of `ours` over the mean of two `theirs`; each deal is played once with `ours` in each seat.

    `with_pope`: the seat of `ours` is Pope.
    """
    samples = []
    for number in range(count):
        for seat in range(3):
            state = dealt(seed * 1_000_003 + number, seat if with_pope else -1)
            units = played(state, [ours if one == seat else theirs for one in range(3)]).units
            samples.append(units[seat] - (9 - units[seat]) / 2)
    means = [statistics.fmean(samples[at : at + 3]) for at in range(0, len(samples), 3)]
    return Lead(statistics.fmean(means), 1.96 * statistics.stdev(means) / count**0.5)


def rubbers(count: int, ours: Choose, theirs: Choose, *, seed: int) -> float:
    """The share of rubbers that `ours` wins, once in each seat; a draw is shared."""
    share = 0.0
    for number in range(3 * count):
        chance, state = random.Random(seed + number // 3), TREIKORT.start(3, {})
        choosers = [ours if seat == number % 3 else theirs for seat in range(3)]
        while (outcome := TREIKORT.view(state, None).outcome) is None:
            after = TREIKORT.apply(state, Shuffle(tuple(chance.sample(TREIKORT.pack, len(TREIKORT.pack)))))
            assert not isinstance(after, IllegalAction)
            state = played(after, choosers)
        share += (number % 3 in outcome.winners) / len(outcome.winners)
    return share / (3 * count)
