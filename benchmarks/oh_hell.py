"""Random rubbers of Voormsi compared with OpenSpiel's Oh Hell, one action at a time, in alternating rounds.

`uv run --group benchmarks python -m benchmarks.oh_hell`: for both, every legal action of a player is computed, one is
chosen by `random.choice`, and its legality is checked when it is done. For both, actions are numbers, and states are
changed in place. Oh Hell (in C++, driven from Python) is set to four players, 36 cards and eight tricks. OpenSpiel is
driven in several ways, which differ in how chance is drawn: `example.py` and `benchmark_games.py` are its own examples
(`open_spiel/python/examples`). The ratio to reach is the one by `random.choices`, which draws by the same probabilities
as `example.py`, at half the cost.

Actions are counted in the same way: all, including those of chance (in Voormsi a shuffle, in Oh Hell each card dealt),
and those of players alone. Prints the median rate of the rounds per second of processor time; the ratios of Voormsi to
each, their median and range; and the size of an idle state.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy
import pyspiel

from benchmarks.rules import BESIDE, idle_size
from rules.core.contract import IllegalAction, Phase, Shuffle
from rules.voormsi import game as voormsi
from rules.voormsi.legality import legal_cards
from rules.voormsi.playing import apply, play
from rules.voormsi.state import State, phase

OH_HELL: Final = "oh_hell(players=4,num_suits=4,num_cards_per_suit=9,num_tricks_fixed=8)"
ROUNDS: Final = 15
SECONDS: Final = 0.4
"""The length of each round, for each way to drive OpenSpiel."""
IDLE_BYTES: Final = 700
RATIO: Final = 0.75


class Count(NamedTuple):
    """The number of actions: all, and those of players."""

    all: int
    players: int


Playout = Callable[[random.Random], Count]
"""A function that plays one game."""


def voormsi_rubber(chance: random.Random) -> Count:
    """One rubber, changed in place as OpenSpiel's games are; actions are numbers there and here."""
    choice, number = chance.choice, chance.random
    state = voormsi.start(4, {})
    done = shuffles = 0
    while True:
        plays = legal_cards(state)
        if plays:
            if play(state, choice(plays)) is not None:
                raise AssertionError("a legal play was refused")
        elif phase(state) is Phase.OVER:
            return Count(done, done - shuffles)
        else:
            state = shuffled(state, Shuffle(tuple(sorted(voormsi.pack, key=lambda _: number()))))
            shuffles += 1
        done += 1


def shuffled(state: State, shuffle: Shuffle) -> State:
    after = apply(state, shuffle)
    assert not isinstance(after, IllegalAction)
    return after


# The ways to drive OpenSpiel are written out in full, so that none pays for shared code.


def oh_hell_by_numpy(game: Any) -> Playout:
    """Drive it like `example.py` (which checks no legality): chance is drawn by `numpy.random.choice`."""

    def run(chance: random.Random) -> Count:
        choice, drawn = chance.choice, numpy.random.choice
        state = game.new_initial_state()
        done = dealt = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                action = drawn(outcomes, p=weights)
                dealt += 1
            else:
                action = choice(state.legal_actions())
            state.apply_action_with_legality_check(action)
            done += 1
        return Count(done, done - dealt)

    return run


def oh_hell_by_choices(game: Any) -> Playout:
    """Drive it like `oh_hell_by_numpy`, but with `random.choices`."""

    def run(chance: random.Random) -> Count:
        choice, choices = chance.choice, chance.choices
        state = game.new_initial_state()
        done = dealt = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                action = choices(outcomes, weights)[0]
                dealt += 1
            else:
                action = choice(state.legal_actions())
            state.apply_action_with_legality_check(action)
            done += 1
        return Count(done, done - dealt)

    return run


def oh_hell_uniformly(game: Any, *, is_checked: bool) -> Playout:
    """Drive it like `benchmark_games.py` (which checks no legality): chance is a player that ignores probabilities."""
    players = game.max_game_length() - game.max_chance_nodes_in_history()  # all of its games have the same length

    def run(chance: random.Random) -> Count:
        choice = chance.choice
        state = game.new_initial_state()
        apply = state.apply_action_with_legality_check if is_checked else state.apply_action
        done = 0
        while not state.is_terminal():
            apply(choice(state.legal_actions()))
            done += 1
        return Count(done, players)

    return run


class Speed(NamedTuple):
    """Actions a second of processor time, so that other programs on the machine do not count."""

    all: float
    players: float


def speed(run: Playout, chance: random.Random, seconds: float) -> Speed:
    start = time.process_time()
    done = players = 0
    while (passed := time.process_time() - start) < seconds:
        count = run(chance)
        done += count.all
        players += count.players
    return Speed(done / passed, players / passed)


def line(name: str, ours: list[Speed], theirs: list[Speed]) -> str:
    """One way to drive OpenSpiel: its speed, and our ratio to it, for all actions and for players' actions alone."""
    return f"{name:44}" + "".join(
        f"{statistics.median(slow):13,.0f}  {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
        for fast, slow in zip(zip(*ours, strict=True), zip(*theirs, strict=True), strict=True)
        for ratios in [[mine / other for mine, other in zip(fast, slow, strict=True)]]
    )


def main() -> int:
    game = pyspiel.load_game(OH_HELL)
    runs: dict[str, Playout] = {
        "voormsi": voormsi_rubber,
        "oh_hell, dealt by random.choices": oh_hell_by_choices(game),
        "oh_hell, dealt as by example.py": oh_hell_by_numpy(game),
        "oh_hell, dealt uniformly": oh_hell_uniformly(game, is_checked=True),
        "oh_hell, as benchmark_games.py (unchecked)": oh_hell_uniformly(game, is_checked=False),
    }
    chance = random.Random(1)
    numpy.random.seed(1)
    for run in runs.values():
        speed(run, chance, SECONDS)
    rounds = [[speed(run, chance, SECONDS) for run in runs.values()] for _ in range(ROUNDS)]
    ours, *theirs = (list(speeds) for speeds in zip(*rounds, strict=True))
    ratio = statistics.median(mine.all / other.all for mine, other in zip(ours, theirs[0], strict=True))
    size = idle_size(*BESIDE)
    every, players = (statistics.median(speeds) for speeds in zip(*ours, strict=True))
    lines = [
        f"{'actions a second, ratio of voormsi (range)':44}{'all':>13}{'players':>34}",
        f"{'voormsi':44}{every:13,.0f}{players:34,.0f}",
        *(line(name, ours, speeds) for name, speeds in zip([*runs][1:], theirs, strict=True)),
        f"ratio by random.choices, all actions: {ratio:.2f} (at least {RATIO})",
        f"idle state: {size} bytes (under {IDLE_BYTES})",
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0 if ratio >= RATIO and size < IDLE_BYTES else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.parse_args()
    raise SystemExit(main())
