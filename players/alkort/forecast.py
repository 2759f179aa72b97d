"""A forecast of who wins a trick, from the heading play and the seats that have still to play."""

from __future__ import annotations

from typing import NamedTuple

from players.alkort.situation import AlkortHeading, AlkortSituation


class AlkortForecast(NamedTuple):
    """`stays`: the probability that the heading play wins; `ours`: that the player's side wins, with it or another."""

    stays: float
    ours: float


def forecast(table: AlkortSituation, heading: AlkortHeading) -> AlkortForecast:
    """Forecast a trick after the player's own play."""
    temper, side = table.temper, heading.side
    stays, taken = 1.0, [0.0, 0.0]
    for ahead, seat in enumerate(table.to_play, 1):
        own = seat % 2
        able = table.known.chance_to_hold(seat, heading.beaters)
        again = temper.again * able * taken[1 - own]
        foes_follow = ahead < len(table.to_play)
        will = temper.will if own != side else temper.over_partner if foes_follow else 0.0
        taken[own] += again + will * able * stays
        taken[1 - own] -= again
        stays -= will * able * stays
    return AlkortForecast(stays, taken[table.side] + (stays if side == table.side else 0.0))
