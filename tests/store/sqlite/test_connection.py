from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import aiosqlite
import pytest

from bot.store.errors import ReadOnly
from bot.store.sqlite.connection import hop, open_reader
from bot.store.sqlite.store import SqliteStore
from tests.store.samples import now

ADVICE = (
    "aiosqlite has changed inside. bot.store.sqlite.connection.hop is the only place that knows it: write it with what"
    " aiosqlite has now, or with connection.execute() and friends (slower: one hop a statement)."
)


async def test_aiosqlite_still_runs_a_whole_function_in_one_hop(path: Path) -> None:
    assert hasattr(aiosqlite.Connection, "_execute"), ADVICE
    assert hasattr(aiosqlite.Connection, "_conn"), ADVICE
    async with aiosqlite.connect(path) as connection:
        names = await hop(connection, lambda db: [threading.current_thread().name, db.execute("SELECT 1").fetchone()])
    assert names[0] != threading.current_thread().name, ADVICE
    assert names[1] == (1,), ADVICE


@pytest.mark.parametrize(
    ("pragma", "expected"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("secure_delete", 1)],
)
async def test_the_writer_is_durable_and_strict(store: SqliteStore, pragma: str, expected: object) -> None:
    found = await store._writer._connection.run(lambda db: db.execute(f"PRAGMA {pragma}").fetchone())
    assert found == (expected,)


async def test_every_table_is_strict(store: SqliteStore) -> None:
    tables = await store._reader.run(lambda db: db.execute("SELECT name, strict FROM pragma_table_list").fetchall())
    loose = {name for name, strict in tables if not strict}
    assert {name for name in loose if not name.startswith("sqlite_")} == set()
    assert len(tables) > len(loose)


async def test_the_reader_cannot_write(store: SqliteStore, path: Path) -> None:
    reader = await open_reader(path)
    with pytest.raises(ReadOnly):
        await reader.run(lambda db: db.execute("DELETE FROM tables"))
    await reader.close()


async def test_no_look_up_reads_a_whole_table(path: Path) -> None:
    """SQLite's plan for each statement that the reader ran."""
    async with await SqliteStore.open(path, now=now) as store:
        seen: list[str] = []
        await store._reader.run(lambda db: db.set_trace_callback(seen.append))
        await store.record(1)
        await store.row(1)
        await store.running(1)
        await store.tables_of_person("key")
        await store.tables_by_name(1, "Otter")
        await store.tables_in_channel(1)
        await store.due(1)
        await store.next_due()
        await store.place(1)
        await store.message_states(1)
        await store.unshown_tables()
        await store.person(1, "name")
        await store.people(["key"])
        await store.get_value("name")
        await store._reader.run(lambda db: db.set_trace_callback(None))
        plans = await store._reader.run(lambda db: {query: plan(db, query) for query in list(seen)})
    assert len(plans) == 17
    for query, steps in plans.items():
        scans = [step for step in steps if step.startswith("SCAN") and "INDEX" not in step and "json_each" not in step]
        assert [scan for scan in scans if "CONSTANT" not in scan] == [], query


def plan(db: sqlite3.Connection, query: str) -> list[str]:
    return [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {query}")]
