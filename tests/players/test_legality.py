"""Whatever the table, a computer answers with a legal play, and always with the same one."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest

from players.memory import Memory
from players.registry import LEVELS, chooser
from rules.core.contract import IllegalAction, Phase, Play, Shuffle, View
from rules.voormsi.game import GAME

TABLES: list[tuple[int, dict[str, str]]] = [
    (2, {}),
    (3, {}),
    (4, {}),
    (2, {"spade_king": "on_lead_too", "forced_execution": "mercy"}),
    (3, {"deal": "all"}),
    (4, {"deal": "all", "spade_king": "on_lead_too", "both_out": "loser_first"}),
]


def positions(seats: int, options: Mapping[str, str], seed: int, rubbers: int) -> Iterator[tuple[View, Memory]]:
    """Every position of rubbers played by chance, as the seat to play sees it."""
    chance, rules = random.Random(seed), GAME
    for _ in range(rubbers):
        state = rules.start(seats, options)
        plays: list[Play] = []
        while rules.phase(state) is not Phase.OVER:
            seat = rules.turn(state)
            if seat is None:
                plays.clear()
                done = rules.apply(state, Shuffle(tuple(chance.sample(rules.pack, len(rules.pack)))))
            else:
                yield rules.view(state, seat), Memory(tuple(plays), options)
                plays.append(chance.choice(rules.legal(state)))
                done = rules.apply(state, plays[-1])
            assert not isinstance(done, IllegalAction)
            state = done


@pytest.mark.parametrize("rubbers", [1, pytest.param(6, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("seats", "options"), TABLES)
@pytest.mark.parametrize("level", LEVELS)
def test_chance_positions_get_a_legal_play(level: str, seats: int, options: dict[str, str], rubbers: int) -> None:
    choose = chooser("voormsi", level)
    count = 0
    for view, memory in positions(seats, options, seed=seats, rubbers=rubbers):
        play = choose(view, memory)
        assert play.seat == view.seat
        assert play.cards in view.legal
        count += 1
    assert count > 50 * rubbers


def test_the_same_position_gets_the_same_play_whatever_was_asked_between() -> None:
    choose = chooser("voormsi", "steady")
    seen = list(positions(4, {}, seed=8, rubbers=2))
    first = [choose(*position) for position in seen]
    again = [choose(*position) for position in reversed(seen)]
    assert first == again[::-1]


def test_the_order_of_the_legal_plays_does_not_matter() -> None:
    choose = chooser("voormsi", "steady")
    for view, memory in positions(3, {}, seed=9, rubbers=1):
        turned = replace(view, legal=view.legal[::-1])
        assert choose(view, memory) == choose(turned, memory)


def test_without_memory_it_still_plays() -> None:
    choose = chooser("voormsi", "steady")
    for view, _ in positions(4, {}, seed=10, rubbers=1):
        assert choose(view, Memory()).cards in view.legal
