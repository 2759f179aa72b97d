from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.operations.maintenance import prune_all
from bot.store import Prunable, Retention, Store
from bot.store.sql import pruning
from tests.store.samples import NOW, opened, play
from tests.store.test_pruning import NOTHING, full


def rows(path: Path, name: str) -> int:
    with closing(sqlite3.connect(path)) as db:
        (count,) = db.execute(f"SELECT count(*) FROM {name}").fetchone()
    return int(count)


async def test_no_row_of_a_table_that_was_removed_is_left(store: Store, path: Path) -> None:
    for stage in ("over", "closed", "lobby", "playing"):
        await full(store, stage=stage, changed_at=NOW - 10)
    await full(store, stage="over", changed_at=NOW)
    assert await prune_all(store, NOTHING._replace(tables=NOW)) == Prunable(0, 2, 0)
    assert {name: rows(path, name) for name in pruning.OF_A_TABLE} == {
        "records": 3, "seats": 6, "places": 3, "shown": 3, "queue": 0, "announcements": 0,
        "role_mentions": 0,
    }  # fmt: skip


async def test_many_tables_go_in_several_commits(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "FEW", 2)
    for _ in range(5):
        await full(store, stage="closed", changed_at=NOW - 10)
    batches: list[int] = []

    async def remove(limits: Retention) -> list[int]:
        removed = await store.prune_tables(limits)
        batches.append(len(removed))
        return removed

    await prune_all(store, NOTHING._replace(tables=NOW), remove)
    assert batches == [2, 2, 1, 0]


async def test_outages_that_were_over_long_ago_are_forgotten(store: Store, path: Path) -> None:
    await store.credit(NOW - 30, NOW - 20)
    await store.credit(NOW - 30, NOW, guild=7)
    await prune_all(store, NOTHING._replace(guilds=None))
    assert rows(path, "outages") == 2
    await prune_all(store, NOTHING._replace(guilds=NOW))
    assert rows(path, "outages") == 1


async def test_a_file_that_is_mostly_free_is_written_anew(store: Store, path: Path) -> None:
    row = await opened(store, stage="lobby")
    for _ in range(300):
        row = await play(store, row, pad="x" * 5000)
    await store.append(row._replace(stage="closed"), None, [], None)
    keep = await opened(store)
    await store.compact()
    with closing(sqlite3.connect(path)) as db:
        (before,) = db.execute("PRAGMA page_count").fetchone()
        await prune_all(store, NOTHING._replace(tables=NOW + 1))
        await store.compact()
        (after,) = db.execute("PRAGMA page_count").fetchone()
    assert after < before / 4
    assert await store.row(keep.id) == keep
    await play(store, keep)
