"""Hands of Karnöffel between choosers, and what one wins more than another."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from benchmarks.players import Estimate, estimate, seated
from players.memory import Memory
from players.registry import Choose
from rules.core.cards import Card
from rules.core.contract import IllegalAction, Play, View
from rules.karnoffel.game import GAME
from rules.karnoffel.options import SEATS, terms
from rules.karnoffel.rubber import deal
from rules.karnoffel.state import KarnoffelState, begin


class Turn(NamedTuple):
    """A choice in a hand: what the seat knew, what it chose, and the hand after it."""

    view: View
    memory: Memory
    play: Play
    after: KarnoffelState


def played(choosers: Sequence[Choose], deck: Sequence[Card], options: Mapping[str, str]) -> Iterator[Turn]:
    """The turns of one hand; seat 0 leads."""
    state, plays = deal(begin(terms(SEATS, options), SEATS - 1), deck), tuple[Play, ...]()
    assert not isinstance(state, IllegalAction)
    while state.turn >= 0:
        view, memory = GAME.view(state, state.turn), Memory(plays, options)
        play = choosers[state.turn](view, memory)
        assert isinstance(play, Play)
        after = GAME.apply(state, play)
        assert not isinstance(after, IllegalAction), after
        yield Turn(view, memory, play, after)
        state, plays = after, (*plays, play)


def hands_ahead(count: int, ours: Choose, theirs: Choose, options: Mapping[str, str], seed: int) -> Estimate:
    """Hands won by `ours` less those by `theirs`, a hand, with the same deals for every side."""
    chance, samples = random.Random(seed), []
    for _ in range(count):
        deck, lead = chance.sample(GAME.pack, len(GAME.pack)), 0
        for side in (0, 1):
            *_, last = played(seated(SEATS, side, ours, theirs), deck, options)
            lead += last.after.scores[side] - last.after.scores[1 - side]
        samples.append(lead / 2)
    return estimate(samples)
