"""A process that is killed while it writes loses nothing that it has acknowledged (and nothing is there by halves)."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.store.sqlite.store import SqliteStore
from tests.store.samples import now

TABLES = 20
WRITING = f"""
import asyncio, sys
from itertools import count
from pathlib import Path
from bot.store.sqlite.store import SqliteStore
from tests.store.samples import now, opened, play

async def write(path):
    store = await SqliteStore.open(path, now=now)
    rows = await store.running(7) or [await opened(store) for _ in range({TABLES})]
    interactions = count(1 + sum(row.seq for row in rows))

    async def game(row):
        while True:
            row = await play(store, row, next(interactions), pad="x" * (row.seq % 500))
            print(row.id, row.seq, flush=True)

    await asyncio.gather(*map(game, rows))

asyncio.run(write(Path(sys.argv[1])))
"""


def write_and_kill(path: Path, after: int) -> dict[int, int]:
    """Let a process write until it has acknowledged `after` entries, kill it; the last acknowledged seq by table."""
    acknowledged: dict[int, int] = {}
    with subprocess.Popen([sys.executable, "-c", WRITING, path], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for count, line in enumerate(process.stdout):
            if count == after:
                process.send_signal(signal.SIGKILL)
            if line.endswith("\n"):
                table_id, seq = map(int, line.split())
                acknowledged[table_id] = seq
    assert process.returncode == -signal.SIGKILL
    return acknowledged


async def check(path: Path, acknowledged: dict[int, int]) -> None:
    async with await SqliteStore.open(path, now=now) as store:
        rows = await store.running(7)
        assert len(rows) == TABLES
        for row in rows:
            assert row.seq >= acknowledged.get(row.id, 1)
            assert [entry.seq for entry in await store.record(row.id)] == list(range(1, row.seq + 1))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="kills by signal")
async def test_what_was_acknowledged_before_a_kill_is_there_after_it(path: Path) -> None:
    for after in (0, 7, 150, 1500):
        await check(path, write_and_kill(path, after))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="kills by signal")
async def test_what_was_acknowledged_before_any_of_thirty_kills_is_there(path: Path) -> None:
    for after in range(30):
        await check(path, write_and_kill(path, after * 17))
