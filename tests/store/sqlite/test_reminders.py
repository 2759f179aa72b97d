from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.sql import reminders as sql
from bot.store.sqlite.store import SqliteStore
from tests.store.samples import now


async def test_the_reminders_of_many_tables_are_found_by_indices(path: Path) -> None:
    async with await SqliteStore.open(path, now=now) as store:
        await store.person(1, "Aja")
    with closing(sqlite3.connect(path)) as db:
        assert "USING INDEX tables_notice" in plan(db, bound(sql._DUE))
        for query in (sql._RELEASE, sql._HOLD, sql._COUNT):
            assert "SCAN" not in plan(db, bound(query))


def bound(query: str) -> str:
    return re.sub(r":\w+", "1", query)


def plan(db: sqlite3.Connection, query: str) -> str:
    return " | ".join(row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {query}"))
