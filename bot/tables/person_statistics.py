"""Statistics of each person at a table so far, counted trick by trick."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from rules.core.capabilities import HasFeats, offers
from rules.core.contract import Game, TrickAccount


class PersonStatistics(NamedTuple):
    """The finished hands of a person, the tricks that they took (as the game counts them), their side's bounces, and
    their feats by kind; and the deadlines of plays that they kept and missed.
    """

    hands: int = 0
    tricks: int = 0
    bounces: int = 0
    feats: Mapping[str, int] = MappingProxyType({})
    kept: int = 0
    missed: int = 0


TableStatistics = Mapping[str, PersonStatistics]
"""By the person's key."""


def count_trick(
    before: TableStatistics,
    holders: Sequence[str | None],
    game: Game[Any],
    account: TrickAccount,
    stood_in: Collection[int] = (),
) -> TableStatistics:
    """The statistics after a trick; `holders`: for each seat the key of its person, None for a computer.

    `stood_in`: which of its plays computers made for people. What these won is nobody's.
    """
    by_computers = {account.plays[index].seat for index in stood_in}
    feats = game.feats_of(account) if offers(game, HasFeats) else ()
    feats = tuple(feat for feat in feats if feat.seat not in by_computers)
    winner = None if account.winner in stood_in else account.winner
    taker = None if winner is None else account.plays[winner].seat
    bounced = {booking.side for booking in account.bookings if booking.bounced is not None}
    after = dict(before)
    for side, seats in enumerate(account.sides):
        for seat in seats:
            if (person := holders[seat]) is not None:
                own = after.get(person, PersonStatistics())
                after[person] = own._replace(
                    hands=own.hands + bool(account.hand_end or account.outcome),
                    tricks=own.tricks + (account.size if seat == taker else 0),
                    bounces=own.bounces + (side in bounced),
                    feats=Counter(own.feats) + Counter(feat.kind for feat in feats if feat.seat == seat),
                )
    return after


def with_deadline(before: TableStatistics, person: str, *, is_kept: bool) -> TableStatistics:
    """The statistics after a deadline of a person."""
    own = before.get(person, PersonStatistics())
    after = own._replace(kept=own.kept + 1) if is_kept else own._replace(missed=own.missed + 1)
    return {**before, person: after}
