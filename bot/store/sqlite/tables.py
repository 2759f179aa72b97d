"""Tables in SQL: the record, the row, the seats, the queue and the place.

Functions of one connection.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from bot.store.errors import Conflict, NameTaken, Repeated
from bot.store.rows import PlaceRow, QueuedRow, RecordRow, SeatRow, Stage, Stored, TableRow
from bot.store.sqlite import key_value

_RUNNING = "stage IN ('lobby', 'playing')"
_ENDED = "stage IN ('over', 'closed')"
_COLUMNS = ", ".join(f"tables.{column}" for column in TableRow._fields)
_SELECT = f"SELECT {_COLUMNS} FROM tables"
_INSERT = (
    f"INSERT INTO tables (id, {', '.join(TableRow._fields[1:])}) VALUES ({key_value.NEXT_TABLE},"
    f" {', '.join('?' * (len(TableRow._fields) - 1))}) ON CONFLICT DO NOTHING RETURNING id"
)
_SET_TURN = (
    "UPDATE tables SET seq = ?, hand = ?, turn_seat = ?, due_at = ?, deadline_at = ?, wait_since = ?, credited = ?,"
    " held_at = ?, lost_at = ?, silent_since = ?, silent_until = ?, changed_at = ?, language = ?, game = ?,"
    " reminded = CASE wait_since WHEN ? THEN reminded ELSE 0 END,"
    " remind_after = CASE wait_since WHEN ? THEN remind_after ELSE 0 END"
    " WHERE id = ? AND seq = ? AND stage = ?"
)
_SET_STAGE = "UPDATE tables SET stage = ? WHERE id = ? AND seq = ?"
_SET_CHANNEL = "UPDATE tables SET channel_id = ?1 WHERE id = ?2 AND channel_id <> ?1"
_INSERT_LINE = "INSERT INTO records (table_id, seq, at, verb, body) VALUES (?, ?, ?, ?, ?)"
_NEWEST = "SELECT at, body ->> '$.by' FROM records ORDER BY rowid DESC"
_IN_THREAD = f"""
SELECT {_COLUMNS}, places.thread_id FROM places JOIN tables ON tables.id = places.table_id
WHERE places.thread_id = ? ORDER BY places.table_id DESC LIMIT 2
"""
_BY_CHANNEL = f"""
SELECT {_COLUMNS}, places.thread_id FROM tables LEFT JOIN places ON places.table_id = tables.id
WHERE tables.channel_id = ? AND """
_PLAYED_AT = f"""
SELECT id FROM tables WHERE channel_id = ?1 AND {_RUNNING} AND stage = 'playing'
UNION SELECT tables.id FROM places JOIN tables ON tables.id = places.table_id
WHERE places.thread_id = ?1 AND tables.stage = 'playing' ORDER BY 1
"""
_RUNNING_IN_CHANNEL = f"{_BY_CHANNEL} {_RUNNING} ORDER BY tables.id DESC LIMIT 25"
_ENDED_IN_CHANNEL = f"{_BY_CHANNEL} NOT {_RUNNING} ORDER BY tables.id DESC LIMIT 1"
_OF_PERSON = f"""
SELECT {_COLUMNS}, seats.seat, seats.holder, seats.kind FROM seats JOIN tables ON tables.id = seats.table_id
WHERE seats.holder = ? AND {_RUNNING} ORDER BY tables.deadline_at IS NULL, tables.deadline_at, tables.id
"""
_STAGES = f"""
SELECT stage, count(*) FROM tables WHERE {_RUNNING} GROUP BY stage
UNION ALL SELECT stage, count(*) FROM tables WHERE {_ENDED} GROUP BY stage
"""
_OPENED_BY = f"""
SELECT tables.id FROM records JOIN tables ON tables.id = records.table_id
WHERE records.seq = 1 AND records.body ->> '$.by' = ? AND {_RUNNING}
"""
_DUE = """
SELECT id, guild_id, due_at AS at FROM tables WHERE due_at <= ?1
UNION SELECT id, guild_id, deadline_at FROM tables WHERE deadline_at <= ?1 ORDER BY at
"""
_ASKING = """
SELECT id FROM tables INDEXED BY tables_silent WHERE silent_until IS NOT NULL AND stage = 'playing' ORDER BY id
"""
_WHERE = """
SELECT tables.id, tables.channel_id, places.thread_id, places.lobby_message_id
FROM tables LEFT JOIN places ON places.table_id = tables.id WHERE tables.id = ?
"""


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


class RecordLine(NamedTuple):
    """An entry of a record as it is stored; `body` is JSON text."""

    seq: int
    at: int
    verb: str
    body: str


def lines(entries: Iterable[RecordRow], until: int, after: int | None = None) -> list[RecordLine]:
    """Encode entries that end at `until`. Raises TypeError for a body that is not JSON, ValueError for gaps."""
    found = [RecordLine(entry.seq, entry.at, entry.do, _encode(entry.body)) for entry in entries]
    first = until - len(found) if after is None else after
    if len(found) != until - first or any(line.seq != seq for seq, line in enumerate(found, first + 1)):
        raise ValueError(f"the entries {[line.seq for line in found]} do not lead to {until}")
    return found


# Writing


def begin(
    db: sqlite3.Connection,
    row: TableRow,
    seats: Iterable[SeatRow],
    record: Sequence[RecordLine],
    interaction: int | None,
    at: int,
) -> int:
    """Insert a new table; return its id. Raises Repeated, NameTaken."""
    _once(db, interaction, at)
    made = db.execute(_INSERT, row[1:]).fetchall()
    if not made:
        raise NameTaken(row.guild_id, row.name)
    (table_id,) = made[0]
    _write_lines(db, table_id, record)
    _seat(db, table_id, seats)
    return int(table_id)


def advance(
    db: sqlite3.Connection,
    row: TableRow,
    seats: Iterable[SeatRow] | None,
    record: Sequence[RecordLine],
    interaction: int | None,
    at: int,
    queue: Iterable[QueuedRow] | None = None,
) -> None:
    """Append entries and update the row; replace seats and queue unless None. Raises Repeated, Conflict."""
    _once(db, interaction, at)
    if not _move(db, row, row.seq - len(record)):
        raise Conflict(row.id, row.seq, _last_seq(db, row.id))
    _write_lines(db, row.id, record)
    _call_elsewhere(db, row)
    if seats is not None:
        db.execute("DELETE FROM seats WHERE table_id = ?", (row.id,))
        _seat(db, row.id, seats)
    if queue is not None:
        lay_down(db, row.id, queue)


def _call_elsewhere(db: sqlite3.Connection, row: TableRow) -> None:
    """If the row names another channel, update it and forget where the table was shown."""
    if db.execute(_SET_CHANNEL, (row.channel_id, row.id)).rowcount:
        place(db, row.id, None, None)


def lay_down(db: sqlite3.Connection, table_id: int, queue: Iterable[QueuedRow]) -> None:
    """Replace the queued plays of a table."""
    db.execute("DELETE FROM queue WHERE table_id = ?", (table_id,))
    db.executemany(
        "INSERT INTO queue (table_id, seat, person, hand, nth, rank, condition, cards) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [(table_id, *queued) for queued in queue],
    )


def place(
    db: sqlite3.Connection,
    table_id: int,
    thread_id: int | None,
    lobby_message_id: int | None,
    channel_id: int | None = None,
) -> None:
    """Store where a table is shown; with `channel_id`, only if the table is still in that channel."""
    db.execute(
        "INSERT INTO places (table_id, thread_id, lobby_message_id) SELECT ?1, ?2, ?3"
        " WHERE ?4 IS NULL OR EXISTS (SELECT 1 FROM tables WHERE id = ?1 AND channel_id = ?4) ON CONFLICT (table_id)"
        " DO UPDATE SET thread_id = excluded.thread_id, lobby_message_id = excluded.lobby_message_id",
        (table_id, thread_id, lobby_message_id, channel_id),
    )


def _once(db: sqlite3.Connection, interaction: int | None, at: int) -> None:
    if interaction is None:
        return
    if not db.execute(
        "INSERT INTO interactions (id, at) VALUES (?, ?) ON CONFLICT DO NOTHING", (interaction, at)
    ).rowcount:
        raise Repeated(interaction)


def _move(db: sqlite3.Connection, row: TableRow, before: int) -> bool:
    """Write the row if the table's last entry is `before`, and return whether it was.

    Usually the stage does not change: it is written only when it does, because several indexes depend on it.
    """
    turn = (
        row.seq,
        row.hand,
        row.turn_seat,
        row.due_at,
        row.deadline_at,
        row.wait_since,
        row.credited,
        row.held_at,
        row.lost_at,
        row.silent_since,
        row.silent_until,
        row.changed_at,
        row.language,
        row.game,
        row.wait_since,
        row.wait_since,
        row.id,
        before,
        row.stage,
    )
    if db.execute(_SET_TURN, turn).rowcount:
        return True
    return bool(db.execute(_SET_STAGE, (row.stage, row.id, before)).rowcount and db.execute(_SET_TURN, turn).rowcount)


def _write_lines(db: sqlite3.Connection, table_id: int, record: Iterable[RecordLine]) -> None:
    for line in record:
        db.execute(_INSERT_LINE, (table_id, *line))


def _seat(db: sqlite3.Connection, table_id: int, seats: Iterable[SeatRow]) -> None:
    db.executemany(
        "INSERT INTO seats (table_id, seat, holder, kind) VALUES (?, ?, ?, ?)", [(table_id, *seat) for seat in seats]
    )


def _last_seq(db: sqlite3.Connection, table_id: int) -> int | None:
    found = db.execute("SELECT seq FROM tables WHERE id = ?", (table_id,)).fetchone()
    return found[0] if found else None


# Reading


def record(db: sqlite3.Connection, table_id: int, after: int) -> list[RecordRow]:
    """The entries with a seq above `after`, in order."""
    found = db.execute(
        "SELECT seq, at, verb, body FROM records WHERE table_id = ? AND seq > ? ORDER BY seq", (table_id, after)
    )
    return [RecordRow(seq, at, verb, json.loads(body)) for seq, at, verb, body in found]


def whole(db: sqlite3.Connection, table_id: int) -> Stored | None:
    """A table's row, record and queue as of one moment; None if there is no such table."""
    db.execute("BEGIN")  # a statement by itself would see what was written since the one before it
    try:
        found = row(db, table_id)
        return None if found is None else Stored(found, record(db, table_id, 0), queue(db, table_id))
    finally:
        db.execute("ROLLBACK")


