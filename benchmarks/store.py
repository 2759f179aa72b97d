"""Durable plays per second through the store, compared with plain aiosqlite that commits one row at a time.

    uv run --group test python -m benchmarks.store

A play through the store is everything that `append` writes: the entry, the interaction and the table's row. Both plain
sides insert one row into an equal records table (WAL, synchronous=FULL, one connection): "commit" as aiosqlite is
mostly used, `execute` and `commit` for each row; "bare" with SQLite's own autocommit, one `execute` a row, the least
that aiosqlite can do. The sides take turns; the result is the median of the rounds' ratios to "commit".

The same plays go through the store on PostgreSQL, whose server writes to the same disk and waits for it, too. Its
result is the median of the rounds' ratios to the store on SQLite. `--plain` leaves PostgreSQL out.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, ExitStack
from itertools import count
from pathlib import Path

import aiosqlite

from bot.store import RecordRow, SeatRow, Store, TableRow
from bot.store.engine import open_store
from simulation.postgres_server import PostgresServer

ROUNDS = 9
PLAYS = {1: 400, 100: 5000}  # plays a round, by number of writers
AIMS = {1: 0.6, 100: 10.0}
POSTGRES_AIMS = {1: 0.3, 100: 0.15}
START = 1_763_000_000_000  # ms since the epoch
PACE = 60_000  # ms until a turn is due

WriterPlay = Callable[[int], Awaitable[None]]  # makes a writer's next play

RECORDS = """
CREATE TABLE records (
    table_id INTEGER NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, verb TEXT NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT
"""
INSERT = "INSERT INTO records (table_id, seq, at, verb, body) VALUES (?, ?, ?, ?, ?)"


def body(seq: int) -> dict[str, object]:
    return {"seat": seq % 4, "cards": ["7♣", "K♥"], "by": "0123456789abcdef", "of": [seq // 36, seq % 9]}


async def store_plays(store: Store, writers: int) -> WriterPlay:
    """A play for each writer, at a table of its own, as people do."""
    ids = count(1_400_000_000_000_000_000 + (time.time_ns() // 1000 % 10**9) * 10**6)
    rows = [await _open(store, f"Otter {next(ids)}") for _ in range(writers)]

    async def play(writer: int) -> None:
        row = rows[writer]
        seq = row.seq + 1
        at = START + seq
        row = row._replace(seq=seq, turn_seat=seq % 4, due_at=at + PACE, changed_at=at)
        await store.append(row, None, [RecordRow(seq, at, "play", body(seq))], next(ids))
        rows[writer] = row

    return play


async def _open(store: Store, name: str) -> TableRow:
    row = TableRow(
        0, name, 7, 70, "en", "playing", "voormsi", 1, 1, 0, START + PACE, None, START, 0, None, START, START, None
    )
    seats = [SeatRow(seat, None, "computer") for seat in range(4)]
    return row._replace(id=await store.open_table(row, seats, [RecordRow(1, START, "open", {})], None))


async def plain_database(path: Path, *, bare: bool) -> aiosqlite.Connection:
    database = await aiosqlite.connect(path, isolation_level=None if bare else "DEFERRED")
    for statement in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", RECORDS):
        await database.execute(statement)
    return database


def plain_plays(database: aiosqlite.Connection, writers: int, first: int) -> WriterPlay:
    seqs = [0] * writers
    one_at_a_time = asyncio.Lock()  # otherwise writers would commit each other's rows

    async def play(writer: int) -> None:
        seqs[writer] += 1
        seq = seqs[writer]
        row = (first + writer, seq, START + seq, "play", json.dumps(body(seq)))
        if database.isolation_level is None:
            await database.execute(INSERT, row)
            return
        async with one_at_a_time:
            await database.execute(INSERT, row)
            await database.commit()

    return play


async def rate(play: WriterPlay, writers: int) -> float:
    """Plays a second in a round. Each writer waits for its last play before it makes the next."""

    plays = PLAYS[writers]

    async def write(writer: int) -> None:
        for _ in range(plays // writers):
            await play(writer)

    began = time.perf_counter()
    await asyncio.gather(*(write(writer) for writer in range(writers)))
    return plays / (time.perf_counter() - began)


async def compare(folder: Path, writers: int, server: PostgresServer | None) -> bool:
    async with AsyncExitStack() as stack:
        store = await open_store(folder / f"store-{writers}.db", now=lambda: time.time_ns() // 10**6)
        stack.push_async_callback(store.close)
        commit = await plain_database(folder / f"commit-{writers}.db", bare=False)
        stack.push_async_callback(commit.close)
        other = store
        if server is not None:
            other = await open_store(server.empty(f"store_{writers}"), now=lambda: time.time_ns() // 10**6)
            stack.push_async_callback(other.close)
        bare = await plain_database(folder / f"bare-{writers}.db", bare=True)
        stack.push_async_callback(bare.close)
        rounds = [
            [
                await rate(await store_plays(store, writers), writers),
                await rate(plain_plays(commit, writers, number * writers), writers),
                await rate(plain_plays(bare, writers, number * writers), writers),
                await rate(await store_plays(other, writers), writers),
            ]
            for number in range(ROUNDS)
        ]
    return report(writers, rounds) & (server is None or report_postgres(writers, rounds))


def report_postgres(writers: int, rounds: list[list[float]]) -> bool:
    ratios = sorted(postgres / ours for ours, _, _, postgres in rounds)
    plays = statistics.median(postgres for *_, postgres in rounds)
    print(f"     PostgreSQL: {plays:5.0f} plays/s; to SQLite: {_spread(ratios)}, aim {POSTGRES_AIMS[writers]}")
    return statistics.median(ratios) >= POSTGRES_AIMS[writers]


def report(writers: int, rounds: list[list[float]]) -> bool:
    ours, commit, bare, _ = (statistics.median(side) for side in zip(*rounds, strict=True))
    to_commit = sorted(ours / commit for ours, commit, *_ in rounds)
    to_bare = sorted(ours / bare for ours, _, bare, _ in rounds)
    print(f"{writers:>4} writers: {ours:7.0f} plays/s; rows/s: commit {commit:6.0f}, bare {bare:6.0f}")
    print(f"     to commit: {_spread(to_commit)}, aim {AIMS[writers]};  to bare: {_spread(to_bare)}")
    return statistics.median(to_commit) >= AIMS[writers]


def _spread(ratios: list[float]) -> str:
    return f"{statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"


def main(*, plain: bool) -> int:
    with tempfile.TemporaryDirectory(prefix="voormsi-benchmark-") as name, ExitStack() as stack:
        folder, server = Path(name), None
        if not plain:
            folder.chmod(0o755)  # the server runs as somebody else if we are root
            server = PostgresServer(folder / "postgres", {})
            stack.callback(server.stop)
        held = [asyncio.run(compare(folder, writers, server)) for writers in PLAYS]
    return 0 if all(held) else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plain", action="store_true")
    raise SystemExit(main(plain=parser.parse_args().plain))
