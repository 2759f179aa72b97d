"""Points: what a trick is worth, what is booked, and how it bounces (RULES §9, §10)."""

from __future__ import annotations

from typing import Final

from rules.voormsi.options import Terms
from rules.voormsi.ranking import VOORMSI
from rules.voormsi.trick import BARRED, EXECUTED, THREE_ON_EXECUTIONER, THREE_ON_VOORMSI

FIFTH: Final = 5
"""The first unit of a hand that is worth a point (§9.1)."""


def unit_points(before: int, after: int) -> int:
    """Points for a side's units of the hand from `before` to `after` (§9.1)."""
    return max(after - FIFTH + 1, 0) - max(before - FIFTH + 1, 0)


def first_five_points(terms: Terms, units: bytes, side: int, after: int) -> int:
    """1 if a side gets from `units` to `after` and so to five before any other has one (§9.2)."""
    before = units[side]
    return int(terms.first_five and before < FIFTH <= after and sum(units) == before)


def trick_points(terms: Terms, units: bytes, side: int, size: int) -> int:
    """Points of §9.1 and §9.2 for a trick of `size` units that a side adds to `units`."""
    before = units[side]
    after = before + size
    if after < FIFTH:
        return 0
    return unit_points(before, after) + first_five_points(terms, units, side, after)


def special_points(marks: int, winning: int, last: bool) -> int:
    """Points of §9.4 to §9.8 for the side that wins a trick with the cards `winning`; `last`: as its last play."""
    if winning & VOORMSI and not marks & BARRED and not last:
        return 1
    if marks & (EXECUTED | THREE_ON_EXECUTIONER):
        return 2
    return 1 if marks & THREE_ON_VOORMSI else 0


def climbed(score: int, points: int, target: int) -> int:
    """A score after booking points: what passes the target bounces (§10.2)."""
    reached = score + points
    return reached if reached <= target else 2 * target - reached


def booked(terms: Terms, scores: bytes, waiting: bytes, winner: int, over: bool) -> tuple[bytes, bytes]:
    """(scores, waiting) after a trick that the side `winner` took; `over`: it was the last of the hand.

    The losers of the trick book (§10.1); at the end of the hand the winner does so too, together with them (§10.4),
    or after them if the loser comes first (§11.3). A win at once loses what others have waiting (§10.3).
    """
    after = bytearray(scores)
    left = bytearray(waiting)
    for side, points in enumerate(waiting):
        if points and side != winner:
            after[side] = climbed(scores[side], points, terms.target)
            left[side] = 0
    if over and not (terms.loser_first and terms.target in after):
        after[winner] = climbed(scores[winner], waiting[winner], terms.target)
        left[winner] = 0
    if terms.target in after:
        left = bytearray(len(left))
    return bytes(after), bytes(left)
