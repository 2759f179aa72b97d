from __future__ import annotations

from pathlib import Path

import pytest

from bot.store import DatabaseTrouble, ReadOnly
from bot.store.sqlite.migrations import KNOWN
from bot.store.sqlite.store import SqliteStore
from tests.store.samples import NOW, knowing, opened, play


async def test_a_store_beside_reads_what_the_other_writes_and_writes_nothing(store: SqliteStore, path: Path) -> None:
    row = await opened(store)
    async with await SqliteStore.open_read_only(path) as beside:
        assert await beside.row(row.id) == row
        row = await play(store, row)
        assert await beside.row(row.id) == row
        assert await beside.tables_named(row.name.lower()) == [row]
        with pytest.raises(ReadOnly):
            await beside.put_value("a", "b")


async def test_beside_nothing_is_made_and_nothing_brought_up_to_date(tmp_path: Path) -> None:
    with pytest.raises(DatabaseTrouble, match="there is no such file"):
        await SqliteStore.open_read_only(tmp_path / "none.db")
    assert [*tmp_path.glob("*")] == []  # noqa: ASYNC240
    with knowing(*KNOWN[:2]):
        await (await SqliteStore.open(tmp_path / "old.db", now=lambda: NOW)).close()
    with pytest.raises(DatabaseTrouble, match="its schema is 2"):
        await SqliteStore.open_read_only(tmp_path / "old.db")
