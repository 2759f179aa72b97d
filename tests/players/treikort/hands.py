"""Hands of Treikort with a Pope between choosers, and the lead of the Pope over the two others."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from statistics import fmean

from benchmarks.players import Estimate, estimate
from players import Memory
from players.registry import Choose
from rules.core.contract import IllegalAction, Play
from rules.treikort import game as treikort
from rules.treikort.options import terms
from rules.treikort.playing import deal
from rules.treikort.state import TreikortState


def dealt(seed: int, pope: int) -> TreikortState:
    """A hand dealt by chance, with this Pope."""
    chance = random.Random(seed)
    shuffle = chance.sample(treikort.pack, len(treikort.pack))
    state = deal(TreikortState(terms(3, {})), shuffle, chance.randrange(3), pope)
    assert not isinstance(state, IllegalAction)
    return state


def played(state: TreikortState, choosers: Sequence[Choose]) -> TreikortState:
    """The state after the choosers have acted until no seat is to act."""
    plays: list[Play] = []
    while state.turn >= 0:
        seat = state.turn
        action = choosers[seat](treikort.view(state, seat), Memory(tuple(plays)))
        if isinstance(action, Play):
            plays.append(action)
        after = treikort.apply(state, action)
        assert not isinstance(after, IllegalAction)
        state = after
    return state


def lead_as_pope(count: int, ours: Choose, theirs: Choose, *, seed: int) -> Estimate:
    """Tricks a hand of `ours`, which is Pope, over the mean of two `theirs`; each deal is played once in each seat."""
    return estimate([fmean(_leads(seed * 1_000_003 + number, ours, theirs)) for number in range(count)])


def _leads(seed: int, ours: Choose, theirs: Choose) -> Iterator[float]:
    for seat in range(3):
        units = played(dealt(seed, seat), [ours if one == seat else theirs for one in range(3)]).units
        yield units[seat] - (9 - units[seat]) / 2
