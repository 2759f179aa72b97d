# ruff: noqa: ASYNC240 -- files are the subject here, and nothing else runs on the loop

"""Files that are damaged beneath an open store: not one more play is acknowledged, and what is left stays as it is."""

from __future__ import annotations

import logging
import os
import random
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import Corrupt, DatabaseBusy, DatabaseTrouble
from bot.store.sqlite import file_copies, integrity, lock
from bot.store.sqlite.integrity import check_file
from bot.store.sqlite.store import SqliteStore
from tests.store.samples import now, opened, play

PAGE = 4096


def journal(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def overwritten(path: Path, at: int, size: int) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(random.Random(1).randbytes(size))


def replaced(path: Path) -> None:
    copy = path.with_name("copy.db")
    shutil.copy(path, copy)
    copy.replace(path)


def written_back(path: Path) -> None:
    """All pages are in the file, so that damage to it is damage to what was played."""
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0


IN_THE_FILE: dict[str, Callable[[Path], None]] = {
    "its header is overwritten": lambda path: overwritten(path, 0, 100),
    "pages are overwritten": lambda path: overwritten(path, PAGE, 8 * PAGE),
    "it is cut off": lambda path: os.truncate(path, 3 * PAGE),
    "it is empty": lambda path: os.truncate(path, 0),
}
OF_BOTH: dict[str, Callable[[Path], None]] = {
    "it is deleted": Path.unlink,
    "it is replaced": replaced,
    "its journal is deleted": lambda path: journal(path).unlink(),
    "its journal is replaced": lambda path: replaced(journal(path)),
    "its journal is cut off": lambda path: os.truncate(journal(path), 2 * PAGE),
    "its journal is empty": lambda path: os.truncate(journal(path), 0),
    "pages in its journal are overwritten": lambda path: overwritten(journal(path), PAGE // 2, 8 * PAGE),
}


def digests(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (path, journal(path)) if file.exists()}


@pytest.mark.skipif(sys.platform == "win32", reason="files that are in use cannot be replaced there")
@pytest.mark.parametrize("what", [*IN_THE_FILE, *OF_BOTH])
async def test_after_damage_not_one_play_is_acknowledged_and_the_files_stay_as_they_are(path: Path, what: str) -> None:
    """The pages that a play needs are all in memory: SQLite itself would notice nothing."""
    async with await SqliteStore.open(path, now=now) as store:
        row = await opened(store)
        for _ in range(30):
            row = await play(store, row, pad="x" * 1000)
        if what in IN_THE_FILE:
            written_back(path)
        row = await play(store, row)
        {**IN_THE_FILE, **OF_BOTH}[what](path)
        before = digests(path)
        for _ in range(2):
            with pytest.raises(Corrupt):
                await play(store, row)
        assert store.damage is not None
        assert "is damaged" in (store.write_failure or "")
    if sys.platform == "linux":
        assert digests(path) == before


@pytest.mark.skipif(sys.platform == "win32", reason="files that are in use cannot be replaced there")
async def test_a_journal_of_which_only_the_header_is_broken_is_saved_into_the_file(path: Path) -> None:
    """Current readers do not need the header, but the next start would find no entry."""
    async with await SqliteStore.open(path, now=now) as store:
        row = await opened(store)
        row = await play(store, row)
        overwritten(journal(path), 0, 32)
        row = await play(store, row)
        left = path.with_name("left.db")
        for side in ("", "-wal"):
            shutil.copy(f"{path}{side}", f"{left}{side}")
    async with await SqliteStore.open(left, now=now) as store:
        assert len(await store.record(row.id)) == row.seq


async def test_other_programs_that_go_by_the_locks_disturb_nothing(path: Path, tmp_path: Path) -> None:
    """They write, bring the journal into the file, copy it; its mode or its names change."""
    async with await SqliteStore.open(path, now=now) as store:
        row = await play(store, await opened(store))
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("UPDATE memories SET value = value")
        row = await play(store, row)
        written_back(path)
        row = await play(store, row)
        path.chmod(0o600)
        (tmp_path / "second.db").hardlink_to(path)
        row = await play(store, row)
        file_copies.copy(path, tmp_path / "copy.db")
        row = await play(store, row)
        assert store.damage is None
        assert len(await store.record(row.id)) == row.seq
    check_file(path)


@pytest.mark.slow
async def test_without_a_change_from_outside_no_play_looks_through_the_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def check_in_use(_: Path) -> None:
        raise AssertionError

    async with await SqliteStore.open(path, now=now) as store:
        row = await opened(store)
        monkeypatch.setattr(integrity, "check_in_use", check_in_use)
        for _ in range(1200):  # the journal begins anew meanwhile
            row = await play(store, row)


async def test_files_that_cannot_be_looked_through_just_now_are_looked_through_before_the_next_play(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "LOCK_TIMEOUT", 0.05)
    async with await SqliteStore.open(path, now=now) as store:
        row = await play(store, await opened(store))
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN")
            other.execute("SELECT * FROM memories").fetchall()  # it reads for long: the journal has to stay
            journal(path).touch()
            for _ in range(2):
                with pytest.raises(DatabaseBusy):
                    await play(store, row)
            assert store.damage is None
        row = await play(store, row)
        assert len(await store.record(row.id)) == row.seq


async def test_a_page_that_no_play_reads_is_found_by_the_look_from_time_to_time(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with await SqliteStore.open(path, now=now) as store:
        row = await opened(store)
        for _ in range(30):
            row = await play(store, row, pad="x" * 1000)
        written_back(path)
        await store.check_integrity()
        overwritten(path, PAGE, 8 * PAGE)
        with pytest.raises(DatabaseTrouble):
            await store.check_integrity()
        assert [record.levelno for record in caplog.records] == [logging.ERROR]
        with pytest.raises(Corrupt):
            await store.record(row.id)
