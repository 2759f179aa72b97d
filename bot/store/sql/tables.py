"""Tables in SQL: the record, the row, the seats, the queue and the place."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from bot.store.errors import BadRow, Conflict, NameTaken, Repeated
from bot.store.rows import (
    ActRow,
    PlaceRow,
    QueuedRow,
    RecordRow,
    ResultRow,
    RubberRow,
    SeatRow,
    Stored,
    TableRow,
    TableStage,
)
from bot.store.sql import conduct, key_value, organising, results
from bot.store.sql.connection import SqlConnection, SqlCursor
from bot.store.sql.statements import NUMBERS, earliest, insert, upsert

encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode

# Writing

_OPEN = f"""
INSERT INTO tables (id, {", ".join(TableRow._fields[1:])})
VALUES ({key_value.NEXT_TABLE}, {", ".join(f":{name}" for name in TableRow._fields[1:])})
ON CONFLICT (guild_id, lower(name)) WHERE stage IN ('lobby', 'playing') DO NOTHING RETURNING id
"""
_UNCHANGED = ("id", "name", "guild_id", "opened_at", "rematch_of", "cup_id", "match_number", "match_since")
_SET_TURN = f"""
UPDATE tables SET
    {", ".join(f"{name} = :{name}" for name in TableRow._fields if name not in (*_UNCHANGED, "channel_id", "stage"))},
    reminded = CASE wait_since WHEN :wait_since THEN reminded ELSE 0 END,
    remind_after = CASE wait_since WHEN :wait_since THEN remind_after ELSE 0 END
