"""Nothing that the bot asks of the store reads a table that grows from end to end."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import aiosqlite
import pytest

from bot.store.sqlite import connection
from bot.store.sqlite.migrations import KNOWN
from bot.store.sqlite.store import SqliteStore
from tests.store.samples import opened
from tests.store.store_calls import CALLS, known_to

GOING_CUPS = "cups USING INDEX cups_going"
REASONS = "cup_actions USING INDEX cup_reasons"
RUNNING = "tables USING INDEX tables_running"
SERVERS = "a row a server, and only of those that said something or have left"
ALLOWED = {
    ("credit", GOING_CUPS): "it holds the running cups, and nothing else",
    ("shift", GOING_CUPS): "once, when a clock was set",
    ("unshown_cups", "cups USING INDEX cups_unshown"): "it holds what is not shown, and nothing else",
    ("unshown_leagues", "leagues USING INDEX leagues_unshown"): "it holds what is not shown, and nothing else",
    ("going_leagues", "leagues USING INDEX leagues_going"): "at a start",
    ("tables_of_other_games", RUNNING): "at a start: it holds the running tables, and nothing else",
    ("cups_of_other_games", GOING_CUPS): "at a start: it holds the running cups, and nothing else",
    ("cups_told_to_wait", GOING_CUPS): "at a start: it holds the running cups, and nothing else",
    ("leagues_of_other_games", "leagues USING INDEX leagues_going"): "at a start",
    ("leagues_told_to_wait", "leagues USING INDEX leagues_going"): "at a start",
    ("unfinished_cups", GOING_CUPS): "at a start, and after somebody was banned or erased",
    (
        "personal_data",
        REASONS,
    ): "for who asks what is stored about them: it holds what organisers wrote, and nothing else",
    ("erase", REASONS): "once for who goes: it holds what organisers wrote, and nothing else",
    ("erase_where", "people"): "at a start, if anybody has been erased",
    ("lobbies_of_erased", RUNNING): "at a start, and once for who goes",
    ("unshown_tables", RUNNING): "at a start and twice a minute, off the loop; every play would write an index",
    ("unshown_tables", "tables USING INDEX tables_unshown"): "it holds what is not shown, and nothing else",
    ("shift", RUNNING): "once, when a clock was set",
    ("shift", "shown USING INDEX shown_reminders"): "it holds what is asked for, and nothing else",
    ("shift", "digests"): "once, when a clock was set, and there are few",
    ("shift", "servers"): SERVERS,
    ("shift", "interactions"): "from the newest to the first that is older",
    ("sent_reminders", "shown USING INDEX shown_reminders"): "it holds what is asked for, and nothing else",
    ("running_with_seats", RUNNING): "for the operator, who lists the tables of all servers",
    ("running_with_seats", "tables USING INDEX tables_open"): "it holds the running tables, and nothing else",
    ("announce", RUNNING): "for the operator, who tells all tables something",
    ("announcements", "announcements"): "it holds what is to be posted, and nothing else",
    ("stages", RUNNING): "counted for who reads the metrics",
    ("stages", "tables USING INDEX tables_ended"): "counted for who reads the metrics, from the index alone",
    ("erase", "tables USING INDEX tables_ended"): "once for who goes: of seats left long ago no row is left",
    ("tables_named", "tables"): "for the operator, who names a table of any server",
    ("prune_interactions", "interactions"): "from the oldest to the first that is kept",
    ("prunable", "interactions"): "from the oldest to the first that is kept",
    ("prunable", "servers"): SERVERS,
    ("prune_tables", "servers"): SERVERS,
    ("prune_guilds", "servers"): SERVERS,
    ("prune_guilds", "outages"): "once a day; a row an outage",
    ("prune_guilds", "conduct"): "once a day; few rows a person, for a time",
    ("prune_guilds", RUNNING): "once a day",
    ("set_present_guilds", "servers"): SERVERS,
    ("left_guilds", "servers"): SERVERS,
    ("set_present_guilds", "of_tables"): "from one server to the next",
    ("rubbers_across", "wishes"): "off the loop, for who looks at all servers; a row a person who has chosen something",
}
"""The tables that are read from end to end, and why they may be."""


class Asked(NamedTuple):
    """A statement, as the store made it."""

    sql: str
    values: Sequence[Any]


class Listening:
    """A connection that notes what it is asked."""

    def __init__(self, db: sqlite3.Connection, heard: list[Asked]) -> None:
        self._db = db
        self._heard = heard

    def execute(self, sql: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        self._heard.append(Asked(sql, values))
        return self._db.execute(sql, values)

    def executemany(self, sql: str, rows: Sequence[Sequence[Any]]) -> sqlite3.Cursor:
        rows = list(rows)
        self._heard += [Asked(sql, values) for values in rows[:1]]
        return self._db.executemany(sql, rows)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[Asked]:
    """Every statement that any connection gets from now on."""
    found: list[Asked] = []
    hop = connection.hop

    async def listening(inner: aiosqlite.Connection, work: Callable[[Any], Any]) -> Any:
        return await hop(inner, lambda db: work(Listening(db, found)))

    monkeypatch.setattr(connection, "hop", listening)
    return found


def scans(db: sqlite3.Connection, asked: Asked) -> set[str]:
    """The tables of the schema that a statement reads from end to end."""
    plan = [step[-1] for step in db.execute(f"EXPLAIN QUERY PLAN {asked.sql}", asked.values)]
    read = [step.removeprefix("SCAN ").replace(" COVERING", "") for step in plan if step.startswith("SCAN ")]
    return {what for what in read if not what.startswith(("(", "CONSTANT", "json_each", "chosen"))}


async def test_no_table_that_grows_is_read_from_end_to_end(store: SqliteStore, heard: list[Asked], path: Path) -> None:
    known, found = await known_to(store), set()
    for name, call in CALLS.items():
        heard.clear()
        await call(store, known)
        asked = [one for one in heard if one.sql.split()[0] in ("SELECT", "WITH", "INSERT", "UPDATE", "DELETE")]
        with closing(sqlite3.connect(path)) as db:
            found |= {(name, what) for one in asked for what in scans(db, one)}
    assert found == ALLOWED.keys()


def test_a_row_that_goes_is_not_searched_for_in_all_tables_that_could_refer_to_it() -> None:
    with closing(sqlite3.connect(":memory:")) as db:
        for step in KNOWN:
            db.executescript(step)
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        for name in tables:
            for _, _, parent, column, *_ in db.execute(f"PRAGMA foreign_key_list({name})").fetchall():
                plan = db.execute(f"EXPLAIN QUERY PLAN SELECT 1 FROM {name} WHERE {column} = 1").fetchall()
                assert parent == "people" or plan[0][-1].startswith("SEARCH"), (name, column)


async def test_where_many_tables_were_looking_takes_no_longer(store: SqliteStore) -> None:
    running = await opened(store, stage="playing")
    few = await _steps_by_channel(store)
    closed = await asyncio.gather(*[opened(store, stage="closed") for _ in range(300)])
    assert await store.tables_in_channel(70) == [(running, None), (max(closed, key=lambda row: row.id), None)]
    assert await _steps_by_channel(store) <= few + 60


async def _steps_by_channel(store: SqliteStore) -> int:
    """The number of steps of SQLite's virtual machine."""
    steps = count()
    await store._reader.run(lambda db: db.set_progress_handler(lambda: next(steps) and 0, 1))
    await store.tables_in_channel(70)
    await store._reader.run(lambda db: db.set_progress_handler(None, 1))
    return next(steps)
