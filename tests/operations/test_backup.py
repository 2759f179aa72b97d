"""Backups, and the way back."""
# ruff: noqa: ASYNC240 -- files are the subject here, and nothing else runs on the loop

from __future__ import annotations

import asyncio
import errno
import io
import os
import re
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.operations import backup, erasure_log
from bot.runtime import logs, own_files
from bot.runtime.settings import Settings, read_settings
from bot.store import Corrupt, DatabaseNewer, DatabaseTrouble, DiskFull, NotADatabase, SeatRow, Store
from bot.store.engine import open_store
from bot.store.rows import LOST_NUMBERS, RESTORED_TABLES
from bot.store.sqlite import file_copies
from bot.store.sqlite.migrations import KNOWN
from bot.store.sqlite.store import SqliteStore
from tests.store.samples import created, knowing, now, opened, play

NOON = 1_782_907_200.0
"""2026-07-01 12:00 UTC."""
DAY = 24 * 3600.0


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "voormsi.db"


@pytest.fixture
async def store(database: Path) -> AsyncIterator[Store]:
    async with await open_store(database, now=now) as there:
        yield there


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups"


def settings(database: Path, **given: object) -> Settings:
    return read_settings(None, **{"database": database, **given})


def dump(path: Path) -> list[str]:
    """All that a database holds, but for which numbers the next table and cup get, and which a restore has lost."""
    numbers = ("greatest table pruned", "sqlite_sequence", LOST_NUMBERS, RESTORED_TABLES)
    with closing(sqlite3.connect(path)) as db:
        return [line for line in db.iterdump() if not any(number in line for number in numbers)]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


async def made(database: Path) -> None:
    async with await open_store(database, now=now) as there:
        await play(there, await opened(there))
        await there.person(1, "Aja")


async def test_a_copy_made_while_the_store_is_open_holds_all_that_was_acknowledged(
    store: Store, database: Path, folder: Path
) -> None:
    row = await opened(store)
    for _ in range(20):
        row = await play(store, row)
    done = await asyncio.to_thread(backup.make, database, folder, 7, NOON)
    await play(store, row)
    assert names(folder) == ["voormsi-2026-07-01-120000.db"]
    assert (done.contents.tables, done.contents.entries) == (1, 21)
    assert file_copies.check(done.path) == done.contents
    assert done.path.stat().st_mode & 0o077 == 0, "nobody else may read it"


async def test_copies_made_while_plays_are_written_hold_each_play_whole(
    store: Store, database: Path, folder: Path
) -> None:
    rows = [await opened(store) for _ in range(5)]

    async def go_on(row_number: int) -> None:
        for _ in range(30):
            rows[row_number] = await play(store, rows[row_number], pad="x" * 500)

    copies = [asyncio.to_thread(backup.make, database, folder, 9, NOON + second) for second in range(3)]
    await asyncio.gather(*(go_on(number) for number in range(5)), *copies)
    assert len(names(folder)) == 3
    for path in folder.iterdir():
        with closing(sqlite3.connect(path)) as db:
            torn = "SELECT id FROM tables WHERE seq <> (SELECT count(*) FROM records WHERE table_id = id)"
            assert db.execute(torn).fetchall() == []


async def test_only_the_newest_copies_are_kept_and_nothing_else_is_touched(store: Store, folder: Path) -> None:
    database = folder.parent / "voormsi.db"
    folder.mkdir()
    for name in ("voormsi-of-mine.db", "voormsi-2026-99-99-000000.db", "other-2026-01-01-000000.db", "letter.txt"):
        (folder / name).touch()
    before = names(folder)
    done = [backup.make(database, folder, 3, NOON + day * DAY) for day in range(5)]
    assert [(one.kept, one.removed) for one in done] == [(0, 0), (1, 0), (2, 0), (2, 1), (2, 1)]
    assert [one.path for one in backup.find_backups(folder, database)] == [one.path for one in reversed(done[2:])]
    assert set(before) < set(names(folder))


