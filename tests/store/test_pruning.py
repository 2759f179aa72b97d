from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.operations.prune import prune_all
from bot.store import DatabaseTrouble, ReadOnly, Store, TableRow
from bot.store.sqlite import pruning
from bot.store.sqlite.migrations import KNOWN
from bot.store.sqlite.pruning import Prunable, Retention
from tests.store.samples import NOW, mark, opened, play

NOTHING = Retention(0, None, 0)


async def full(store: Store, **changes: object) -> TableRow:
    """A table with something of it everywhere."""
    row = await opened(store, **changes)
    await store.put_place(row.id, row.id + 1000, None)
    await store.put_message_states(mark(row.id))
    return row


def rows(path: Path, name: str) -> int:
    with closing(sqlite3.connect(path)) as db:
        (count,) = db.execute(f"SELECT count(*) FROM {name}").fetchone()
    return int(count)


async def test_tables_that_ended_long_ago_go_with_all_that_is_theirs_and_others_stay(store: Store, path: Path) -> None:
    old = [await full(store, stage=stage, changed_at=NOW - 10) for stage in ("over", "closed")]
    kept = [await full(store, stage=stage, changed_at=NOW - 10) for stage in ("lobby", "playing")]
    kept.append(await full(store, stage="over", changed_at=NOW))
    limits = NOTHING._replace(tables=NOW)
    assert await store.prunable(limits) == Prunable(0, 2, 0)
    assert await prune_all(store, limits) == Prunable(0, 2, 0)
    assert [await store.row(row.id) for row in old] == [None, None]
    for row in kept:
        assert await store.row(row.id) == row
        assert await store.record(row.id)
        assert await store.message_states(row.id)
    assert {name: rows(path, name) for name in pruning.OF_A_TABLE} == {
        "records": 3, "seats": 6, "places": 3, "shown": 3, "queue": 0
    }  # fmt: skip
    assert await store.prunable(limits) == Prunable(0, 0, 0)


async def test_without_a_limit_tables_are_kept_for_ever(store: Store) -> None:
    row = await full(store, stage="over", changed_at=1)
    assert await prune_all(store, NOTHING) == Prunable(0, 0, 0)
    assert await store.row(row.id) == row


async def test_a_rematch_outlives_the_table_that_it_is_one_of(store: Store) -> None:
    old = await full(store, stage="over", changed_at=NOW - 10)
    rematch = await full(store, rematch_of=old.id)
    await prune_all(store, NOTHING._replace(tables=NOW))
    assert await store.row(rematch.id) == rematch._replace(rematch_of=None)


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


async def test_a_server_that_removed_the_bot_long_ago_is_removed_with_its_running_tables(store: Store) -> None:
    gone, there = await full(store, guild_id=7, stage="playing"), await full(store, guild_id=8, stage="playing")
    for guild_id in (7, 8):
        await store.change_guild_preferences(guild_id, {"language": "da"})
    await store.set_present_guilds([8])
    assert await prune_all(store, NOTHING._replace(servers=NOW)) == Prunable(0, 0, 0), "it may come back"
    assert await prune_all(store, NOTHING._replace(servers=NOW + 1)) == Prunable(0, 1, 1)
    assert await store.row(gone.id) is None
    assert await store.row(there.id) == there
    assert await store.guild_preferences(7) == {}
    assert await store.guild_preferences(8) == {"language": "da"}


async def test_outages_that_were_over_long_ago_are_forgotten(store: Store, path: Path) -> None:
    await store.credit(NOW - 30, NOW - 20)
    await store.credit(NOW - 30, NOW, guild=7)
    await prune_all(store, NOTHING._replace(servers=None))
    assert rows(path, "outages") == 2
    await prune_all(store, NOTHING._replace(servers=NOW))
    assert rows(path, "outages") == 1


async def test_a_server_that_lets_the_bot_in_again_keeps_all(store: Store) -> None:
    row = await full(store, guild_id=7)
    await store.set_present_guilds([])
    await store.set_present_guilds([7])
    assert await prune_all(store, NOTHING._replace(servers=NOW + 1)) == Prunable(0, 0, 0)
    assert await store.row(row.id) == row


async def test_the_time_of_being_removed_is_that_of_the_first_look(path: Path) -> None:
    clock = [NOW]
    async with await Store.open(path, now=lambda: clock[0]) as store:
        await full(store, guild_id=7)
        for _ in range(3):
            await store.set_present_guilds([])
            clock[0] += 100
        assert await store.prunable(NOTHING._replace(servers=NOW)) == Prunable(0, 0, 0)
        assert await store.prunable(NOTHING._replace(servers=NOW + 1)) == Prunable(0, 1, 1)


async def test_every_table_that_refers_to_tables_is_pruned_with_them(store: Store, path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        schema = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        refers = {
            name for name in schema for key in db.execute(f"PRAGMA foreign_key_list({name})") if key[2] == "tables"
        }
        of_a_table = {name for name in schema if "table_id" in [c[1] for c in db.execute(f"PRAGMA table_info({name})")]}
    assert refers | of_a_table == {*pruning.OF_A_TABLE, "tables"}


async def test_a_file_that_is_mostly_free_is_written_anew(store: Store, path: Path) -> None:
    row = await opened(store, stage="lobby")
    for _ in range(200):
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


async def test_a_store_beside_reads_what_the_other_writes_and_writes_nothing(store: Store, path: Path) -> None:
    row = await opened(store)
    async with await Store.open_read_only(path) as beside:
        assert await beside.row(row.id) == row
        row = await play(store, row)
        assert await beside.row(row.id) == row
        assert await beside.tables_named(row.name.lower()) == [row]
        with pytest.raises(ReadOnly):
            await beside.put_value("a", "b")


async def test_beside_nothing_is_made_and_nothing_brought_up_to_date(tmp_path: Path) -> None:
    with pytest.raises(DatabaseTrouble, match="there is no such file"):
        await Store.open_read_only(tmp_path / "none.db")
    assert [*tmp_path.glob("*")] == []  # noqa: ASYNC240
    async with await Store.open(tmp_path / "old.db", now=lambda: NOW, migrations=KNOWN[:2]):
        pass
    with pytest.raises(DatabaseTrouble, match="its schema is 2"):
        await Store.open_read_only(tmp_path / "old.db")


async def test_the_number_of_a_table_that_was_removed_is_given_to_no_other(store: Store) -> None:
    numbers = [(await full(store, stage="closed", changed_at=NOW - 10)).id for _ in range(3)]
    await prune_all(store, NOTHING._replace(tables=NOW))
    assert (await full(store)).id == max(numbers) + 1
