"""Parts that most games of tricks share: whose turn it is, actions without private parts, and possible scores."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from itertools import count
from typing import NamedTuple, Protocol

from rules.core.contract import SeatAction


class HasTurn(Protocol):
    """A state that has the seat to act, -1 when no seat is to act."""

    @property
    def turn(self) -> int: ...


def turn(state: HasTurn) -> int | None:
    """The seat to act, None when a shuffle is expected or the rubber is over."""
    return state.turn if state.turn >= 0 else None


def face(action: SeatAction) -> SeatAction:
    """The action as it is, since every card is played openly."""
    return action


class PossibleScores(NamedTuple):
    """The scores at which a rubber may stand: at some moment, and at its end."""

    ever: frozenset[tuple[int, ...]]
    ends: frozenset[tuple[int, ...]]

    def include(self, scores: Sequence[int], at_end: bool) -> bool:
        """Return whether a rubber may stand (`at_end`: end) at these scores."""
        return tuple(scores) in (self.ends if at_end else self.ever)


@cache
def possible_scores(
    gains: frozenset[tuple[int, ...]], target: int, hands: int | None, most: int | None = None
) -> PossibleScores:
    """The scores of a rubber that a side with `target` points ends, or the end of its last hand.

    `gains`: all that one hand may add, by side; with zeros if it may add nothing. `hands`: None for a whole rubber.
    `most`: the greatest score that a side may have.
    """
    start = (0,) * len(next(iter(gains)))
    may_stay = start in gains
    ever, ends, layer = {start}, set[tuple[int, ...]](), {start}
    for _ in count() if hands is None else range(hands):
        after = {_sum(scores, gain) for scores in layer for gain in gains}
        after = {scores for scores in after if most is None or max(scores) <= most}
        over = {scores for scores in after if max(scores) >= target}
        layer = after - over - (ever if may_stay else set())  # what may stay as it is can be reached later, too
        ever |= after
        ends |= over
        if not layer:
            break
    if hands is not None:
        ends |= {scores for scores in ever if max(scores) < target} if may_stay else layer
    return PossibleScores(frozenset(ever), frozenset(ends))


def one_side_gains(sides: int, points: Collection[int]) -> frozenset[tuple[int, ...]]:
    """The gains of a hand in which one side alone scores any of these points."""
    return frozenset(
        tuple(gain if side == number else 0 for number in range(sides)) for side in range(sides) for gain in points
    )


def _sum(scores: tuple[int, ...], gain: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(score + more for score, more in zip(scores, gain, strict=True))