async def test_a_copy_that_a_dead_process_left_unfinished_is_cleared_away(store: Store, folder: Path) -> None:
    folder.mkdir()
    for name, age in (("voormsi-2026-06-01-000000.db.77.part", 2 * DAY), ("voormsi-2026-07-01-110000.db.78.part", 60)):
        (folder / name).touch()
        os.utime(folder / name, (NOON - age, NOON - age))
    backup.make(folder.parent / "voormsi.db", folder, 3, NOON)
    assert names(folder) == ["voormsi-2026-07-01-110000.db.78.part", "voormsi-2026-07-01-120000.db"]


async def test_a_damaged_database_gives_no_copy_and_removes_none(database: Path, folder: Path) -> None:
    await made(database)
    whole = database.read_bytes()
    backup.make(database, folder, 1, NOON)
    page = whole.index(b"Otter") // 4096
    database.write_bytes(whole[: page * 4096] + b"\xff" * 64 + whole[page * 4096 + 64 :])
    with pytest.raises(Corrupt, match=rf"{re.escape(str(database))} is damaged \(found in a copy of it: "):
        backup.make(database, folder, 1, NOON + DAY)
    assert names(folder) == ["voormsi-2026-07-01-120000.db"]


async def test_a_copy_for_which_there_is_no_room_is_not_begun(
    store: Store, database: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 2**20}))
    with pytest.raises(DiskFull, match=r"a copy of .* needs"):
        backup.make(database, folder, 7, NOON)
    assert names(folder) == []


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (PermissionError(errno.EACCES, "Permission denied"), "or its folder may not be written to"),
        (OSError(errno.ENOSPC, "No space left on device"), "no room left on the disk of"),
    ],
    ids=["no right", "no room"],
)
async def test_a_folder_into_which_no_copy_can_be_written_is_told_and_not_the_database(
    error: OSError, words: str, database: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await made(database)

    def refuse(*_: object) -> None:
        raise error

    monkeypatch.setattr(own_files, "create", refuse)
    with pytest.raises(DatabaseTrouble, match=words) as raised:
        backup.make(database, folder, 7, NOON)
    assert raised.value.path == folder
    assert names(folder) == []


async def test_the_command_says_what_it_made(
    database: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    await made(database)
    monkeypatch.setenv("BACKUP_FOLDER", str(folder))
    assert main(["backup"]) == 0
    assert main(["backup", str(folder.parent / "elsewhere")]) == 0
    told = capsys.readouterr().out.splitlines()
    assert re.fullmatch(
        r"Backed up voormsi\.db to \S+/backups/voormsi-[\d-]+\.db: schema \d+, tables: 1, entries: 2, people: 1; "
        r"checked, 0\.\d MiB in \d\.\d s; 0 older ones kept, 0 removed\.",
        told[0],
    )
    assert "/elsewhere/voormsi-" in told[1]


def test_without_a_database_there_is_no_backup(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup"]) == 1
    assert (
        f"No backup was made: {tmp_path / 'voormsi.db'} cannot be opened (there is no such file)"
        in capsys.readouterr().err
    )
    assert not (tmp_path / "voormsi.db").exists()


class StillClock:
    """A clock that stands still."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> float:
        return self.now


async def test_the_timer_makes_one_when_the_newest_is_too_old(store: Store, database: Path, folder: Path) -> None:
    time = StillClock()
    timer = backup.Timer(settings(database, backup_every=6), time)
    for hours in (0, 1, 5.9, 6, 11, 12.5):
        time.now = NOON + hours * 3600
        await timer.look()
    stamps = ["120000", "180000", "2026-07-02-003000"]
    assert [name.endswith(f"{stamp}.db") for name, stamp in zip(names(folder), stamps, strict=True)] == [True] * 3
    assert timer.answer() == {"last": str(folder / "voormsi-2026-07-02-003000.db"), "trouble": None}


async def test_the_log_tells_of_a_timed_copy_in_words(store: Store, database: Path) -> None:
    stream = io.StringIO()
    logs.set_up("json", "INFO", stream=stream)
    await backup.Timer(settings(database), StillClock()).look()
    assert re.search(r"Backup \S+/voormsi-2026-07-01-120000\.db: schema \d+, tables: 0", stream.getvalue())


async def test_a_clock_set_back_brings_one_more_copy_and_not_one_at_every_look(
    store: Store, database: Path, folder: Path
) -> None:
    time = StillClock()
    timer = backup.Timer(settings(database), time)
    await timer.look()
    for minutes in range(0, 60, 5):
        time.now = NOON - 30 * DAY + minutes * 60
        await timer.look()
    assert names(folder) == ["voormsi-2026-06-01-120000.db", "voormsi-2026-07-01-120000.db"]


async def test_the_timer_can_be_switched_off(store: Store, database: Path, folder: Path) -> None:
    timer = backup.Timer(settings(database, backup_every=0))
    await timer.look()
    assert not folder.exists()


async def test_a_backup_that_fails_is_told_and_tried_again(
    store: Store, database: Path, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder.write_text("a file is in the way", encoding="utf-8")
    timer = backup.Timer(settings(database))
    await timer.look()
    assert "exists" in str(timer.answer()["trouble"])
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    folder.unlink()
    await timer.look()
    assert timer.answer()["trouble"] is None
    assert len(names(folder)) == 1


async def test_a_folder_of_backups_that_cannot_be_looked_at_is_told(store: Store, database: Path) -> None:
    timer = backup.Timer(settings(database, backup_folder=database.parent / ("x" * 300)))
    await timer.look()
    assert "File name too long" in str(timer.answer()["trouble"])


def restored(file: Path, *more: str) -> int:
    return main(["restore", str(file), *more])


async def test_what_is_restored_is_what_was_copied(database: Path, folder: Path) -> None:
    await made(database)
    before = dump(database)
    copy = backup.make(database, folder, 7, NOON).path
    database.unlink()
    assert restored(copy) == 0
    assert dump(database) == before
    assert names(folder) == [copy.name]


async def test_no_table_or_cup_gets_the_number_of_one_that_was_opened_after_the_copy_and_is_lost(
    database: Path, folder: Path
) -> None:
    """Its card stands in the channel still: who pressed Join there would sit down at the new table."""
    async with await open_store(database, now=now) as there:
        first = await opened(there)
        copy = backup.make(database, folder, 7, NOON).path
        lost = await opened(there, name="Seal")
        lost_cup = await created(there)
    assert restored(copy, "--over") == 0
    async with await open_store(database, now=now) as there:
        assert (await created(there)).id > lost_cup.id
        new = await opened(there, name="Walrus")
        assert new.id > lost.id > first.id
        assert await there.table(lost.id) is None


async def test_a_database_is_not_replaced_unless_that_is_said_and_is_then_kept(
    database: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await made(database)
    copy = backup.make(database, folder, 7, NOON).path
    await made(database)
    before = dump(database)
    assert restored(copy) == 1
    assert "--over" in capsys.readouterr().err
    assert dump(database) == before
    assert restored(copy, "--over") == 0
    aside = Path(capsys.readouterr().out.splitlines()[-1].partition("kept as ")[2])
    assert dump(aside) == before
    assert dump(database) == dump(copy) != before
    assert not list(database.parent.glob("*.part*"))


async def test_what_lies_in_a_journal_is_kept_with_the_database_that_is_set_aside(
    database: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await made(database)
    copy = backup.make(database, folder, 7, NOON).path
    crashed = database.with_name("crashed.db")
    async with await open_store(database, now=now) as there:
        await opened(there)
        for side in ("", "-wal"):  # as a process leaves them that is killed
            crashed.with_name(f"crashed.db{side}").write_bytes(database.with_name(f"voormsi.db{side}").read_bytes())
    for side in ("", "-wal"):
        crashed.with_name(f"crashed.db{side}").replace(database.with_name(f"voormsi.db{side}"))
    assert restored(copy, "--over") == 0
    aside = Path(capsys.readouterr().out.splitlines()[-1].partition("kept as ")[2])
    assert file_copies.check(aside).tables == 2
    assert file_copies.check(database).tables == 1


async def test_nothing_is_restored_under_a_running_bot(
    store: Store, database: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = await opened(store)
    copy = backup.make(database, folder, 7, NOON).path
    assert await asyncio.to_thread(restored, copy, "--over") == 1
    assert "in use by another program (process" in capsys.readouterr().err
    assert (await play(store, row)).seq == 2
    assert not list(database.parent.glob("*before-restore*"))


@pytest.mark.parametrize("kind", [NotADatabase, Corrupt, DatabaseNewer])
async def test_a_file_that_is_no_whole_backup_replaces_nothing(
    kind: type[Exception], database: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await made(database)
    copy = backup.make(database, folder, 7, NOON).path
    before = dump(database)
    if kind is NotADatabase:
        copy.write_text("Dear Aja, this is a letter. " * 100, encoding="utf-8")
    elif kind is Corrupt:
        copy.write_bytes(copy.read_bytes()[: 4096 * 5])
    else:
        with closing(sqlite3.connect(copy)) as db:
            db.execute("PRAGMA user_version = 999")
    assert restored(copy, "--over") == 1
    assert restored(folder / "nowhere.db", "--over") == 1
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 2
    assert all(line.startswith("Nothing was restored: ") for line in told)
    assert dump(database) == before
    assert not list(database.parent.glob("*before-restore*"))


def people(database: Path) -> list[tuple[int | None, str | None]]:
    with closing(sqlite3.connect(database)) as db:
        return db.execute(
            "SELECT discord_id, name FROM people LEFT JOIN names ON person = key ORDER BY met_at"
        ).fetchall()


async def test_who_was_erased_since_does_not_come_back_with_a_backup(
    database: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with await open_store(database, now=now) as there:
        aja = await there.person(1, "Aja")
        await there.person(2, "Nuka")
        copy = (await asyncio.to_thread(backup.make, database, folder, 7, NOON)).path
        erasure_log.note(database, 1, now() + 5)
        await there.erase(aja.key)
    assert restored(copy, "--over") == 0
    assert "Erased again in it: 1" in capsys.readouterr().out
    assert people(database) == [(None, None), (2, "Nuka")]


async def test_who_came_back_after_being_erased_stays(database: Path, folder: Path) -> None:
    clock = [now()]
    async with await open_store(database, now=lambda: clock[0]) as there:
        aja = await there.person(1, "Aja")
        clock[0] += 10
        erasure_log.note(database, 1, clock[0])
        await there.erase(aja.key)
        clock[0] += 10
        await there.person(1, "Aja again")
    copy = backup.make(database, folder, 7, NOON).path
    assert restored(copy, "--over") == 0
    assert people(database) == [(None, None), (1, "Aja again")]


async def test_erasures_are_known_on_a_new_machine_that_has_only_the_backups(database: Path, folder: Path) -> None:
    async with await open_store(database, now=now) as there:
        await there.person(1, "Aja")
        await there.person(2, "Nuka")
    old = backup.make(database, folder, 7, NOON).path
    erasure_log.note(database, 1, now() + 5)
    backup.make(database, folder, 7, NOON + DAY)
    for path in database.parent.glob("voormsi.db*"):
        path.unlink()
    erasure_log.note(database, 2, now() + 5)  # another log, with a key of its own
    assert restored(old) == 0
    assert people(database) == [(None, None), (None, None)]
    again = erasure_log.log_of(database).read_bytes()
    assert restored(old, "--over") == 0
    assert erasure_log.log_of(database).read_bytes() == again, "what is known already is not written twice"


async def test_the_log_of_erasures_tells_no_id_and_survives_a_line_cut_off(database: Path, folder: Path) -> None:
    async with await open_store(database, now=now) as there:
        await there.person(1, "Aja")
        await there.person(2, "Nuka")
    erasure_log.note(database, 1, now() + 5)
    log = erasure_log.log_of(database)
    assert log.stat().st_mode & 0o077 == 0
    assert [len(line.split()[0]) for line in log.read_text(encoding="utf-8").splitlines()] == [3, 64]
    with log.open("a", encoding="utf-8") as file:
        file.write("8b1a9953c4611296a827abf8c47804d7")
    erasure_log.note(database, 2, now() + 5)
    assert erasure_log.apply(log, backup.make(database, folder, 7, NOON).path) == 2


async def test_a_key_that_was_cut_off_in_the_log_of_erasures_is_followed_by_a_new_one(
    database: Path, folder: Path
) -> None:
    async with await open_store(database, now=now) as there:
        await there.person(1, "Aja")
    log = erasure_log.log_of(database)
    log.write_text("key 0123456789abcde", encoding="utf-8")
    erasure_log.note(database, 1, now() + 5)
    assert erasure_log.is_noted(database, 1, 0)
    assert erasure_log.apply(log, backup.make(database, folder, 7, NOON).path) == 1


@pytest.mark.parametrize(
    "damage", [b"key " + b"x" * 64, b"0" * 64 + b" soon", b"\xff\xfe", b"0" * 64 + b" " + b"9" * 400, b"<<<<<<< HEAD"]
)
async def test_a_damaged_line_in_the_log_of_erasures_is_named_where_it_would_bring_people_back(
    database: Path, folder: Path, capsys: pytest.CaptureFixture[str], damage: bytes
) -> None:
    async with await open_store(database, now=now) as there:
        await there.person(1, "Aja")
    erasure_log.note(database, 1, now() + 5)
    copy, log = backup.make(database, folder, 7, NOON).path, erasure_log.log_of(database)
    log.write_bytes(log.read_bytes() + damage + b"\n")
    erasure_log.note(database, 2, now() + 5)
    assert erasure_log.is_noted(database, 2, 0), "an erasure is noted all the same"
    assert restored(copy, "--over") == 1
    assert f"line 3 of {log} is damaged: put a whole copy" in capsys.readouterr().err
    assert people(database) == [(1, "Aja")]


@pytest.mark.skipif(sys.platform == "win32", reason="limits of a process")
def test_an_erasure_of_which_only_a_part_could_be_noted_is_refused(database: Path) -> None:
    import resource

    erasure_log.note(database, 1, 5)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (erasure_log.log_of(database).stat().st_size + 20, before[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            erasure_log.note(database, 2, 6)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert not erasure_log.is_noted(database, 2, 0)
    erasure_log.note(database, 2, 7)
    assert erasure_log.is_noted(database, 2, 7)


async def test_the_log_of_erasures_is_left_alone_by_backups_beside_the_database(database: Path) -> None:
    await made(database)
    erasure_log.note(database, 1, 5)
    log = erasure_log.log_of(database)
    inode = log.stat().st_ino
    backup.make(database, database.parent, 7, NOON)
    assert log.stat().st_ino == inode, "what was noted meanwhile would be lost with the old one"


async def test_a_backup_of_an_older_schema_is_brought_up_to_date_before_anybody_is_erased_in_it(
    database: Path, tmp_path: Path
) -> None:
    with knowing(*KNOWN[:2]):
        await (await SqliteStore.open(tmp_path / "old.db", now=now)).close()
    with closing(sqlite3.connect(tmp_path / "old.db", isolation_level=None)) as db:
        db.execute("INSERT INTO people VALUES ('k', 1, ?)", (now(),))
    erasure_log.note(database, 1, now() + 5)
    assert restored(tmp_path / "old.db") == 0
    assert people(database) == [(None, None)]
    assert file_copies.check(database).version == len(KNOWN)


async def test_seats_of_running_tables_that_an_erased_person_holds_are_found(database: Path) -> None:
    async with await open_store(database, now=now) as there:
        aja, nuka = [(await there.person(number, f"Person {number}")).key for number in (1, 2)]
        seats = [SeatRow(0, aja, "person"), SeatRow(1, nuka, "person")]
        running, ended = [await opened(there, stage=stage) for stage in ("playing", "over")]
        for row in (running, ended):
            await there.append(row, seats, [], None)
        assert await there.seats_of_erased() == []
        await there.erase(aja)
        assert await there.seats_of_erased() == [(running.id, 0, aja)]