WHERE id = :id AND seq = :before AND stage = :stage AND channel_id = :channel_id
"""
_SET_STAGE = "UPDATE tables SET stage = :stage WHERE id = :id AND seq = :before"
_SET_CHANNEL = "UPDATE tables SET channel_id = :channel_id WHERE id = :id AND channel_id <> :channel_id"
_PUT_INTERACTION = insert("interactions", ("id", "at")) + " ON CONFLICT DO NOTHING"
_ADD_LINE = insert("records", ("table_id", *RecordRow._fields))
_ADD_IF_NEW = f"""
{_ADD_LINE.partition("VALUES")[0]} SELECT {", ".join(f":{name}" for name in ("table_id", *RecordRow._fields))}
WHERE EXISTS (SELECT 1 FROM tables WHERE id = :table_id) ON CONFLICT DO NOTHING
"""
"""Leaves it to `append` to say what is wrong with an entry that cannot be added."""
_ADD_SEAT = insert("seats", ("table_id", *SeatRow._fields))
_ADD_QUEUED = insert("queue", ("table_id", *QueuedRow._fields))
_PUT_PLACE = upsert("places", ("table_id", "thread_id", "lobby_message_id"), key=("table_id",))


def open_table(
    db: SqlConnection,
    at: int,
    row: TableRow,
    seats: Sequence[SeatRow],
    entries: Sequence[RecordRow],
    interaction_id: int | None,
) -> int:
    once(db, interaction_id, at)
    made = db.execute(_OPEN, row._asdict()).fetchall()
    if not made:
        raise NameTaken(row.guild_id, row.name)
    row = row._replace(id=made[0][0])
    db.executemany(_ADD_LINE, _lines(row, 0, entries))
    db.executemany(_ADD_SEAT, _of_table(row.id, seats))
    return row.id


def append(
    db: SqlConnection,
    at: int,
    row: TableRow,
    seats: Sequence[SeatRow] | None,
    entries: Sequence[RecordRow],
    interaction_id: int | None,
    queue: Sequence[QueuedRow] | None = None,
    ended: Sequence[ResultRow] = (),
    acts: Sequence[ActRow] = (),
    rubber: RubberRow | None = None,
) -> Callable[[], None]:
    """Return the second part of the work, which looks at what the first has done (see `Writer.write`).

    Several indexes depend on the stage and the channel, which rarely change: they are written only when they do.
    """
    before = row.seq - len(entries)
    lines, values = _lines(row, before, entries), row._asdict() | {"before": before}
    pressed, turned = _press(db, interaction_id, at), db.execute(_SET_TURN, values)
    added = db.executemany(_ADD_IF_NEW, lines)

    def look() -> None:
        _must_be_new(pressed, interaction_id)
        if not turned.rowcount:
            _set_seldom(db, row, values)
        if lines and added.rowcount != len(lines):
            raise BadRow(f"table {row.id} has entries after {before}")
        if seats is not None:
            _replace_seats(db, row.id, seats)
        if queue is not None:
            put_queue(db, row.id, queue)
        results.add(db, ended, rubber)
        organising.add(db, *acts)

    return look


def _set_seldom(db: SqlConnection, row: TableRow, values: Mapping[str, Any]) -> None:
    """Write the row with another stage or channel. Raises Conflict if it is not those that have changed."""
    db.execute(_SET_STAGE, values)
    is_moved = db.execute(_SET_CHANNEL, values).rowcount
    if not db.execute(_SET_TURN, values).rowcount:
        found = db.execute("SELECT seq FROM tables WHERE id = :id", values).fetchone()
        raise Conflict(row.id, row.seq, found[0] if found else None)
    if is_moved:
        put_place(db, PlaceRow(row.id, row.channel_id, None, None))


def _replace_seats(db: SqlConnection, table_id: int, seats: Sequence[SeatRow]) -> None:
    db.execute("DELETE FROM seats WHERE table_id = :id", {"id": table_id})
    db.executemany(_ADD_SEAT, _of_table(table_id, seats))


def put_queue(db: SqlConnection, table_id: int, queue: Sequence[QueuedRow]) -> None:
    db.execute("DELETE FROM queue WHERE table_id = :id", {"id": table_id})
    db.executemany(_ADD_QUEUED, _of_table(table_id, queue))


def put_place(db: SqlConnection, place: PlaceRow) -> None:
    found = db.execute("SELECT channel_id FROM tables WHERE id = :table_id", place._asdict()).fetchone()
    if found == (place.channel_id,):
        db.execute(_PUT_PLACE, place._asdict())


def once(db: SqlConnection, interaction: int | None, at: int) -> None:
    _must_be_new(_press(db, interaction, at), interaction)


def _press(db: SqlConnection, interaction: int | None, at: int) -> SqlCursor | None:
    return None if interaction is None else db.execute(_PUT_INTERACTION, {"id": interaction, "at": at})


def _must_be_new(pressed: SqlCursor | None, interaction: int | None) -> None:
    """Raise Repeated for an interaction that was in the store already."""
    if interaction is not None and pressed is not None and not pressed.rowcount:
        raise Repeated(interaction)


def _lines(row: TableRow, after: int, entries: Sequence[RecordRow]) -> list[dict[str, Any]]:
    """The entries as rows of the schema. Raises ValueError if they do not lead from `after` to the table's row."""
    seqs = [entry.seq for entry in entries]
    if seqs != list(range(after + 1, row.seq + 1)):
        raise ValueError(f"the entries {seqs} do not lead to {row.seq}")
    return [{"table_id": row.id, **entry._asdict(), "body": encode(entry.body)} for entry in entries]


def _of_table(table_id: int, rows: Iterable[SeatRow | QueuedRow]) -> list[dict[str, Any]]:
    return [{"table_id": table_id, **row._asdict()} for row in rows]


# Reading one table

_COLUMNS = ", ".join(f"tables.{name}" for name in TableRow._fields)
_SEAT = ", ".join(f"seats.{name}" for name in SeatRow._fields)
_RECORD = "SELECT seq, at, verb, body FROM records WHERE table_id = :id AND seq > :after ORDER BY seq"
_QUEUE = f"SELECT {', '.join(QueuedRow._fields)} FROM queue WHERE table_id = :id ORDER BY seat, rank"
_PLACE = """
SELECT tables.id, tables.channel_id, places.thread_id, places.lobby_message_id
FROM tables LEFT JOIN places ON places.table_id = tables.id WHERE tables.id = :id
"""


def row(db: SqlConnection, table_id: int) -> TableRow | None:
    return _first(db, "WHERE id = :id", id=table_id)


def record(db: SqlConnection, table_id: int, after: int = 0) -> list[RecordRow]:
    found = db.execute(_RECORD, {"id": table_id, "after": after})
    return [RecordRow(seq, at, verb, json.loads(body)) for seq, at, verb, body in found]


