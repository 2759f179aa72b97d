from __future__ import annotations

import random
import re
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.publishing.reminders.schedule import moments
from bot.runtime.times import DAY
from bot.store.sql import reminders as sql
from bot.store.sqlite.store import SqliteStore
from tests.store.samples import NOW, now
from tests.store.test_reminders import asked


async def test_the_reminders_of_many_tables_are_found_by_indices(path: Path) -> None:
    async with await SqliteStore.open(path, now=now) as store:
        await store.person(1, "Aja")
    with closing(sqlite3.connect(path)) as db:
        assert "USING INDEX tables_remind" in plan(db, bound(sql._DUE))
        for query in (sql._RELEASE, sql._HOLD, sql._COUNT):
            assert "SCAN" not in plan(db, bound(query))


def bound(query: str) -> str:
    return re.sub(r":\w+", "1", query)


def plan(db: sqlite3.Connection, query: str) -> str:
    return " | ".join(row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {query}"))


async def test_the_schema_and_the_rules_tell_the_same_moments(path: Path) -> None:
    chance = random.Random(5)
    async with await SqliteStore.open(path, now=now) as store:
        key = (await store.person(1, "Aja")).key
        for _ in range(50):
            since, credited = NOW - chance.randrange(DAY), chance.randrange(3 * DAY)
            end = since + credited + chance.randrange(10_000, 30 * DAY)
            await asked(store, key, wait_since=since, credited=credited, deadline_at=end)
        rows = await store.running(7)
    with closing(sqlite3.connect(path)) as db:
        for counted in (0, 1):
            db.execute("UPDATE tables SET reminded = ?", (counted,))
            told = dict(db.execute("SELECT id, remind_at FROM tables"))
            assert told == {row.id: moments(row)[counted] for row in rows}