def here_since(db: sqlite3.Connection, moment: int) -> dict[str, int]:
    """Key -> time of the last action, for actions since `moment`. It reads backwards from the newest entry."""
    found: dict[str, int] = {}
    for at, by in db.execute(_NEWEST):
        if at < moment:
            break
        if by is not None:
            found[by] = max(at, found.get(by, 0))
    return found


def row(db: sqlite3.Connection, table_id: int) -> TableRow | None:
    """A table's row, None if there is no such table."""
    return next(iter(_rows(db, f"{_SELECT} WHERE id = ?", table_id)), None)


def rows(db: sqlite3.Connection, table_ids: Sequence[int]) -> list[TableRow]:
    """The rows of these tables; ids without a table are skipped."""
    return _rows(db, f"{_SELECT} WHERE id IN (SELECT value FROM json_each(?))", json.dumps(table_ids))


def running(db: sqlite3.Connection) -> list[TableRow]:
    """All lobbies and tables in play, the oldest first."""
    return _rows(db, f"{_SELECT} WHERE {_RUNNING} ORDER BY id")


def stages(db: sqlite3.Connection) -> dict[Stage, int]:
    """Stage -> number of tables, for all four stages."""
    found = dict(db.execute(_STAGES).fetchall())
    return {stage: found.get(stage, 0) for stage in ("lobby", "playing", "over", "closed")}


