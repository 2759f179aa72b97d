"""Ratings of simulated people: the order of their strengths is found, and no trick raises a rating."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from statistics import fmean

import pytest

from bot.ratings.ratings import Rating, rate, rate_all
from bot.tables.results import Rubber
from tests.ratings.ladder import SideScores, play

ME = "Me"
OTHERS = tuple(f"p{number}" for number in range(20))
TOLERANCE = 1.0
"""In units of a rating's mean; a newcomer's standard deviation is 8.3."""

Way = Callable[[random.Random, int, list[str | None], dict[str | None, float]], Rubber]


def honest(chance: random.Random, number: int, people: list[str | None], strength: dict[str | None, float]) -> Rubber:
    return play(chance, number, [ME, *people[1:]], strength)


def leaving(when: Callable[[SideScores], bool]) -> Way:
    return lambda chance, number, people, strength: play(chance, number, [ME, *people[1:]], strength, leaves=when)


def substituting(own: int, other: int) -> Way:
    def way(chance: random.Random, number: int, people: list[str | None], strength: dict[str | None, float]) -> Rubber:
        scores = (own, other, 0) if len(people) == 3 else (own, other)
        return play(chance, number, people, strength, scores=scores, comes=(ME, 0))

    return way


def alone(chance: random.Random, number: int, people: list[str | None], strength: dict[str | None, float]) -> Rubber:
    return play(chance, number, [ME, *[None] * (len(people) - 1)], strength)


def behind(scores: SideScores) -> bool:
    return scores[0] + 3 < max(scores)


def ahead(scores: SideScores) -> bool:
    return scores[0] == max(scores) > 3


def drift(way: Way, size: int, edge: float = 0.0, runs: int = 8, rubbers: int = 100) -> float:
    """The average move of a rating that was right; `edge`: the person's advantage in strength over the others."""
    moved = []
    for seed in range(runs):
        chance = random.Random(seed)
        strength: dict[str | None, float] = {name: 25 + chance.gauss(0, 4) for name in OTHERS}
        strength |= {ME: 25 + edge, None: 25.0}
        ratings = {name: Rating(strength[name], 1.5, 50) for name in OTHERS} | {ME: Rating(25 + edge, 2.0, 50)}
        for number in range(rubbers):
            people: list[str | None] = list(chance.sample(OTHERS, size))
            ratings[ME] = rate(ratings, way(chance, number, people, strength)).get(ME, ratings[ME])
        moved.append(ratings[ME].mu - 25 - edge)
    return fmean(moved)


@pytest.mark.slow
@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("when", [behind, ahead])
def test_nobody_gains_by_leaving(when: Callable[[SideScores], bool], size: int) -> None:
    assert drift(leaving(when), size) < drift(honest, size)


@pytest.mark.slow
@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("scores", [(8, 0), (0, 8), (0, 0)])
@pytest.mark.parametrize("edge", [-8, 0, 8])
def test_a_substitute_is_worth_what_they_were_at_whatever_score_they_come(
    scores: tuple[int, int], size: int, edge: float
) -> None:
    assert abs(drift(substituting(*scores), size, edge)) < TOLERANCE


@pytest.mark.slow
@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("edge", [0, 8])
def test_playing_only_computers_brings_no_more_than_playing_people(size: int, edge: float) -> None:
    assert drift(alone, size, edge) < drift(honest, size, edge) + TOLERANCE


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """The rank correlation of values without ties."""
    ranks = [{value: rank for rank, value in enumerate(sorted(values))} for values in (one, other)]
    gaps = sum((ranks[0][a] - ranks[1][b]) ** 2 for a, b in zip(one, other, strict=True))
    return 1 - 6 * gaps / (len(one) * (len(one) ** 2 - 1))


@pytest.mark.slow
@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_order_of_strengths_is_found_in_ten_thousand_rubbers(size: int) -> None:
    chance = random.Random(size)
    names = [f"p{number}" for number in range(40)]
    strength: dict[str | None, float] = {name: chance.gauss(25, 8) for name in names}
    rubbers = [play(chance, number, chance.sample(names, size), strength) for number in range(10_000)]
    found = rate_all(rubbers).sizes[size]
    assert spearman([strength[name] for name in names], [found[name].mu for name in names]) >= 0.95
