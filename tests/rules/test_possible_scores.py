"""The scores that a rubber may have: all that play brings, and none beyond."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import registry
from rules.core.contract import Phase, Shuffle
from tests.cups.cups import CHANCE

GAMES = [("voormsi", 2), ("voormsi", 3), ("voormsi", 4), ("alkort", 4), ("treikort", 3), ("braus", 4), ("karnoffel", 4)]
HANDS = {"treikort": {"hands": "3"}}


def scores_of_play(game: Any, seats: int, options: Mapping[str, str], chance: random.Random) -> Iterator[Any]:
    """Yield the public view after each action of a rubber, until its end."""
    state = game.start(seats, options)
    while (phase := game.phase(state)) is not Phase.OVER:
        pack = tuple(chance.sample(game.pack, len(game.pack)))
        action = Shuffle(pack) if phase in (Phase.CUT, Phase.DEAL) else chance.choice(game.legal(state))
        state = game.apply(state, action)
        yield game.view(state, None)


@pytest.mark.parametrize(("game", "seats"), GAMES)
@given(chance=CHANCE, hands=st.sampled_from((None, 1, 2, 3)))
def test_every_score_of_real_play_is_possible(game: str, seats: int, chance: random.Random, hands: int | None) -> None:
    rules: Any = registry.game(game)
    options = HANDS.get(game) or ({} if hands is None else {"length": f"hands:{hands}"})
    view = None
    for view in scores_of_play(rules, seats, options, chance):
        assert rules.impossible_score(seats, options, view.scores) is None
    assert view is not None
    assert rules.impossible_score(seats, options, view.scores, at_end=True) is None


@pytest.mark.parametrize(
    ("game", "seats", "options", "scores"),
    [
        ("voormsi", 2, {}, (10, 0)),
        ("voormsi", 3, {}, (13, 0, 0)),
        ("voormsi", 4, {"length": "hands:1"}, (8, 0)),
        ("voormsi", 4, {"length": "hands:1"}, (3, 3)),
        ("voormsi", 4, {"length": "hands:2"}, (9, 6)),
        ("alkort", 4, {"length": "hands:2"}, (99, 1)),
        ("alkort", 4, {"length": "hands:1"}, (1, 1)),
        ("alkort", 4, {"length": "hands:1"}, (4, 0)),
        ("alkort", 4, {"length": "hands:2"}, (18, 0)),
        ("alkort", 4, {}, (9, 9)),
        ("treikort", 3, {"hands": "3"}, (9, 9, 8)),
        ("treikort", 3, {"hands": "3"}, (18, 9, 9)),
        ("braus", 4, {"length": "hands:2"}, (5, 0)),
        ("braus", 4, {"length": "hands:2"}, (2, 3)),
        ("braus", 4, {}, (6, 6)),
        ("karnoffel", 4, {"length": "hands:3"}, (2, 2)),
        ("karnoffel", 4, {}, (5, 5)),
        ("karnoffel", 4, {}, (6, 0)),
        ("voormsi", 2, {}, (1, 2, 3)),
    ],
)
def test_scores_beyond_play_are_impossible(
    game: str, seats: int, options: Mapping[str, str], scores: tuple[int, ...]
) -> None:
    assert registry.game(game).impossible_score(seats, options, scores) is not None


@pytest.mark.parametrize(
    ("game", "seats", "options", "scores"),
    [
        ("voormsi", 4, {"length": "hands:1"}, (5, 2)),
        ("voormsi", 2, {"length": "hands:1"}, (7, 0)),
        ("voormsi", 3, {"length": "hands:1"}, (9, 0, 0)),
        ("voormsi", 2, {}, (9, 9)),
        ("alkort", 4, {}, (17, 8)),
        ("braus", 4, {"target": "1"}, (2, 0)),
        ("karnoffel", 4, {}, (5, 4)),
        ("treikort", 3, {"hands": "3"}, (27, 0, 0)),
    ],
)
def test_the_greatest_scores_are_possible(
    game: str, seats: int, options: Mapping[str, str], scores: tuple[int, ...]
) -> None:
    assert registry.game(game).impossible_score(seats, options, scores) is None


def test_a_match_that_was_cut_short_has_no_score_of_an_end() -> None:
    karnoffel = registry.game("karnoffel")
    assert karnoffel.impossible_score(4, {"length": "hands:4"}, (1, 1)) is None
    assert karnoffel.impossible_score(4, {"length": "hands:4"}, (1, 1), at_end=True) is not None
