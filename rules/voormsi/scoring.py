"""Points: the value of a trick, the booking, the bounce, and the scores at which a rubber may stand (RULES §9, §10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Final

from rules.core.capabilities import Climb
from rules.core.contract import Fact, fact
from rules.core.trick_game import possible_scores
from rules.voormsi.facts import RefusalFact
from rules.voormsi.options import RubberTerms, terms
from rules.voormsi.trick import BARRED, EXECUTED, THREE_ON_EXECUTIONER, THREE_ON_VOORMSI, VOORMSI_HEADS

FIFTH: Final = 5
"""The first unit of a hand that is worth a point (§9.1)."""
VOORMSI_WON: Final = 1
"""Points if Voormsi wins the trick (§9.4)."""
EXECUTION: Final = 2
"""Points for Toqutsit on an opponent's heading Voormsi (§9.5)."""
VOORMSI_TAKEN: Final = 1
"""Points for 3♦ on a heading Voormsi (§9.7)."""
EXECUTIONER_TAKEN: Final = 2
"""Points for 3♦ on a Toqutsit that has executed a Voormsi (§9.8)."""
FIRST_FIVE: Final = 1
"""Points for the first five units (§9.2)."""
SPECIAL: Final = EXECUTION
"""The most points of a hand by special cards (§9.4 to §9.8): Voormsi lies in one trick."""


def pack(counts: Iterable[int]) -> int:
    """Counts by side as one number, 8 bits a side."""
    return int.from_bytes(bytes(counts), "little")


def spread(counts: int, sides: int) -> tuple[int, ...]:
    """The counts by side: the inverse of `pack`."""
    return tuple(counts.to_bytes(sides, "little"))


def of_side(counts: int, side: int) -> int:
    """The count of one side."""
    return counts >> 8 * side & 255


def with_nothing(counts: int, side: int) -> int:
    """Packed counts with one side's set to 0."""
    return counts & ~(255 << 8 * side)


def fifth_points(before: int, after: int) -> int:
    """Points for a side's units of the hand from `before` to `after` (§9.1)."""
    return max(after, FIFTH - 1) - max(before, FIFTH - 1)


def first_five_points(first_five: bool, units: int, side: int, after: int) -> int:
    """1 if `after` units give a side the first five before any other side has one (§9.2), else 0."""
    before = of_side(units, side)
    return int(first_five and before < FIFTH <= after and not with_nothing(units, side))


def unit_points(first_five: bool, units: int, side: int, size: int) -> int:
    """The points of §9.1, and of §9.2 if `first_five` applies, if a side wins `size` units; `units`: counts before."""
    before = units >> 8 * side & 255
    after = before + size
    if after < FIFTH:
        return 0
    if before >= FIFTH:
        return size
    return fifth_points(before, after) + first_five_points(first_five, units, side, after)


def special_points(flags: int, last: bool) -> int:
    """The points of §9.4 to §9.8 for the side that wins a trick with these flags; `last`: with its last play."""
    if flags & VOORMSI_HEADS:
        return 0 if last or flags & BARRED else VOORMSI_WON
    if flags & EXECUTED:
        return EXECUTION
    if flags & THREE_ON_EXECUTIONER:
        return EXECUTIONER_TAKEN
    return VOORMSI_TAKEN if flags & THREE_ON_VOORMSI else 0


def new_score(score: int, points: int, target: int) -> int:
    """A score after booking points: it bounces back from the target (§10.2)."""
    reached = score + points
    return reached if reached <= target else 2 * target - reached


def climb(seats: int, before: int, points: int) -> Climb:
    """The state of a side's ladder, at a table with this number of seats, after points are booked on it."""
    return climb_to(terms(seats, {}).target, before, points)


def climb_to(target: int, before: int, points: int) -> Climb:
    """A score after booking points, and from where it bounced."""
    reached = before + points
    return Climb(target, new_score(before, points, target), reached if reached > target else None)


def book(terms: RubberTerms, scores: int, waiting: int, units: int, winner: int, over: bool) -> tuple[int, int, bool]:
    """(scores, waiting, whether the hand is over) after the side `winner` took a trick; `over`: it was the last one.

    The losers of the trick book (§10.1). At the end of the hand the winner books as well, together with them (§10.4),
    or after them with the option that the loser books first (§11.3). When a side wins, the others' waiting points are
    lost (§10.3), and in a void hand nobody books (§9.3).
    """
    if over and of_side(units, winner) == terms.units:
        return scores, 0, True
    won = False
    for side, points in enumerate(waiting.to_bytes(len(terms.sides), "little")):
        if points and side != winner:
            scores, reached = _book_by(scores, side, points, terms.target)
            won = won or reached
    if over and not (won and terms.loser_first):
        scores, reached = _book_by(scores, winner, of_side(waiting, winner), terms.target)
        won = won or reached
    return scores, 0 if won or over else waiting & 255 << 8 * winner, won or over


def _book_by(scores: int, side: int, points: int, target: int) -> tuple[int, bool]:
    """(scores, whether the side is at the target) after one side booked points."""
    before = of_side(scores, side)
    score = new_score(before, points, target)
    return scores + (score - before << 8 * side), score == target


def impossible_score(
    seats: int, options: Mapping[str, str], scores: Sequence[int], at_end: bool = False
) -> Fact | None:
    """Return why a rubber never stands (`at_end`: ends) at these scores; None if it may."""
    agreed = terms(seats, options)
    gains = _gains(agreed.units, agreed.first_five, len(agreed.sides))
    possible = possible_scores(gains, agreed.target, agreed.hands, most=agreed.target)
    may_lose_all = len(agreed.sides) == 2 and 0 in scores  # and with all its points the rubber (§9.6)
    if possible.include(scores, at_end and not may_lose_all):
        return None
    return fact(RefusalFact.IMPOSSIBLE_SCORE, points=_most(agreed), limit=agreed.target)


def _most(agreed: RubberTerms) -> int:
    """The most points that a hand brings: it is void if a side has all units (§9.3)."""
    return agreed.units - FIFTH + agreed.first_five * FIRST_FIVE + SPECIAL


@cache
def _gains(units: int, first_five: bool, sides: int) -> frozenset[tuple[int, ...]]:
    """All that a hand may bring.

    A side may always end with less: by a bounce (§10.2), and where the rubber is over or cut short before it books.
    """
    found = set[tuple[int, ...]]()
    for won in product(range(units), repeat=sides):  # of all units, the hand would be void
        if sum(won) != units:
            continue
        earned = [max(0, count - FIFTH + 1) for count in won]
        for side in range(sides):
            extra = [FIRST_FIVE if first_five and count >= FIFTH else 0 for count in won]
            extra[side] += SPECIAL if won[side] else 0
            most = (count + more for count, more in zip(earned, extra, strict=True))
            found.update(product(*(range(points + 1) for points in most)))
    return frozenset(found)