def running_in_guild(db: sqlite3.Connection, guild_id: int) -> list[TableRow]:
    """The lobbies and tables in play of a guild, the oldest first."""
    return _rows(db, f"{_SELECT} WHERE guild_id = ? AND {_RUNNING} ORDER BY id", guild_id)


def by_name(db: sqlite3.Connection, guild_id: int, name: str) -> TableRow | None:
    """The guild's table of that name, in whatever case: the open one, else the newest."""
    order = f"ORDER BY {_RUNNING} DESC, id DESC LIMIT 1"
    found = _rows(db, f"{_SELECT} WHERE guild_id = ? AND lower(name) = lower(?) {order}", guild_id, name)
    return next(iter(found), None)


def named(db: sqlite3.Connection, name: str) -> list[TableRow]:
    """All tables of that name, in whatever case, the newest first."""
    return _rows(db, f"{_SELECT} WHERE lower(name) = lower(?) ORDER BY id DESC", name)


def rematch_of(db: sqlite3.Connection, table_id: int) -> TableRow | None:
    """The newest open table that is a rematch of this one."""
    found = _rows(db, f"{_SELECT} WHERE rematch_of = ? AND {_RUNNING} ORDER BY id DESC LIMIT 1", table_id)
    return next(iter(found), None)


def played_at(db: sqlite3.Connection, place: int) -> list[int]:
    """The tables in play in a thread, or in a channel and its threads."""
    return [table_id for (table_id,) in db.execute(_PLAYED_AT, (place,))]


