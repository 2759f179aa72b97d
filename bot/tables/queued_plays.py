"""What becomes of plays that were laid down before their turn: they wait, are played, or fall. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.store import QueuedRow
from bot.tables.playing import QUEUED
from bot.tables.table import Stage, Table, present
from rules.core.cards import cards


def still_waits(one: QueuedRow, table: Table) -> bool:
    """Whether the play can still come: once its turn has come it was played, or it falls."""
    has_come = table.turn == one.seat and not table.paused
    return _is_for_next(one, table) and not has_come


def parted(laid: Sequence[QueuedRow], table: Table) -> tuple[tuple[QueuedRow, ...], tuple[QueuedRow, ...]]:
    """Of all that was laid down there: what waits still, and what has fallen."""
    waits = tuple(one for one in laid if still_waits(one, table))
    return waits, tuple(one for one in laid if one not in waits and has_fallen(one, table))


def numbered(laid: Iterable[QueuedRow]) -> tuple[QueuedRow, ...]:
    """As they are stored: each seat's in the order in which they are tried, what has fallen last."""
    ranks: Counter[int] = Counter()
    found = []
    for one in laid:
        found.append(one._replace(rank=ranks[one.seat]))
        ranks[one.seat] += 1
    return tuple(found)


def has_fallen(one: QueuedRow, table: Table) -> bool:
    """Whether its person is to be told that a play which waits no more was not made: until their next one."""
    return _is_for_next(one, table) or (_is_of_seat(one, table) and _was_made_otherwise(one, table))


def _is_for_next(one: QueuedRow, table: Table) -> bool:
    """Whether it was laid down for the next play of its seat, and the seat is still the person's."""
    return _is_of_seat(one, table) and (one.hand, one.nth) == present(table, one.seat)


def _was_made_otherwise(one: QueuedRow, table: Table) -> bool:
    """Whether the play for which it was laid down is the seat's last one, and nobody chose it."""
    if table.hand is None or (one.hand, one.nth + 1) != present(table, one.seat):
        return False
    last = max(index for index, play in enumerate(table.hand.plays) if play.seat == one.seat)
    unchosen = dict(table.hand.marked).get(last, QUEUED) != QUEUED
    return unchosen and frozenset(table.hand.plays[last].cards) != frozenset(cards(one.cards))


def _is_of_seat(one: QueuedRow, table: Table) -> bool:
    return table.stage is Stage.PLAYING and table.seats[one.seat].person == one.person