def table(db: SqlConnection, table_id: int) -> Stored | None:
    db.execute("BEGIN")  # a statement by itself would see what was written since the one before it
    try:
        if (found := row(db, table_id)) is None:
            return None
        queue = list(map(QueuedRow._make, db.execute(_QUEUE, {"id": table_id})))
        return Stored(found, record(db, table_id), queue)
    finally:
        db.execute("COMMIT")


def place(db: SqlConnection, table_id: int) -> PlaceRow | None:
    found = db.execute(_PLACE, {"id": table_id}).fetchone()
    return PlaceRow._make(found) if found else None


def is_place(db: SqlConnection, thread_id: int) -> bool:
    return db.execute("SELECT 1 FROM places WHERE thread_id = :id", {"id": thread_id}).fetchone() is not None


# Finding tables

_RUNNING = "stage IN ('lobby', 'playing')"
_NEWEST_ENTRIES = """
SELECT rowid, at, body ->> '$.by' FROM records WHERE rowid < :before ORDER BY rowid DESC LIMIT :few
"""
_FEW_ENTRIES = 1_000
_IN_THREAD = f"""
SELECT {_COLUMNS}, places.thread_id FROM places JOIN tables ON tables.id = places.table_id
WHERE places.thread_id = :channel ORDER BY places.table_id DESC LIMIT 2
"""
_IN_CHANNEL = f"""
SELECT {_COLUMNS}, places.thread_id FROM tables LEFT JOIN places ON places.table_id = tables.id
WHERE tables.channel_id = :channel AND """
_RUNNING_IN_CHANNEL = f"{_IN_CHANNEL} {_RUNNING} ORDER BY tables.id DESC LIMIT 25"
_ENDED_IN_CHANNEL = f"{_IN_CHANNEL} NOT {_RUNNING} ORDER BY tables.id DESC LIMIT 1"
_PLAYED_AT = f"""
SELECT id FROM tables WHERE channel_id = :place AND {_RUNNING} AND stage = 'playing'
UNION SELECT tables.id FROM places JOIN tables ON tables.id = places.table_id
WHERE places.thread_id = :place AND tables.stage = 'playing' ORDER BY 1
"""
_OF_PERSON = f"""
SELECT {_COLUMNS}, {_SEAT} FROM seats JOIN tables ON tables.id = seats.table_id
WHERE seats.holder = :key AND {_RUNNING} ORDER BY tables.deadline_at IS NULL, tables.deadline_at, tables.id
"""
_WITH_ROOM = f"""
WHERE guild_id = :guild AND {_RUNNING} AND cup_id IS NULL AND EXISTS (
    SELECT 1 FROM seats WHERE table_id = tables.id AND kind = CASE stage WHEN 'lobby' THEN 'empty' ELSE 'computer' END
) ORDER BY stage, id DESC
"""
_SEATS_RUNNING = f"""
SELECT tables.id, {_SEAT} FROM tables JOIN seats ON seats.table_id = tables.id
WHERE {_RUNNING} ORDER BY tables.id, seats.seat
"""
_STAGES = f"""
SELECT stage, count(*) FROM tables WHERE {_RUNNING} GROUP BY stage
UNION ALL SELECT stage, count(*) FROM tables WHERE stage IN ('over', 'closed') GROUP BY stage
"""
_OPENED_BY = f"""
SELECT tables.id FROM records JOIN tables ON tables.id = records.table_id
WHERE records.seq = 1 AND records.body ->> '$.by' = :key AND {_RUNNING}
UNION SELECT id FROM tables WHERE id IN {NUMBERS.format("before")} AND {_RUNNING}
"""
_DUE = """
SELECT id, guild_id, due_at AS at FROM tables WHERE due_at <= :now
UNION SELECT id, guild_id, deadline_at FROM tables WHERE deadline_at <= :now ORDER BY at
"""
_AWAITING = """
SELECT id FROM tables INDEXED BY tables_silent WHERE silent_until IS NOT NULL AND stage = 'playing' ORDER BY id
"""


def rows(db: SqlConnection, table_ids: Collection[int]) -> list[TableRow]:
    return select_tables(db, f"WHERE id IN {NUMBERS.format('ids')}", ids=json.dumps(list(table_ids)))


def running(db: SqlConnection, guild_id: int) -> list[TableRow]:
    return select_tables(db, f"WHERE guild_id = :guild AND {_RUNNING} ORDER BY id", guild=guild_id)


def tables_with_room(db: SqlConnection, guild_id: int) -> list[TableRow]:
    return select_tables(db, _WITH_ROOM, guild=guild_id)