def by_channel(db: sqlite3.Connection, channel_id: int) -> list[tuple[TableRow, int | None]]:
    """The tables of a thread, or opened in a channel, each with its thread: open ones first, then the newest.

    Of a thread the newest two, of a channel the newest 25 that are open and the newest that is not.
    """
    found = [
        (TableRow._make(columns[:-1]), columns[-1])
        for query in (_IN_THREAD, _RUNNING_IN_CHANNEL, _ENDED_IN_CHANNEL)
        for columns in db.execute(query, (channel_id,))
    ]
    return sorted(found, key=lambda both: (both[0].stage in ("lobby", "playing"), both[0].id), reverse=True)


def asking(db: sqlite3.Connection) -> list[int]:
    """The tables in play that wait for answers of people, or at which only computers are left."""
    found = db.execute(_ASKING)
    return [table_id for (table_id,) in found]


def opened_by(db: sqlite3.Connection, key: str) -> list[int]:
    """The running tables that a person has opened, as the first entry of the record says."""
    return [table_id for (table_id,) in db.execute(_OPENED_BY, (key,))]


def of_person(db: sqlite3.Connection, key: str) -> list[tuple[TableRow, SeatRow]]:
    """The running tables at which a person has a seat, with the seat; the soonest deadline first."""
    found = db.execute(_OF_PERSON, (key,))
    return [(TableRow._make(columns[:-3]), SeatRow._make(columns[-3:])) for columns in found]


def seats(db: sqlite3.Connection, table_id: int) -> list[SeatRow]:
    """The seats of a table, in order."""
    found = db.execute("SELECT seat, holder, kind FROM seats WHERE table_id = ? ORDER BY seat", (table_id,))
    return list(map(SeatRow._make, found))


def queue(db: sqlite3.Connection, table_id: int) -> list[QueuedRow]:
    """The queued plays of a table, each seat's in the order in which they are tried."""
    columns = ", ".join(QueuedRow._fields)
    found = db.execute(f"SELECT {columns} FROM queue WHERE table_id = ? ORDER BY seat, rank", (table_id,))
    return list(map(QueuedRow._make, found))


def where(db: sqlite3.Connection, table_id: int) -> PlaceRow | None:
    """Where a table is shown, None if there is no such table."""
    found = db.execute(_WHERE, (table_id,)).fetchone()
    return PlaceRow._make(found) if found else None


def due(db: sqlite3.Connection, now: int, without: Collection[int]) -> list[int]:
    """The tables due at `now` (ms since the epoch) or before, the longest due first; not of guilds in `without`."""
    found = db.execute(_DUE, (now,))
    return list(dict.fromkeys(table_id for table_id, guild, _ in found if guild not in without))


def next_due(db: sqlite3.Connection, after: int) -> int | None:
    """The first time after `after` at which a table is due, ms since the epoch; None if none is."""
    columns = ("due_at", "deadline_at")
    queries = (f"SELECT min({column}) FROM tables WHERE {column} > ?" for column in columns)
    found = [db.execute(query, (after,)).fetchone()[0] for query in queries]
    return min((moment for moment in found if moment is not None), default=None)


def _rows(db: sqlite3.Connection, query: str, *parameters: object) -> list[TableRow]:
    return list(map(TableRow._make, db.execute(query, parameters)))
