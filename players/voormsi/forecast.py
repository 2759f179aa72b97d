"""A forecast of who wins a trick, from the heading play and the seats that have still to play."""

from __future__ import annotations

from typing import Final, NamedTuple

from players.voormsi.heading_play import HeadingPlay
from players.voormsi.knowledge import Knowledge, chance_to_beat

WILL: Final = 0.85
"""The probability that a seat that can beat an opponent's play does so."""
RAISE: Final = 0.7
"""The probability that a seat that can beat its own side's play does so, while an opponent has still to play."""
AGAIN: Final = 0.55
"""The probability that a seat that could beat the heading play can and does beat the play that replaced it."""


class Forecast(NamedTuple):
    """`stays`: the probability that the heading play wins; `taken`: for each side, that it wins with a later play."""

    stays: float
    taken: tuple[float, ...]


def forecast(known: Knowledge, heading: HeadingPlay, to_play: tuple[int, ...], order: int) -> Forecast:
    """Forecast a trick. `to_play`: the seats after this play, in order; the first makes the trick's play `order`."""
    stays = 1.0
    taken = [0.0] * (max(known.side_of) + 1)
    for ahead, seat in enumerate(to_play):
        side = known.side_of[seat]
        able = chance_to_beat(known, heading, seat, order + ahead)
        for other, chance in enumerate(taken):
            if other != side:
                taken[side] += AGAIN * able * chance
                taken[other] -= AGAIN * able * chance
        foes_follow = any(known.side_of[later] != side for later in to_play[ahead + 1 :])
        will = WILL if side != heading.side else RAISE if foes_follow else 0.0
        beaten = stays * will * able
        taken[side] += beaten
        stays -= beaten
    return Forecast(stays, tuple(taken))


def seats_after(known: Knowledge, order: int, heads: bool) -> tuple[int, ...]:
    """The seats after the seat's own play `order`; `heads`: whether that play takes the head (§7.1)."""
    if known.seats != 2:
        last = known.seats - 1
        return tuple((known.seat + ahead) % known.seats for ahead in range(1, last - order + 1))
    me, other = known.seat, 1 - known.seat
    return ((other, other, me), (other,) if heads else (other, me), (other,), ())[order]
