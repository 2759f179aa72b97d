"""The length that the lobby tells for a rubber, compared with rubbers of computers."""

from __future__ import annotations

import statistics

import pytest

from rules.core.options import quick
from rules.registry import game
from tests.players.rubbers import hands, length

VOORMSI = game("voormsi")


@pytest.mark.parametrize(
    ("seats", "rubbers"), [(2, 9), *(pytest.param(seats, 31, marks=pytest.mark.slow) for seats in VOORMSI.seats)]
)
def test_a_rubber_takes_about_as_many_plays_as_is_said(seats: int, rubbers: int) -> None:
    median = statistics.median(length("voormsi", seats, {}, seed) for seed in range(rubbers))
    assert median == pytest.approx(VOORMSI.about_plays(seats, {}), rel=0.25)


@pytest.mark.parametrize("seats", VOORMSI.seats)
def test_a_quick_game_takes_about_as_many_plays_as_is_said(seats: int) -> None:
    options = quick(VOORMSI.options)
    median = statistics.median(length("voormsi", seats, options, seed) for seed in range(11))
    assert median == pytest.approx(VOORMSI.about_plays(seats, options), rel=0.15)


def test_a_rubber_of_braus_takes_about_as_many_hands_as_its_length_is_said_for() -> None:
    plays = game("braus").about_plays
    played = statistics.fmean(hands("braus", 4, {}, seed) for seed in range(5))
    assert played == pytest.approx(plays(4, {}) / plays(4, {"length": "hands:1"}), rel=0.2)


def test_nothing_is_said_of_what_cannot_be_played() -> None:
    with pytest.raises(ValueError, match="seats"):
        VOORMSI.about_plays(5, {})
