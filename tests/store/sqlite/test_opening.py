# ruff: noqa: ASYNC240 -- files and processes are the subject here, and nothing else runs on the loop

from __future__ import annotations

import asyncio
import logging
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.store import (
    CannotOpen,
    Corrupt,
    DatabaseBusy,
    DatabaseNewer,
    DatabaseTrouble,
    DiskFull,
    NotADatabase,
    ReadOnly,
    Store,
    TableRow,
)
from bot.store.sqlite import lock
from bot.store.sqlite.store import SqliteStore
from tests.store.disks import mounted
from tests.store.samples import now, opened, play

HOLDER = """
import asyncio, sys
from pathlib import Path
from bot.store.sqlite.store import SqliteStore

async def hold():
    await SqliteStore.open(Path(sys.argv[1]), now=lambda: 0)
    print("open", flush=True)
    await asyncio.Event().wait()

asyncio.run(hold())
"""


@pytest.fixture(autouse=True)
def short_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The store waits for others' locks for a moment only."""
    monkeypatch.setattr(lock, "LOCK_TIMEOUT", 0.05)


def contents(path: Path) -> bytes:
    return path.read_bytes()


async def refused(path: Path, kind: type[DatabaseTrouble]) -> DatabaseTrouble:
    """The refusal of a store that cannot be opened, which must tell an operator in one line what is wrong."""
    with pytest.raises(DatabaseTrouble) as caught:
        async with await SqliteStore.open(path, now=now):
            pass
    assert type(caught.value) is kind
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.facts["path"] == str(path)
    return caught.value


async def test_a_new_empty_database_is_made_with_a_word_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "voormsi.db"
    for made in (True, False):
        caplog.clear()
        with caplog.at_level(logging.INFO):
            await (await SqliteStore.open(path, now=now)).close()
        assert (f"no database at {path}: a new, empty one" in caplog.text) is made


async def made(path: Path, plays: int = 1) -> None:
    async with await SqliteStore.open(path, now=now) as store:
        row = await opened(store)
        for _ in range(plays):
            row = await play(store, row, pad="x" * 1000)


@pytest.mark.parametrize("kind", ["IMMEDIATE", "EXCLUSIVE"])
async def test_a_wait_for_the_lock_of_another_program_is_told_before_it_begins(
    kind: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "voormsi.db"
    await made(path)
    monkeypatch.setattr(lock, "LOCK_TIMEOUT", 60.0)
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute(f"BEGIN {kind}")
        opening = asyncio.ensure_future(SqliteStore.open(path, now=now))
        async with asyncio.timeout(30):
            while "is locked by another program" not in caplog.text:  # noqa: ASYNC110 (a log line sets no event)
                await asyncio.sleep(0)
        assert not opening.done()
        db.execute("ROLLBACK")
    await (await opening).close()
    (line,) = (one.getMessage() for one in caplog.records if one.levelno == logging.WARNING)
    assert re.search(r"is waited for until \d\d:\d\d:\d\d", line)


@contextmanager
def changed(path: Path, statement: str) -> Iterator[None]:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(statement)
        yield


@contextmanager
def as_nobody(*paths: Path) -> Iterator[None]:
    """Run as a user for whom file modes count; the folders above are opened first."""
    if os.geteuid() != 0:
        yield
        return
    for path in paths:
        os.chown(path, 65534, 65534)
    for parent in [parent for path in paths for parent in path.parents]:
        parent.chmod(parent.stat().st_mode | 0o011) if parent.stat().st_uid == 0 else None
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


async def test_a_new_database_is_made_where_there_is_none(path: Path) -> None:
    await made(path)
    async with await SqliteStore.open(path, now=now) as store:
        assert len(await store.running(7)) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="file modes")
async def test_what_a_new_database_holds_only_its_owner_may_read(path: Path) -> None:
    async with await SqliteStore.open(path, now=now) as store:
        await opened(store)
        files = {file.name.removeprefix(path.name): file.stat().st_mode & 0o077 for file in path.parent.iterdir()}
        assert set(files) - {".lock"} == {"", "-wal", "-shm"}
        assert set(files.values()) == {0}


async def test_a_second_store_on_one_database_is_refused_until_the_first_is_closed(path: Path) -> None:
    async with await SqliteStore.open(path, now=now):
        trouble = await refused(path, DatabaseBusy)
        assert trouble.facts["holder"] == f"process {os.getpid()}"
    await made(path)


