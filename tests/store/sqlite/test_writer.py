from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.store import BadRow, Closed, Conflict, DatabaseBusy, DiskFull, Repeated, Store, TableRow
from bot.store.sqlite import lock
from bot.store.sqlite.connection import Connection
from bot.store.sqlite.store import SqliteStore
from tests.store.samples import entry, mark, now, opened, play


async def on_writer(store: Store, work: Callable[[sqlite3.Connection], Any]) -> Any:
    """The result of `work` on the writer's own connection, outside any transaction."""
    assert isinstance(store, SqliteStore)
    connection = store._writer._connection
    assert isinstance(connection, Connection)
    return await connection.run(work)


async def statements(store: SqliteStore) -> list[str]:
    """A list that from now on takes in every statement that the writer runs."""
    seen: list[str] = []
    await on_writer(store, lambda db: db.set_trace_callback(seen.append))
    return seen


class HeldCommits:
    """Holds the writer's next commits open from the moment they begin until `go` is set."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.go = threading.Event()
        self.commits = 0
        self._loop = asyncio.get_running_loop()

    def __call__(self, statement: str) -> None:
        if statement.startswith("BEGIN"):
            self.commits += 1
            self._loop.call_soon_threadsafe(self.begun.set)
            self.go.wait(60)


async def hold(store: Store) -> HeldCommits:
    held = HeldCommits()
    await on_writer(store, lambda db: db.set_trace_callback(held))
    return held


async def set_room(store: Store, *, pages_more: int | None) -> None:
    """Let the file grow by so many pages and no further, as on a full disk; None for no such limit."""

    def limit(db: sqlite3.Connection) -> None:
        (pages,) = db.execute("PRAGMA page_count").fetchone()
        db.execute(f"PRAGMA max_page_count = {2**30 if pages_more is None else pages + pages_more}").fetchone()

    await on_writer(store, limit)


async def test_what_waits_shares_one_commit(store: SqliteStore) -> None:
    rows = [await opened(store) for _ in range(50)]
    seen = await statements(store)
    await asyncio.gather(*(play(store, row) for row in rows))
    assert seen.count("COMMIT") == 1
    assert [await store.record(row.id, after=1) for row in rows] == [[entry(2)]] * 50


async def test_what_comes_during_a_commit_waits_for_the_next(store: SqliteStore) -> None:
    rows = [await opened(store) for _ in range(20)]
    held = await hold(store)
    first = asyncio.create_task(play(store, rows[0]))
    await held.begun.wait()
    others = [asyncio.create_task(play(store, row)) for row in rows[1:]]
    await asyncio.sleep(0)
    held.go.set()
    await asyncio.gather(first, *others)
    assert held.commits == 2


async def test_one_that_fails_does_not_fail_its_neighbours(store: SqliteStore) -> None:
    rows = [await opened(store) for _ in range(4)]
    await play(store, rows[3], 7)
    seen = await statements(store)
    outcomes = await asyncio.gather(
        play(store, rows[0]),
        play(store, rows[1]._replace(seq=9)),
        store.put_message_states(mark(404)),
        play(store, rows[2], 7),
        play(store, rows[2], 8),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [TableRow, Conflict, BadRow, Repeated, TableRow]
    assert seen.count("COMMIT") == 1
    assert [len(await store.record(row.id)) for row in rows] == [2, 1, 2, 2]


async def test_who_is_cancelled_while_waiting_takes_its_row_away(store: SqliteStore) -> None:
    rows = [await opened(store) for _ in range(3)]
    tasks = [asyncio.create_task(play(store, row)) for row in rows]
    await asyncio.sleep(0)
    tasks[1].cancel()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [TableRow, asyncio.CancelledError, TableRow]
    assert [len(await store.record(row.id)) for row in rows] == [2, 1, 2]


async def test_who_is_cancelled_in_the_commit_breaks_nothing(store: SqliteStore) -> None:
    rows = [await opened(store) for _ in range(3)]
    held = await hold(store)
    tasks = [asyncio.create_task(play(store, row)) for row in rows]
    await held.begun.wait()
    tasks[1].cancel()
    held.go.set()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [TableRow, asyncio.CancelledError, TableRow]
    assert [len(await store.record(row.id)) for row in rows] == [2, 2, 2]
    await play(store, rows[0]._replace(seq=2))


async def test_on_a_full_disk_a_play_is_kept_whole_or_refused_whole_and_the_next_goes_on(store: SqliteStore) -> None:
    rows = [await opened(store) for _ in range(20)]
    await set_room(store, pages_more=3)
    outcomes = await asyncio.gather(*(play(store, row, pad="x" * 3000) for row in rows), return_exceptions=True)
    refused = [row for row, outcome in zip(rows, outcomes, strict=True) if isinstance(outcome, DiskFull)]
    kept = [outcome for outcome in outcomes if isinstance(outcome, TableRow)]
    assert len(refused) >= 15
    assert len(refused) + len(kept) == 20
    for row in (*refused, *kept):
        assert len(await store.record(row.id)) == row.seq
        assert await store.row(row.id) == row
    await play(store, refused[0])
    await set_room(store, pages_more=None)
    await asyncio.gather(*(play(store, row, pad="x" * 3000) for row in refused[1:]))


async def test_a_lock_of_another_program_fails_the_whole_commit_until_it_is_gone(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "LOCK_TIMEOUT", 0.05)
    async with await SqliteStore.open(path, now=now) as store:
        rows = [await opened(store) for _ in range(3)]
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        outcomes = await asyncio.gather(*(play(store, row) for row in rows), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [DatabaseBusy] * 3
        assert len({id(outcome) for outcome in outcomes}) == 3
        assert await store.row(rows[0].id) == rows[0]
        other.execute("ROLLBACK")
        other.close()
        await asyncio.gather(*(play(store, row) for row in rows))


async def test_closing_writes_what_still_waits_and_refuses_what_comes_later(path: Path) -> None:
    store = await SqliteStore.open(path, now=now)
    row = await opened(store)
    waiting = asyncio.create_task(play(store, row))
    await asyncio.sleep(0)
    await store.close()
    await store.close()
    with pytest.raises(Closed):
        await play(store, row)
    with pytest.raises(Closed):
        await store.row(row.id)
    async with await SqliteStore.open(path, now=now) as again:
        assert await again.row(row.id) == await waiting


@pytest.mark.parametrize("begun", [False, True])
async def test_a_writer_that_is_torn_down_lets_go_of_everyone(path: Path, begun: bool) -> None:
    store = await SqliteStore.open(path, now=now)
    row = await opened(store)
    held = await hold(store)
    waiting = asyncio.create_task(play(store, row))
    if begun:
        await held.begun.wait()
    else:
        await asyncio.sleep(0)
    drain = store._writer._draining
    assert drain is not None
    drain.cancel()
    held.go.set()
    await store.close()
    await asyncio.wait([waiting])
    assert waiting.cancelled()


async def test_nothing_that_is_written_gets_into_a_log(store: SqliteStore, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    row = await opened(store)
    await play(store, row, cards="K♥ Voormsi")
    with pytest.raises(Conflict):
        await play(store, row, cards="K♥ Voormsi")
    await store.record(row.id)
    assert "aiosqlite" in caplog.text
    assert "Voormsi" not in caplog.text
