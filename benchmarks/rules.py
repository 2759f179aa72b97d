"""Random rubbers of Voormsi beside OpenSpiel's Oh Hell, one action at a time, in alternating rounds of one run.

`uv run --group benchmarks python -m benchmarks.rules`: for both, every legal action is computed and one is chosen at
random, and its legality is checked when it is done. Oh Hell (in C++, driven from Python) is set to four players,
36 cards and eight tricks. Prints actions a second of both, their ratio (median of the rounds), and the size of an
idle state.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any, Final

import pyspiel

from rules.game import Action, Phase, Refusal, Shuffle
from rules.voormsi import VOORMSI

OH_HELL: Final = "oh_hell(players=4,num_suits=4,num_cards_per_suit=9,num_tricks_fixed=8)"
ROUNDS: Final = 15
SECONDS: Final = 0.4
"""Of each round, for each of the two."""
IDLE_BYTES: Final = 700
RATIO: Final = 0.6

Run = Callable[[random.Random], int]


def voormsi_rubber(chance: random.Random) -> int:
    """Play one rubber; how many actions it took."""
    legal, apply, choice, number = VOORMSI.legal, VOORMSI.apply, chance.choice, chance.random
    state = VOORMSI.start(4, {})
    actions = 0
    while True:
        plays = legal(state)
        if plays:
            action: Action = choice(plays)
        elif VOORMSI.phase(state) is Phase.OVER:
            return actions
        else:
            action = Shuffle(tuple(sorted(VOORMSI.pack, key=lambda _: number())))
        state = apply(state, action).state  # type: ignore[union-attr]  # a Refusal has none: it would be the end
        actions += 1


def oh_hell_game(game: Any) -> Run:
    """A run of one game of Oh Hell, as OpenSpiel's own examples drive it: chance by its probabilities."""

    def run(chance: random.Random) -> int:
        choice, choices = chance.choice, chance.choices
        state = game.new_initial_state()
        actions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                action = choices(outcomes, weights)[0]
            else:
                action = choice(state.legal_actions())
            state.apply_action_with_legality_check(action)
            actions += 1
        return actions

    return run


def oh_hell_bare(game: Any) -> Run:
    """The same with chance as one more player and no check of legality: the least that can be asked of it."""

    def run(chance: random.Random) -> int:
        choice = chance.choice
        state = game.new_initial_state()
        actions = 0
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            actions += 1
        return actions

    return run


def speed(run: Run, chance: random.Random, seconds: float) -> float:
    """Actions a second of processor time, so that what else runs on the machine counts for neither."""
    start = time.process_time()
    actions = 0
    while (passed := time.process_time() - start) < seconds:
        actions += run(chance)
    return actions / passed


def deep_size(value: object, shared: frozenset[int]) -> int:
    """Bytes of a value and all that it holds, without the objects (by id) that every state shares."""
    if id(value) in shared or (isinstance(value, int) and -5 <= value <= 256):
        return 0
    inside = value if isinstance(value, tuple) else ()
    return sys.getsizeof(value) + sum(deep_size(each, shared) for each in inside)


def idle_size() -> int:
    """Bytes of a state in mid-hand, the largest of some hundreds."""
    chance = random.Random(7)
    largest = 0
    for _ in range(5):
        state = VOORMSI.start(4, {})
        shared = frozenset(map(id, (state.standing.terms, *state.standing.terms.orders, *singles())))
        while VOORMSI.phase(state) is not Phase.OVER:
            plays = VOORMSI.legal(state)
            action = chance.choice(plays) if plays else Shuffle(tuple(chance.sample(VOORMSI.pack, 36)))
            step = VOORMSI.apply(state, action)
            assert not isinstance(step, Refusal)
            state = step.state
            largest = max(largest, deep_size(state, shared))
    return largest


def singles() -> list[object]:
    """The plays of single cards, which are made once and shared."""
    from rules.voormsi.trick import SINGLES

    return [play for plays in SINGLES for play in plays]


def main() -> int:
    game = pyspiel.load_game(OH_HELL)
    runs: tuple[Run, ...] = (voormsi_rubber, oh_hell_game(game), oh_hell_bare(game))
    chance = random.Random(1)
    for run in runs:
        speed(run, chance, SECONDS)
    rounds = [tuple(speed(run, chance, SECONDS) for run in runs) for _ in range(ROUNDS)]
    ours, theirs, bare = (statistics.median(speeds) for speeds in zip(*rounds, strict=True))
    ratio = statistics.median(mine / other for mine, other, _ in rounds)
    ratio_bare = statistics.median(mine / other for mine, _, other in rounds)
    size = idle_size()
    sys.stdout.write(
        f"voormsi                   {ours:12,.0f} actions/s\n"
        f"oh_hell                   {theirs:12,.0f} actions/s   ratio {ratio:.2f} (at least {RATIO})\n"
        f"oh_hell without a check   {bare:12,.0f} actions/s   ratio {ratio_bare:.2f}\n"
        f"idle state                {size:12,} bytes (under {IDLE_BYTES})\n"
    )
    return 0 if ratio >= RATIO and size < IDLE_BYTES else 1


if __name__ == "__main__":
    raise SystemExit(main())
