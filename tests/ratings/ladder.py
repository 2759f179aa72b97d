"""A game of chance and skill with a ladder, for simulations: people of known strength play rubbers of hands."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from math import exp

from bot.tables.results import Rubber, Spell

TARGET = 9
POINTS = 3
"""Points that a hand brings, unless the rubber ends before."""
SCALE = 18.0

SideScores = tuple[int, ...]


def sides_of(size: int) -> tuple[tuple[int, ...], ...]:
    return ((0, 2), (1, 3)) if size == 4 else tuple((seat,) for seat in range(size))


def play_hand(chance: random.Random, scores: SideScores, strengths: Sequence[float]) -> tuple[SideScores, SideScores]:
    """(scores, points) after a hand: each point goes to a side by strength; one too many bounces."""
    after, points = list(scores), [0] * len(scores)
    for _ in range(POINTS):
        side = chance.choices(range(len(scores)), [exp(one / SCALE) for one in strengths])[0]
        points[side] += 1
        after[side] = after[side] + 1 if after[side] < TARGET else TARGET - 1
        if after[side] == TARGET:
            break
    return tuple(after), tuple(points)


def play(
    chance: random.Random,
    number: int,
    people: Sequence[str | None],
    strength: Mapping[str | None, float],
    *,
    scores: SideScores | None = None,
    leaves: Callable[[SideScores], bool] = lambda _: False,
    comes: tuple[str, int] | None = None,
) -> Rubber:
    """A rubber between people; the holder of seat 0 leaves as `leaves` says.

    `comes`: (person, seat) of somebody who takes that seat from the first hand at which `scores` stand.
    """
    sides = sides_of(len(people))
    now: SideScores = (0,) * len(sides)
    holders, spells, points = list(people), [], []
    since = [1] * len(people)
    if comes is not None and scores is not None:
        points.append(tuple(scores))
        now, (person, seat) = scores, comes
        spells.append(Spell(seat, holders[seat], 1, 1, left=holders[seat] is not None))
        holders[seat], since[seat] = person, 2
    while TARGET not in now:
        if holders[0] is not None and leaves(now):
            spells.append(Spell(0, holders[0], since[0], len(points), left=True))
            holders[0], since[0] = None, len(points) + 1
        team = [sum(strength[holders[seat]] for seat in seats) for seats in sides]
        now, brought = play_hand(chance, now, team)
        points.append(brought)
    spells += [Spell(seat, holder, since[seat], len(points)) for seat, holder in enumerate(holders)]
    return Rubber(number, 1, number, sides, (now.index(TARGET),), tuple(points), tuple(spells))
