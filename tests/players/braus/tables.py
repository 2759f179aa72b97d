"""Hands of Bräus with computers in the seats, and positions in them as a seat sees them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from players import Memory
from players.registry import Choose
from rules.braus import game as braus
from rules.braus.options import terms
from rules.braus.state import BrausState, begin
from rules.core.cards import Card
from rules.core.contract import Play, Shuffle, View
from tests.rules.braus.positions import after, play_of


def seen(state: BrausState, *plays: str) -> tuple[View, Memory]:
    """The view and the memory of the seat on turn after these plays, from the deal on."""
    done: list[Play] = []
    for play in plays:
        done.append(play_of(state, play))
        state = after(state, done[-1])
    return braus.view(state, state.turn), Memory(tuple(done))


def played(
    seats: int, choosers: Sequence[Choose], deck: Sequence[Card], options: Mapping[str, str]
) -> Iterator[tuple[View, Memory]]:
    """Play a hand; yield each position before its play."""
    state, done = after(begin(terms(seats, options), 0), Shuffle(tuple(deck))), list[Play]()
    while state.turn >= 0:
        position = braus.view(state, state.turn), Memory(tuple(done), options)
        yield position
        play = choosers[state.turn](*position)
        assert isinstance(play, Play)
        done.append(play)
        state = after(state, play)
