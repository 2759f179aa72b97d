"""Hands of Bräus with computers in the seats, and positions in them as a seat sees them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from players.memory import Memory
from players.registry import Choose
from rules.braus.game import GAME as BRAUS
from rules.braus.options import terms
from rules.braus.state import BrausState, begin
from rules.core.cards import Card
from rules.core.contract import Play, Shuffle, View
from tests.rules.braus.positions import PACK, after, play_of


def seen(state: BrausState, *plays: str) -> tuple[View, Memory]:
    """What the seat on turn sees and remembers after these plays, from the deal on."""
    done: list[Play] = []
    for play in plays:
        done.append(play_of(state, play))
        state = after(state, done[-1])
    return BRAUS.view(state, state.turn), Memory(tuple(done))


def at_random(seed: int) -> Choose:
    """A chooser that takes every legal play with equal probability."""
    chance = random.Random(seed)

    def choose(view: View, memory: Memory) -> Play:
        assert view.seat is not None
        return Play(view.seat, chance.choice(view.legal))

    return choose


def positions(seats: int, options: Mapping[str, str], seed: int, hands: int) -> Iterator[tuple[View, Memory]]:
    """Every position of hands played by chance, as the seat to play sees it."""
    decks = shuffled(seed)
    for _ in range(hands):
        yield from played(seats, [at_random(seed)] * seats, next(decks), options)


def played(
    seats: int, choosers: Sequence[Choose], deck: Sequence[Card], options: Mapping[str, str]
) -> Iterator[tuple[View, Memory]]:
    """Play a hand; yield each position before its play, and at last the public view."""
    state, done = after(begin(terms(seats, options), 0), Shuffle(tuple(deck))), list[Play]()
    while state.turn >= 0:
        position = BRAUS.view(state, state.turn), Memory(tuple(done), options)
        yield position
        play = choosers[state.turn](*position)
        assert isinstance(play, Play)
        done.append(play)
        state = after(state, play)
    yield BRAUS.view(state, None), Memory(tuple(done), options)


def shuffled(seed: int) -> Iterator[list[Card]]:
    """Endless packs in random orders."""
    chance = random.Random(seed)
    while True:
        yield chance.sample(PACK, len(PACK))


def leads(count: int, seats: int, ours: Choose, theirs: Choose, seed: int) -> list[float]:
    """Strokes a hand of `ours` over `theirs`; each deal is played once for each side."""
    decks = shuffled(seed)
    return [
        sum(_lead(seats, side, ours, theirs, deck) for side in (0, 1)) / 2
        for deck in (next(decks) for _ in range(count))
    ]


def _lead(seats: int, side: int, ours: Choose, theirs: Choose, deck: Sequence[Card]) -> int:
    choosers = [ours if seat % 2 == side else theirs for seat in range(seats)]
    *_, (view, _) = played(seats, choosers, deck, {})
    return view.scores[side] - view.scores[1 - side]
