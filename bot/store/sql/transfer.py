"""The transfer of a whole database into another one, which may belong to another engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from types import MappingProxyType
from typing import Any, Final

from bot.runtime.database import Database
from bot.store.errors import Differs, NotEmpty
from bot.store.rows import Transferred
from bot.store.sql.connection import SqlConnection
from bot.store.sql.statements import insert

KEYS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "people": ("key",),
        "names": ("person",),
        "tables": ("id",),
        "records": ("rowid",),
        "seats": ("table_id", "seat"),
        "interactions": ("id",),
        "places": ("table_id",),
        "shown": ("table_id", "audience", "post"),
        "memories": ("name",),
        "wishes": ("person",),
        "servers": ("guild_id",),
        "exercises": ("person", "lesson", "number"),
        "daily_tricks": ("guild_id", "day"),
        "daily_answers": ("person", "day"),
        "outages": ("id",),
        "digests": ("id",),
        "results": ("rubber", "person"),
        "announcements": ("id",),
        "queue": ("table_id", "seat", "rank"),
        "bans": ("guild_id", "hashed"),
        "acts": ("id",),
        "role_mentions": ("table_id",),
        "welcomes": ("guild_id",),
        "blocks": ("person", "blocked"),
        "hints": ("person", "game", "hint"),
        "cups": ("id",),
        "cup_actions": ("cup_id", "seq"),
        "cup_people": ("cup_id", "entrant", "person"),
        "cup_messages": ("cup_id", "post"),
        "cup_ends": ("cup_id",),
        "rubbers": ("rubber",),
        "cup_drafts": ("guild_id", "person"),
        "cup_templates": ("guild_id", "name"),
        "leagues": ("id",),
        "league_actions": ("league_id", "seq"),
        "league_messages": ("league_id", "post"),
        "organisers": ("guild_id", "person"),
        "weekly_cups": ("guild_id", "template"),
        "conduct": ("id",),
    }
)
"""The tables, each after those that it refers to, with the columns that put its rows in order.

The entries of records are in the order in which they came.
"""
OWN: Final = "memories"
"""The table that has rows in every new database."""
NUMBERED: Final = ("digests", "announcements", "cups", "leagues")
"""The tables in which a number is never given twice, even if its row is gone."""
_DERIVED: Final = {"remind_at", "notice_at", "rowid"}
"""The columns that the engine computes."""
_BATCH: Final = 2_000

Row = tuple[Any, ...]
Reading = Callable[[Callable[[SqlConnection], list[Row]]], list[Row]]
"""Runs a query on the source, and returns its rows."""


def transfer(db: SqlConnection, path: Database, read: Reading) -> Transferred:
    """Fill the empty database at `path` from a source, and compare every row; the caller commits or rolls back.

    Raises NotEmpty, Differs.
    """
    for table in KEYS:
        if table != OWN and db.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone():
            raise NotEmpty(path, detail=table)
    db.execute(f"DELETE FROM {OWN}")
    counts = {table: _fill(db, table, read) for table in KEYS}
    for table in KEYS:
        _compare(db, path, table, read)
    return Transferred(sum(counts.values()), counts["tables"], counts["records"], counts["people"])


def _fill(db: SqlConnection, table: str, read: Reading) -> int:
    count = 0
    columns = _columns(db, table)
    for batch in _batches(read, table, columns):
        db.executemany(insert(table, columns), [dict(zip(columns, row, strict=True)) for row in batch])
        count += len(batch)
    return count


def _compare(db: SqlConnection, path: Database, table: str, read: Reading) -> None:
    columns = _columns(db, table)

    def read_here(query: Callable[[SqlConnection], list[Row]]) -> list[Row]:
        return query(db)

    both = zip_longest(_batches(read, table, columns), _batches(read_here, table, columns), fillvalue=list[Row]())
    for theirs, ours in both:
        if theirs != ours:
            raise Differs(path, detail=f"{len(theirs)} rows of {table} are not the {len(ours)} that arrived")


def _columns(db: SqlConnection, table: str) -> list[str]:
    found = db.execute(f"SELECT * FROM {table} LIMIT 0").description
    return [column[0] for column in found if column[0] not in _DERIVED]


def _batches(read: Reading, table: str, columns: Sequence[str]) -> Iterator[list[Row]]:
    """The rows of a table in order, without the columns of its key that are not among `columns`."""
    key, width = KEYS[table], len(columns)
    names = ", ".join(key)
    select = f"SELECT {', '.join(columns)}, {names} FROM {table}"
    order = f"ORDER BY {names} LIMIT {_BATCH}"
    after = f"({names}) > ({', '.join(f':after_{name}' for name in key)})"
    rows = read(partial(_fetch, f"{select} {order}", {}))
    while rows:
        yield [tuple(row[:width]) for row in rows]
        last = {f"after_{name}": value for name, value in zip(key, rows[-1][width:], strict=True)}
        rows = read(partial(_fetch, f"{select} WHERE {after} {order}", last))


def _fetch(sql: str, values: Mapping[str, Any], db: SqlConnection) -> list[Row]:
    return db.execute(sql, values).fetchall()
