"""Whatever the game and the table, a computer does something legal, and always the same."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from players import Memory
from players.registry import LEVELS, chooser
from rules.registry import GAMES
from tests.players.rubbers import positions

Options = dict[str, str]
TABLES: list[tuple[str, int, Options]] = [
    ("voormsi", 2, {}),
    ("voormsi", 3, {}),
    ("voormsi", 4, {}),
    ("voormsi", 2, {"spade_king": "on_lead_too", "forced_execution": "mercy"}),
    ("voormsi", 3, {"deal": "all"}),
    ("voormsi", 3, {"proof": "asked"}),
    ("voormsi", 4, {"deal": "all", "spade_king": "on_lead_too", "both_out": "loser_first"}),
    ("alkort", 4, {}),
    ("alkort", 4, {"opening_seven": "strong", "showing": "none"}),
    ("alkort", 4, {"opening_seven": "worthless", "low_eights": "rubbish", "showing": "hand", "proof": "vouched"}),
    ("treikort", 3, {}),
    ("treikort", 3, {"opening_seven": "strong", "low_ranks": "equal"}),
    ("braus", 4, {"length": "hands:5"}),
    ("braus", 6, {"length": "hands:5"}),
    ("braus", 4, {"stray_sevens": "dead", "outcome_card": "five_all", "length": "hands:5"}),
    ("karnoffel", 4, {}),
    ("karnoffel", 4, {"devil": "free", "stop": "five"}),
]
WITH_MOVES: set[str] = {"alkort", "treikort"}


@pytest.mark.parametrize(("rubbers", "most"), [(2, 100), pytest.param(6, None, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
@pytest.mark.parametrize("level", LEVELS)
def test_what_it_does_is_legal_with_memory_or_without(
    level: str, game: str, seats: int, options: Options, rubbers: int, most: int | None
) -> None:
    choose, count = chooser(game, level), 0
    for view, memory in islice(positions(game, seats, options, seats, rubbers), most):
        assert choose(view, memory) in view.actions
        assert choose(view, Memory()) in view.actions
        count += 1
    assert count > 30 * rubbers


@pytest.mark.parametrize("positions_asked", [100, pytest.param(None, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", GAMES)
def test_it_does_the_same_whatever_was_asked_between_and_in_whatever_order_actions_are_offered(
    game: str, positions_asked: int | None
) -> None:
    choose = chooser(game, "steady")
    asked = list(islice(positions(game, GAMES[game].seats[-1], {}, seed=8, rubbers=2), positions_asked))
    first = [choose(*position) for position in asked]
    turned = [
        position._replace(view=replace(position.view, legal=position.view.legal[::-1], moves=position.view.moves[::-1]))
        for position in asked
    ]
    again = [choose(*position) for position in reversed(turned)]
    assert first == again[::-1]
    assert (game in WITH_MOVES) == any(position.view.moves for position in asked)


def test_every_game_is_among_the_tables() -> None:
    assert {game for game, _, _ in TABLES} == set(GAMES)
