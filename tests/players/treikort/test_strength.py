"""The computer for Treikort is clearly stronger than chance, and better off as a Pope who uses his right."""

from __future__ import annotations

import pytest

from benchmarks.players import Contest, at_random
from players import Memory
from players.registry import chooser
from rules.core.contract import Move, SeatAction, View
from tests.players.treikort.hands import lead_as_pope

steady = chooser("treikort", "steady")


def declining(view: View, memory: Memory) -> SeatAction:
    """Plays as `steady`, but never uses the Pope's right."""
    assert view.seat is not None
    return Move(view.seat, "decline") if view.moves else steady(view, memory)


@pytest.mark.parametrize("deals", [30, pytest.param(2000, marks=pytest.mark.slow)])
def test_steady_wins_at_least_two_tricks_a_hand_more_than_chance(deals: int) -> None:
    ahead = Contest("treikort", 3, steady, at_random(1), seed=7).hands(deals)
    assert ahead.mean - ahead.margin > 2


@pytest.mark.slow
def test_chance_is_no_stronger_than_chance() -> None:
    ahead = Contest("treikort", 3, at_random(2), at_random(1), seed=7).hands(100)
    assert abs(ahead.mean) < 2 * ahead.margin


@pytest.mark.parametrize("hands", [15, pytest.param(50, marks=pytest.mark.slow)])
def test_the_popes_right_is_worth_at_least_two_tricks_a_hand(hands: int) -> None:
    using, not_using = (lead_as_pope(hands, choose, steady, seed=8) for choose in (steady, declining))
    assert using.mean - using.margin > not_using.mean + 2


def test_steady_wins_nearly_every_rubber_from_chance() -> None:
    assert Contest("treikort", 3, steady, at_random(3), seed=10).rubbers(3).mean > 0.9