def running_with_seats(db: SqlConnection) -> list[tuple[TableRow, list[SeatRow]]]:
    db.execute("BEGIN")  # tables and seats as of one moment
    try:
        found = select_tables(db, f"WHERE {_RUNNING} ORDER BY guild_id, id")
        seats: dict[int, list[SeatRow]] = {row.id: [] for row in found}
        for table_id, *seat in db.execute(_SEATS_RUNNING):
            seats[table_id].append(SeatRow._make(seat))
        return [(row, seats[row.id]) for row in found]
    finally:
        db.execute("COMMIT")


def stages(db: SqlConnection) -> dict[TableStage, int]:
    return dict.fromkeys(("lobby", "playing", "over", "closed"), 0) | dict(db.execute(_STAGES).fetchall())


def tables_awaiting_answers(db: SqlConnection) -> list[int]:
    return [table_id for (table_id,) in db.execute(_AWAITING)]


def opened_by(db: SqlConnection, key: str) -> list[int]:
    before = json.dumps(conduct.opened_before(db, key))
    return [table_id for (table_id,) in db.execute(_OPENED_BY, {"key": key, "before": before})]


def tables_of_person(db: SqlConnection, key: str) -> list[tuple[TableRow, SeatRow]]:
    width = len(TableRow._fields)
    found = db.execute(_OF_PERSON, {"key": key})
    return [(TableRow._make(columns[:width]), SeatRow._make(columns[width:])) for columns in found]


def tables_by_name(db: SqlConnection, guild_id: int, name: str) -> list[TableRow]:
    named = f"WHERE guild_id = :guild AND lower(name) = lower(:name) ORDER BY {_RUNNING} DESC, id DESC"
    return select_tables(db, named, guild=guild_id, name=name)


def tables_named(db: SqlConnection, name: str) -> list[TableRow]:
    return select_tables(db, "WHERE lower(name) = lower(:name) ORDER BY id DESC", name=name)


def rematch_of(db: SqlConnection, table_id: int) -> TableRow | None:
    return _first(db, f"WHERE rematch_of = :id AND {_RUNNING} ORDER BY id DESC LIMIT 1", id=table_id)


def tables_in_channel(db: SqlConnection, channel_id: int) -> list[tuple[TableRow, int | None]]:
    found = [
        (TableRow._make(columns[:-1]), columns[-1])
        for query in (_IN_THREAD, _RUNNING_IN_CHANNEL, _ENDED_IN_CHANNEL)
        for columns in db.execute(query, {"channel": channel_id})
    ]
    return sorted(found, key=lambda both: (both[0].stage in ("lobby", "playing"), both[0].id), reverse=True)


def tables_played_at(db: SqlConnection, place: int) -> list[int]:
    return [table_id for (table_id,) in db.execute(_PLAYED_AT, {"place": place})]


def due(db: SqlConnection, now: int, without: Collection[int] = ()) -> list[int]:
    found = db.execute(_DUE, {"now": now})
    return list(dict.fromkeys(table_id for table_id, guild, _ in found if guild not in without))


def next_due(db: SqlConnection, after: int = 0) -> int | None:
    return earliest(db, after, ("tables", "due_at"), ("tables", "deadline_at"))


def active_since(db: SqlConnection, moment: int) -> dict[str, int]:
    found: dict[str, int] = {}
    for at, by in _from_newest(db):
        if at < moment:
            break
        if by is not None:
            found[by] = max(at, found.get(by, 0))
    return found


def _from_newest(db: SqlConnection) -> Iterator[tuple[int, str | None]]:
    """All entries, the last stored first: when, and by whom."""
    before, more = 2**63 - 1, True
    while more:
        entries = db.execute(_NEWEST_ENTRIES, {"before": before, "few": _FEW_ENTRIES}).fetchall()
        for before, at, by in entries:  # noqa: B007
            yield at, by
        more = len(entries) == _FEW_ENTRIES


def select_tables(db: SqlConnection, where: str, **values: object) -> list[TableRow]:
    return list(map(TableRow._make, db.execute(f"SELECT {_COLUMNS} FROM tables {where}", values)))


def _first(db: SqlConnection, where: str, **values: object) -> TableRow | None:
    return next(iter(select_tables(db, where, **values)), None)
