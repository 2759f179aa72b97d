"""Reminders in SQL: whom to remind of which play, and the digests to send.

Functions of one connection.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable

from bot.store.rows import DigestLine, DigestRow, OwedRow

# by the index of the moments, of which few have come, not by that of the deadlines, of which most are to come
_OWED = """
SELECT tables.id, tables.guild_id, seats.seat, seats.holder, tables.wait_since, tables.credited, tables.deadline_at
FROM tables INDEXED BY tables_remind JOIN seats ON seats.table_id = tables.id AND seats.seat = tables.turn_seat
WHERE tables.remind_at <= ?1 AND tables.deadline_at > ?1 AND seats.holder IS NOT NULL
ORDER BY tables.deadline_at, tables.id
"""
_NEXT = ("SELECT min(remind_at) FROM tables WHERE remind_at > ?", "SELECT min(at) FROM digests WHERE at > ?")
_HOLD = "UPDATE tables SET remind_after = ? WHERE id = ? AND wait_since = ?"
_COUNT = "UPDATE tables SET reminded = max(reminded, ?) WHERE id = ? AND wait_since = ?"
_UNTELL = "UPDATE tables SET reminded = max(reminded - 1, 0), remind_after = ? WHERE id = ? AND wait_since = ?"
_TO_SEND = "SELECT id, person, way, at, lines FROM digests INDEXED BY digests_at WHERE at <= ? ORDER BY id"
_SEND = "INSERT INTO digests (person, way, at, lines) VALUES (?, ?, ?, ?)"
_RELEASE = """
UPDATE tables SET remind_after = 0
WHERE id IN (SELECT table_id FROM seats WHERE holder = ?1) AND remind_after > 0
    AND turn_seat = (SELECT seat FROM seats WHERE table_id = tables.id AND holder = ?1)
"""


def owed(db: sqlite3.Connection, now: int, without: Collection[int]) -> list[OwedRow]:
    """The plays to remind of at `now`, soonest deadline first; not in guilds in `without`."""
    found = map(OwedRow._make, db.execute(_OWED, (now,)))
    return [one for one in found if one.guild_id not in without]


def next_moment(db: sqlite3.Connection, after: int) -> int | None:
    """The first moment after `after` at which a play is to be reminded of, or a digest sent."""
    found = [db.execute(query, (after,)).fetchone()[0] for query in _NEXT]
    return min((moment for moment in found if moment is not None), default=None)


def hold(db: sqlite3.Connection, held: Iterable[OwedRow], until: int) -> None:
    """Do not remind of these plays before `until`."""
    db.executemany(_HOLD, [(until, one.table_id, one.wait_since) for one in held])


def release(db: sqlite3.Connection, person: str) -> None:
    """End the delay of all reminders to a person."""
    db.execute(_RELEASE, (person,))


def count(db: sqlite3.Connection, counted: Iterable[tuple[OwedRow, int]], digests: Iterable[DigestRow]) -> None:
    """Store how often people have been reminded of plays, and the digests to send for it, both at once."""
    db.executemany(_COUNT, [(times, one.table_id, one.wait_since) for one, times in counted])
    db.executemany(_SEND, [_written(one) for one in digests])


def instead(
    db: sqlite3.Connection, done: int, digests: Iterable[DigestRow], untold: Iterable[DigestLine], until: int
) -> None:
    """Remove a digest and queue others in its place.

    Its recipient was not reminded of the plays `untold`: these reminders are due again, not before `until`.
    """
    if db.execute("DELETE FROM digests WHERE id = ?", (done,)).rowcount:
        db.executemany(_SEND, [_written(one) for one in digests])
        db.executemany(_UNTELL, [(until, one.table_id, one.wait_since) for one in untold])


def wait(db: sqlite3.Connection, digest: int, at: int) -> None:
    """Do not send a digest before `at`."""
    db.execute("UPDATE digests SET at = ? WHERE id = ?", (at, digest))


def to_send(db: sqlite3.Connection, now: int) -> list[DigestRow]:
    """The digests to send at `now`, the oldest first."""
    found = db.execute(_TO_SEND, (now,))
    return [
        DigestRow(number, person, way, at, tuple(map(DigestLine._make, json.loads(lines))))
        for number, person, way, at, lines in found
    ]


def _written(digest: DigestRow) -> tuple[str, str, int, str]:
    return digest.person, digest.way, digest.at, json.dumps(digest.lines)
