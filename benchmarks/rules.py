"""Random rubbers of every game by its contract, beside Voormsi's in the same run, one action at a time.

    uv run python -m benchmarks.rules [--game alkort treikort] [--rounds 15] [--seconds 0.4]

Every legal action of a seat is computed, one is chosen by `random.choice`, and its legality is checked when it is done;
a shuffle is an action, too. Prints, for each game and number of seats, the median rate of the rounds per second of
processor time, its ratio to Voormsi of four seats (median and range), and the bytes of an idle state: the largest in
some rubbers, without what all states share. `benchmarks.oh_hell` compares Voormsi with another engine.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, Final

from benchmarks.argument_types import positive, whole
from rules.core.contract import IllegalAction, Phase, Shuffle
from rules.registry import GAMES, USUAL, game

BESIDE: Final = (USUAL, 4)


def rate(name: str, seats: int, chance: random.Random, seconds: float) -> float:
    """Actions a second of processor time, so that other programs on the machine do not count."""
    start, done = time.process_time(), 0
    while (passed := time.process_time() - start) < seconds:
        done += sum(1 for _ in states(name, seats, chance))
    return done / passed


def states(name: str, seats: int, chance: random.Random) -> Iterator[Any]:
    """The states of a random rubber, by the contract."""
    rules = game(name)
    state, pack = rules.start(seats, {}), rules.pack
    while rules.phase(state) is not Phase.OVER:
        actions = rules.legal(state)
        action = chance.choice(actions) if actions else Shuffle(tuple(chance.sample(pack, len(pack))))
        state = rules.apply(state, action)
        if isinstance(state, IllegalAction):
            raise ValueError(f"{action}: {state.why}")
        yield state


def idle_size(name: str, seats: int) -> int:
    """The bytes of a state in mid-hand, the largest of some rubbers; what two rubbers share is not counted."""
    chance = random.Random(7)
    others = list(states(name, seats, chance))
    shared = frozenset(id(part) for state in others for part in parts(state))
    return max(size(state, shared) for _ in range(5) for state in states(name, seats, chance))


def size(state: object, shared: frozenset[int]) -> int:
    """The bytes of a state with everything in it, except objects in `shared` (by id)."""
    own = {id(part): part for part in parts(state) if id(part) not in shared}
    return sum(map(sys.getsizeof, own.values()))


def parts(value: object) -> Iterator[object]:
    """A value and everything in it."""
    yield value
    inside: tuple[object, ...] = value if isinstance(value, tuple) else ()
    if is_dataclass(value):
        inside = tuple(getattr(value, field.name) for field in fields(value))
    for each in inside:
        yield from parts(each)


def tables(names: list[str]) -> list[tuple[str, int]]:
    """The games to measure with their numbers of seats, Voormsi of four first."""
    asked = [(name, seats) for name in names for seats in game(name).seats]
    return [BESIDE, *(one for one in asked if one != BESIDE)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--rounds", type=whole(1), default=15)
    parser.add_argument("--seconds", type=positive, default=0.4, help="the length of each round of each game")
    asked = parser.parse_args()
    measured, chance = tables(asked.game), random.Random(1)
    for one in measured:
        rate(*one, chance, asked.seconds)
    rounds = [[rate(*one, chance, asked.seconds) for one in measured] for _ in range(asked.rounds)]
    for (name, seats), rates in zip(measured, zip(*rounds, strict=True), strict=True):
        ratios = [rate / beside for rate, (beside, *_) in zip(rates, rounds, strict=True)]
        ratio = f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f}) of {USUAL}'s"
        size = idle_size(name, seats)
        print(f"{name}, {seats} seats: {statistics.median(rates):,.0f} actions a second, {ratio}; {size} bytes")


if __name__ == "__main__":
    main()
