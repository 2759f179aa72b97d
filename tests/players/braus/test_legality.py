"""Whatever the table of Bräus, a computer answers with a legal play, and always with the same one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from players.memory import Memory
from players.registry import LEVELS, chooser
from tests.players.braus.tables import positions

TABLES: list[tuple[int, dict[str, str]]] = [
    (4, {}),
    (6, {}),
    (4, {"stray_sevens": "dead", "outcome_card": "five_all", "target": "1"}),
    (6, {"stray_sevens": "dead", "length": "hands:3"}),
]


@pytest.mark.parametrize(("seats", "options"), TABLES)
@pytest.mark.parametrize("level", LEVELS)
def test_chance_positions_get_a_legal_play(level: str, seats: int, options: dict[str, str]) -> None:
    choose = chooser("braus", level)
    found = [choose(*one) in one[0].actions for one in positions(seats, options, seed=seats, hands=4) if one[0].legal]
    assert len(found) > 60
    assert all(found)


def test_the_same_position_gets_the_same_play_whatever_was_asked_between_and_in_any_order() -> None:
    choose = chooser("braus", "steady")
    asked = [one for one in positions(4, {}, seed=8, hands=3) if one[0].legal]
    first = [choose(*one) for one in asked]
    again = [choose(replace(view, legal=view.legal[::-1]), memory) for view, memory in reversed(asked)]
    assert first == again[::-1]


@pytest.mark.parametrize("seats", [4, 6])
def test_without_memory_it_still_plays(seats: int) -> None:
    choose = chooser("braus", "steady")
    asked = [view for view, _ in positions(seats, {}, seed=10, hands=3) if view.legal]
    assert all(choose(view, Memory()) in view.actions for view in asked)
