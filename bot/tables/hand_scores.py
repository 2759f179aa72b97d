"""The scores of finished hands: the points of each side, and the scores that a side went through in a hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.tables.table import Feat, HandResult
from rules.core.contract import Booking

Scores = tuple[int, ...]


def points_by_hand(way: Sequence[Scores], feats: Sequence[Feat]) -> tuple[Scores, ...]:
    """The points that each hand brought each side, before any bounce; `way`: the scores after each hand."""
    return tuple(_points_by_hand(way, feats))


def _points_by_hand(way: Sequence[Scores], feats: Sequence[Feat]) -> Iterator[Scores]:
    before = (0,) * len(way[0]) if way else ()
    for number, scores in enumerate(way, start=1):
        points = [now - then for now, then in zip(scores, before, strict=True)]
        for feat in feats:
            if feat.hand == number and isinstance(feat.what, Booking) and feat.what.bounced is not None:
                points[feat.what.side] += feat.what.bounced - feat.what.after
        yield tuple(points)
        before = scores


def scores_through(result: HandResult, side: int) -> Scores:
    """The scores of a side from before a hand to after it.

    If it bounced (RULES §10.2), those after each booking are between them, and before a bounce the score beyond the
    target.
    """
    before, after = result.scores_before[side], result.scores[side]
    if not result.has_bounced(side):
        return before, after
    through = [before, *(score for one in result.bookings_of(side) for score in one.way[1:])]
    return (*through, after) if through[-1] != after else tuple(through)


def has_lost_points(result: HandResult, side: int) -> bool:
    """Return whether a side lost points that it had already booked (RULES §9.6)."""
    booked = [one.after for one in result.bookings_of(side)]
    return result.scores[side] < (booked or [result.scores_before[side]])[-1]
