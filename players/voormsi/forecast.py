"""Who is likely to win a trick, given the play that heads it and the seats that have still to play."""

from __future__ import annotations

from typing import Final, NamedTuple

from players.voormsi.knowledge import Knowledge, chance_to_beat
from players.voormsi.standing import Standing

WILL: Final = 0.85
"""How often a seat that can beat an opponent's play does."""
AGAIN: Final = 0.3
"""How often a play that is not known yet is beaten in its turn."""


class Forecast(NamedTuple):
    """`stays`: the chance that the heading play wins; `taken`: for each side, that it wins with a later play."""

    stays: float
    taken: tuple[float, ...]


def forecast(known: Knowledge, standing: Standing, to_play: tuple[int, ...], order: int) -> Forecast:
    """`to_play`: the seats after this play, in order; the first of them makes the trick's play `order`."""
    stays = 1.0
    taken = [0.0] * (max(known.side_of) + 1)
    for now, seat in enumerate(to_play, order):
        side = known.side_of[seat]
        for other, chance in enumerate(taken):
            if other != side:
                taken[side] += AGAIN * chance
                taken[other] -= AGAIN * chance
        if side != standing.side:
            beaten = stays * WILL * chance_to_beat(known, standing, seat, now)
            taken[side] += beaten
            stays -= beaten
    return Forecast(stays, tuple(taken))


def seats_after(known: Knowledge, order: int, heads: bool) -> tuple[int, ...]:
    """Who plays after the seat's own play `order`; `heads`: whether that play takes the head (§7.1)."""
    if known.seats != 2:
        last = known.seats - 1
        return tuple((known.seat + ahead) % known.seats for ahead in range(1, last - order + 1))
    me, other = known.seat, 1 - known.seat
    return ((other, other, me), (other,) if heads else (other, me), (other,), ())[order]