@contextmanager
def held(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process has the store open, until the block ends or it is killed."""
    with subprocess.Popen([sys.executable, "-c", HOLDER, path], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        try:
            yield holder
        finally:
            holder.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="kills by signal")
async def test_a_second_process_is_refused_and_a_killed_one_stands_in_nobodys_way(path: Path) -> None:
    with held(path) as holder:
        trouble = await refused(path, DatabaseBusy)
        assert trouble.facts["holder"] == f"process {holder.pid}"
    await made(path)


@contextmanager
def bound(path: Path, folder: Path) -> Iterator[Path]:
    """The file at a second place, by a bind mount of its folder."""
    folder.mkdir()
    mount = ["mount", "--bind", str(path.parent), str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        yield folder / path.name
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a file beside the database is locked")
async def test_a_second_process_is_refused_by_whatever_name_it_opens_the_file(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with held(path):
        (tmp_path / "symbolic.db").symlink_to(path)
        (tmp_path / "hard.db").hardlink_to(path)
        monkeypatch.chdir(path.parent)
        for name in (tmp_path / "symbolic.db", tmp_path / "hard.db", Path(path.name)):
            with pytest.raises(DatabaseBusy):
                async with await SqliteStore.open(name, now=now):
                    pass


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a file beside the database is locked")
async def test_a_second_process_is_refused_in_a_folder_that_is_mounted_twice(path: Path, tmp_path: Path) -> None:
    with held(path), bound(path, tmp_path / "elsewhere") as there:
        await refused(there, DatabaseBusy)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a file beside the database is locked")
async def test_no_file_beside_the_database_keeps_the_second_process_away(path: Path) -> None:
    """Nothing that somebody may tidy up lets it in."""
    with held(path):
        for beside in path.parent.glob("*lock*"):
            beside.unlink()
        await refused(path, DatabaseBusy)


async def test_a_database_that_is_replaced_while_it_is_opened_is_locked_where_it_is_now(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A restore puts another file in its place between the opening and the locking."""
    await made(path)
    seize, fresh = lock._seize, path.with_name("fresh.db")
    fresh.write_bytes(contents(path))

    def replaced_first(handle: int) -> None:
        if fresh.exists():
            fresh.replace(path)
        seize(handle)

    monkeypatch.setattr(lock, "_seize", replaced_first)
    async with await SqliteStore.open(path, now=now):
        lock.OURS.clear()  # as in another process
        await refused(path, DatabaseBusy)


async def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(path: Path) -> None:
    path.write_text("Dear diary, today we played Voormsi. " * 100)
    before = contents(path)
    await refused(path, NotADatabase)
    assert contents(path) == before


async def test_another_programs_database_is_refused_and_left_as_it_is(path: Path) -> None:
    with changed(path, "CREATE TABLE photos (id INTEGER PRIMARY KEY)"):
        pass
    before = contents(path)
    await refused(path, NotADatabase)
    assert contents(path) == before


async def test_a_newer_database_is_refused_and_left_as_it_is(path: Path) -> None:
    await made(path)
    with changed(path, "PRAGMA user_version = 999"):
        pass
    before = contents(path)
    trouble = await refused(path, DatabaseNewer)
    assert trouble.facts["found"] == 999
    assert contents(path) == before


async def test_a_damaged_database_is_refused_and_left_as_it_is(path: Path) -> None:
    await made(path, plays=50)
    whole = contents(path)
    page = whole.index(b"x" * 1000) // 4096  # a page of the record
    before = whole[: page * 4096] + b"\xff" * 64 + whole[page * 4096 + 64 :]
    path.write_bytes(before)
    await refused(path, Corrupt)
    assert contents(path) == before


async def test_a_database_that_is_cut_off_is_refused(path: Path) -> None:
    await made(path, plays=50)
    path.write_bytes(contents(path)[: 4096 * 5])
    await refused(path, Corrupt)


@pytest.mark.parametrize("lock", ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
async def test_a_database_that_another_program_has_locked_is_refused_until_it_lets_go(path: Path, lock: str) -> None:
    await made(path)
    with changed(path, lock):
        await refused(path, DatabaseBusy)
    await made(path)


@pytest.mark.skipif(sys.platform == "win32", reason="file modes")
async def test_a_file_that_may_not_be_written_is_refused(path: Path, tmp_path: Path) -> None:
    await made(path)
    before = contents(path)
    path.chmod(0o444)
    with as_nobody(tmp_path, path):
        await refused(path, ReadOnly)
    assert contents(path) == before


@pytest.mark.skipif(sys.platform == "win32", reason="file modes")
async def test_a_folder_that_may_not_be_written_is_refused(path: Path, tmp_path: Path) -> None:
    with as_nobody(tmp_path):
        tmp_path.chmod(0o555)
        await refused(path, ReadOnly)
        tmp_path.chmod(0o755)


async def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    await refused(tmp_path / "nowhere" / "voormsi.db", CannotOpen)


async def test_a_folder_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "voormsi.db").mkdir()
    await refused(tmp_path / "voormsi.db", CannotOpen)


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A disk of 512 KiB."""
    with mounted(folder, "512k"):
        yield folder


@pytest.mark.parametrize("left", [0, 4, 8, 16, 32, 48])
async def test_a_full_disk_is_named_and_does_no_harm(tmp_path: Path, left: int) -> None:
    with small_disk(tmp_path / "disk") as disk:
        filler = disk / "filler"
        filler.write_bytes(bytes((384 - left) * 1024))
        await refused(disk / "voormsi.db", DiskFull)
        filler.unlink()
        (disk / "voormsi.db").unlink(missing_ok=True)


async def play_on(store: Store, played: list[TableRow]) -> None:
    while len(played) < 1000:
        played.append(await play(store, played[-1], pad="x" * 500))


async def test_a_disk_that_fills_up_in_play_fails_plays_and_keeps_what_was_acknowledged(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        await made(tmp_path / "voormsi.db")
        (disk / "voormsi.db").write_bytes(contents(tmp_path / "voormsi.db"))
        async with await SqliteStore.open(disk / "voormsi.db", now=now) as store:
            (row,) = await store.running(7)
            played = [row]
            with pytest.raises(DiskFull):
                await play_on(store, played)
            row = played[-1]
            assert await store.row(row.id) == row
        async with await SqliteStore.open(disk / "voormsi.db", now=now) as store:
            assert await store.row(row.id) == row
            assert [line.seq for line in await store.record(row.id)] == list(range(1, row.seq + 1))
