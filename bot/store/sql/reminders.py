"""Reminders in SQL: whom to remind of which play, and the digests to send."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence

from bot.store.rows import DigestLine, DigestRow, OwedRow
from bot.store.sql.connection import SqlConnection
from bot.store.sql.statements import earliest, greater, insert

# by the index of the moments, of which few have come, not by that of the deadlines, of which most are to come
_DUE = """
SELECT tables.id, tables.guild_id, seats.seat, seats.holder, tables.wait_since, tables.credited, tables.deadline_at
FROM tables INDEXED BY tables_remind JOIN seats ON seats.table_id = tables.id AND seats.seat = tables.turn_seat
WHERE tables.remind_at <= :now AND tables.deadline_at > :now AND seats.holder IS NOT NULL
ORDER BY tables.deadline_at, tables.id
"""
_SAME_WAIT = "WHERE id = :table_id AND wait_since = :wait_since"
_HOLD = f"UPDATE tables SET remind_after = :until {_SAME_WAIT}"
_COUNT = f"UPDATE tables SET reminded = {greater('reminded', ':times')} {_SAME_WAIT}"
_UNTELL = f"UPDATE tables SET reminded = {greater('reminded - 1', '0')}, remind_after = :until {_SAME_WAIT}"
_RELEASE = """
UPDATE tables SET remind_after = 0
WHERE id IN (SELECT table_id FROM seats WHERE holder = :person) AND remind_after > 0
    AND turn_seat = (SELECT seat FROM seats WHERE table_id = tables.id AND holder = :person)
"""
_DIGESTS = "SELECT id, person, way, at, lines FROM digests INDEXED BY digests_at WHERE at <= :now ORDER BY id"
_PUT_DIGEST = insert("digests", ("person", "way", "at", "lines"))


def due_reminders(db: SqlConnection, now: int, without: Collection[int] = ()) -> list[OwedRow]:
    found = map(OwedRow._make, db.execute(_DUE, {"now": now}))
    return [one for one in found if one.guild_id not in without]


def next_reminder(db: SqlConnection, after: int) -> int | None:
    return earliest(db, after, ("tables", "remind_at"), ("digests", "at"))


def hold_reminders(db: SqlConnection, held: Sequence[OwedRow], until: int) -> None:
    db.executemany(_HOLD, [{**one._asdict(), "until": until} for one in held])


def release_reminders(db: SqlConnection, person: str) -> None:
    db.execute(_RELEASE, {"person": person})


def count_reminders(db: SqlConnection, counted: Sequence[tuple[OwedRow, int]], digests: Sequence[DigestRow]) -> None:
    db.executemany(_COUNT, [{**one._asdict(), "times": times} for one, times in counted])
    _put_digests(db, digests)


def replace_digest(
    db: SqlConnection,
    digest: int,
    instead: Sequence[DigestRow] = (),
    untold: Sequence[DigestLine] = (),
    until: int = 0,
) -> None:
    if db.execute("DELETE FROM digests WHERE id = :id", {"id": digest}).rowcount:
        _put_digests(db, instead)
        db.executemany(_UNTELL, [{**one._asdict(), "until": until} for one in untold])


def postpone_digest(db: SqlConnection, digest: int, until: int) -> None:
    db.execute("UPDATE digests SET at = :until WHERE id = :id", {"id": digest, "until": until})


def due_digests(db: SqlConnection, now: int) -> list[DigestRow]:
    return [
        DigestRow(number, person, way, at, tuple(map(DigestLine._make, json.loads(lines))))
        for number, person, way, at, lines in db.execute(_DIGESTS, {"now": now})
    ]


def _put_digests(db: SqlConnection, digests: Iterable[DigestRow]) -> None:
    db.executemany(_PUT_DIGEST, [{**one._asdict(), "lines": json.dumps(one.lines)} for one in digests])
