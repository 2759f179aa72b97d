"""A forecast of a trick: who wins it, and what matadors may cost in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from players.voormsi.heading_play import HeadingPlay
from players.voormsi.knowledge import Knowledge, chance_held, chance_to_beat
from players.voormsi.situation import Situation
from rules.voormsi.ranking import THREE, TOQUTSIT, VOORMSI
from rules.voormsi.scoring import EXECUTION, EXECUTIONER_TAKEN, VOORMSI_TAKEN

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


def dangers(table: Situation, known: Knowledge, heading: HeadingPlay, to_play: Iterable[int], size: int) -> float:
    """The points that the side can expect to lose by matadors (§9.5 to §9.8).

    `known`: after a play of `size` cards, when `heading` heads and the seats `to_play` follow.
    """
    danger = _danger_of_last_matador(table, known)
    if heading.cards & VOORMSI:
        danger += sum(_danger_to_voormsi(table, known, heading, seat, size) for seat in to_play)
        return danger + table.ruin * _must_execute_own(table, known, size)
    if heading.has_executed and heading.side == known.side:
        danger += EXECUTIONER_TAKEN * sum(
            chance_held(known, THREE, seat) for seat in to_play if known.side_of[seat] != known.side
        )
    return danger


def chance_of_execution(known: Knowledge, heading: HeadingPlay, to_play: Iterable[int], size: int) -> float:
    """The chance that a Voormsi that heads after the seat's own play is beaten by a Toqutsit (§9.5, §9.6).

    A partner does that only with its last cards. Nothing beats a play with an added 3♦.
    """
    if not heading.cards & VOORMSI or heading.cards & THREE:
        return 0.0
    others = {seat for seat in to_play if seat != known.seat}
    able = [seat for seat in others if known.side_of[seat] != known.side or known.hand_sizes[seat] <= size]
    return sum(chance_held(known, TOQUTSIT, seat) for seat in able)


def _danger_to_voormsi(table: Situation, known: Knowledge, heading: HeadingPlay, seat: int, size: int) -> float:
    """The expected loss if `seat` beats a heading Voormsi; a partner does it only with its last cards."""
    sign = 1 if heading.side == known.side else -1
    if known.side_of[seat] != heading.side:
        executed = EXECUTION * chance_held(known, TOQUTSIT, seat)
        return sign * (executed + VOORMSI_TAKEN * chance_held(known, THREE, seat))
    if known.hand_sizes[seat] > size or seat == known.seat:
        return 0.0
    return sign * table.ruin * chance_held(known, TOQUTSIT, seat)


def _must_execute_own(table: Situation, known: Knowledge, size: int) -> bool:
    """Return whether Toqutsit would be forced onto a heading Voormsi in the third play of two players (§7.3).

    The Voormsi is the player's own: on the other's, Toqutsit would lie already (§5.5).
    """
    if known.seats != 2 or table.order > 1 or not known.hand & TOQUTSIT:
        return False
    return known.hand.bit_count() + min(size, known.stock // 2) <= size


def _danger_of_last_matador(table: Situation, known: Knowledge) -> float:
    """The expected loss if the partner holds the other matador, and both are forced in the last trick (§9.6)."""
    if known.seats != 4 or known.stock or known.hand not in (TOQUTSIT, VOORMSI):
        return 0.0
    return table.ruin / 2 * chance_held(known, (TOQUTSIT | VOORMSI) & ~known.hand, (known.seat + 2) % 4)
