"""The records of tables: what one commit of a table writes, and what a table is loaded from."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from bot.store.conditions import Condition
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
)
from bot.store.sql import guilds, results
from bot.store.sql.connection import SqlConnection, SqlCursor
from bot.store.sql.key_value import NEXT_TABLE
from bot.store.sql.messages import put_place
from bot.store.sql.port import Port
from bot.store.sql.statements import encode, insert

TABLE_COLUMNS: Final = ", ".join(f"tables.{name}" for name in TableRow._fields)
SELECT: Final = f"SELECT {TABLE_COLUMNS} FROM tables"
_ROW = f"{SELECT} WHERE id = :id"
_OPEN = f"""
INSERT INTO tables (id, {", ".join(TableRow._fields[1:])})
VALUES ({NEXT_TABLE}, {", ".join(f":{name}" for name in TableRow._fields[1:])})
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
_RECORD = "SELECT seq, at, verb, body FROM records WHERE table_id = :id AND seq > :after ORDER BY seq"
_QUEUE = f"SELECT {', '.join(QueuedRow._fields)} FROM queue WHERE table_id = :id ORDER BY seat, rank"


class RecordStore(Port):
    """The records of tables, and the rows that follow from them."""

    async def open_table(
        self,
        row: TableRow,
        seats: Sequence[SeatRow],
        entries: Sequence[RecordRow],
        interaction_id: int | None,
        *,
        conditions: Sequence[Condition] = (),
    ) -> int:
        """Store a new table and return its id, which no other has ever had.

        Raises NameTaken, Repeated, Unmet, TooManyUses.
        """
        at = self._now()

        def work(db: SqlConnection) -> int:
            self._check(db, at, conditions)
            record_press(db, interaction_id, at)
            made = db.execute(_OPEN, row._asdict()).fetchall()
            if not made:
                raise NameTaken(row.guild_id, row.name)
            table_id = int(made[0][0])
            db.executemany(_ADD_LINE, _lines(row._replace(id=table_id), 0, entries))
            db.executemany(_ADD_SEAT, _table_rows(table_id, seats))
            return table_id

        return await self._write(work)

    async def append(
        self,
        row: TableRow,
        seats: Sequence[SeatRow] | None,
        entries: Sequence[RecordRow],
        interaction_id: int | None,
        queue: Sequence[QueuedRow] | None = None,
        ended: Sequence[ResultRow] = (),
        acts: Sequence[ActRow] = (),
        rubber: RubberRow | None = None,
        *,
        conditions: Sequence[Condition] = (),
    ) -> None:
        """Append entries up to `row.seq` and update the row; `seats` and `queue` stay if they are None.

        `ended`: the results, if the entries end the table, and what it leaves for ratings (`rubber`). `acts`: those of
        an organiser among the entries.

        Name, guild, time of opening and `rematch_of` never change; a new channel makes the place be forgotten.
        Raises Repeated, Conflict, Unmet, and ValueError if the entries do not lead to `row.seq`.
        """
        # Several indexes depend on the stage and the channel, which rarely change: they are written only when they do.
        at, before = self._now(), row.seq - len(entries)

        def work(db: SqlConnection) -> Callable[[], None]:
            self._check(db, at, conditions)
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
                guilds.add(db, *acts)

            return look

        await self._writer.write_late(work)

    async def record(self, table_id: int, after: int = 0) -> list[RecordRow]:
        """The entries of a table with a seq above `after`, in order; [] if there is no such table."""
        return await self._rows(_entry, _RECORD, id=table_id, after=after)

    async def table(self, table_id: int) -> Stored | None:
        """A table as of one moment; None if there is no such table."""

        def work(db: SqlConnection) -> Stored | None:
            found = db.execute(_ROW, {"id": table_id}).fetchone()
            if found is None:
                return None
            record = list(map(_entry, db.execute(_RECORD, {"id": table_id, "after": 0})))
            queue = list(map(QueuedRow._make, db.execute(_QUEUE, {"id": table_id})))
            return Stored(TableRow._make(found), record, queue)

        return await self._read_at_once(work)

    async def put_queue(self, table_id: int, queue: Sequence[QueuedRow]) -> None:
        """Replace the queued plays of a table; `rank` is the order in which a seat's are tried."""
        await self._write(lambda db: put_queue(db, table_id, queue))


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
    db.executemany(_ADD_SEAT, _table_rows(table_id, seats))


def put_queue(db: SqlConnection, table_id: int, queue: Sequence[QueuedRow]) -> None:
    db.execute("DELETE FROM queue WHERE table_id = :id", {"id": table_id})
    db.executemany(_ADD_QUEUED, _table_rows(table_id, queue))


def record_press(db: SqlConnection, interaction: int | None, at: int) -> None:
    """Store an interaction's id. Raises Repeated if it is there."""
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


def _table_rows(table_id: int, rows: Iterable[SeatRow | QueuedRow]) -> list[dict[str, Any]]:
    return [{"table_id": table_id, **row._asdict()} for row in rows]


def _entry(columns: Sequence[Any]) -> RecordRow:
    seq, at, verb, body = columns
    return RecordRow(seq, at, verb, json.loads(body))
