from __future__ import annotations

import logging
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import DatabaseTrouble
from bot.store.sqlite.migrations import KNOWN, read
from bot.store.sqlite.store import SqliteStore
from tests.store.samples import NOW, knowing, now, opened

NEXT = (*KNOWN, "CREATE TABLE saucers (id INTEGER PRIMARY KEY) STRICT;")
BROKEN = (*NEXT, "CREATE TABLE half (id INTEGER PRIMARY KEY); DROP TABLE nothing;")


def asked(path: Path, query: str) -> object:
    with closing(sqlite3.connect(path)) as db:
        return db.execute(query).fetchone()[0]


def copies(path: Path) -> list[Path]:
    return sorted(path.parent.glob("*.backup"))


async def test_an_older_database_is_copied_and_brought_up_to_date(path: Path) -> None:
    async with await SqliteStore.open(path, now=now) as store:
        row = await opened(store)
    path.with_name("voormsi.db.v1-1.backup.part").touch()  # by a process that died
    with knowing(*NEXT):
        async with await SqliteStore.open(path, now=now) as store:
            assert await store.row(row.id) == row
    assert not list(path.parent.glob("*.part"))
    assert asked(path, "PRAGMA user_version") == len(NEXT)
    assert asked(path, "SELECT count(*) FROM saucers") == 0
    (copy,) = copies(path)
    assert copy.name == f"voormsi.db.v{len(KNOWN)}-{NOW}.backup"
    assert sys.platform == "win32" or copy.stat().st_mode & 0o077 == 0, "only its owner may read it"
    shutil.copy(copy, path.with_name("back.db"))
    async with await SqliteStore.open(path.with_name("back.db"), now=now) as store:
        assert await store.row(row.id) == row


async def test_the_log_says_that_a_database_was_brought_up_to_date_and_where_the_old_one_is(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await (await SqliteStore.open(path, now=now)).close()
    caplog.set_level(logging.INFO, "bot.store.sqlite.migrations")
    for _ in range(2):
        with knowing(*NEXT):
            await (await SqliteStore.open(path, now=now)).close()
    begun, ended = (one.getMessage() for one in caplog.records if one.name == "bot.store.sqlite.migrations")
    assert f"from {len(KNOWN)} to {len(NEXT)}" in begun
    assert str(*copies(path)) in begun
    assert f"is {len(NEXT)} now" in ended


async def test_a_new_database_and_one_of_today_are_not_copied(path: Path) -> None:
    for _ in range(2):
        async with await SqliteStore.open(path, now=now):
            pass
    assert asked(path, "PRAGMA user_version") == len(KNOWN)
    assert copies(path) == []


async def test_a_migration_that_fails_leaves_the_database_as_it_was(path: Path) -> None:
    async with await SqliteStore.open(path, now=now) as store:
        row = await opened(store)
    with knowing(*BROKEN), pytest.raises(DatabaseTrouble):
        await SqliteStore.open(path, now=now)
    assert asked(path, "PRAGMA user_version") == len(KNOWN)
    assert asked(path, "SELECT count(*) FROM sqlite_master WHERE name IN ('saucers', 'half')") == 0
    async with await SqliteStore.open(path, now=now) as store:
        assert await store.row(row.id) == row


async def test_a_migration_that_leaves_a_row_dangling_fails(path: Path) -> None:
    async with await SqliteStore.open(path, now=now) as store:
        row = await opened(store)
    careless = (*KNOWN, "DELETE FROM tables;")
    with knowing(*careless), pytest.raises(DatabaseTrouble, match="not there"):
        await SqliteStore.open(path, now=now)
    async with await SqliteStore.open(path, now=now) as store:
        assert await store.row(row.id) == row


async def test_whoever_has_finished_a_hand_before_there_were_hints_is_no_newcomer(path: Path) -> None:
    before = KNOWN[: next(number for number, step in enumerate(KNOWN) if "CREATE TABLE hints" in step)]
    with knowing(*before):
        await (await SqliteStore.open(path, now=now)).close()
    played, new, erased, other = "played", "new", "erased", "other"
    with closing(sqlite3.connect(path)) as db:
        for number, key in enumerate((played, new, erased, other)):
            db.execute("INSERT INTO people (key, discord_id, met_at) VALUES (?, ?, 0)", (key, number))
        for table_id, hand, people in ((1, 2, (played, erased)), (2, 1, (new,))):
            db.execute(
                "INSERT INTO tables (id, name, guild_id, channel_id, language, stage, game, seq, hand, opened_at,"
                " changed_at) VALUES (?, 'Otter', 7, 70, 'en', 'over', 'voormsi', 2, ?, 0, 0)",
                (table_id, hand),
            )
            seats = [(table_id, seat, key) for seat, key in enumerate(people)]
            db.executemany("INSERT INTO seats VALUES (?, ?, ?, 'person')", seats)
        db.execute("UPDATE people SET discord_id = NULL WHERE key = ?", (erased,))
        db.commit()
    async with await SqliteStore.open(path, now=now) as store:
        assert {hint.hint for hint in await store.hints(played)} == {"new-here", "heads", "waiting", "ladder"}
        assert await store.hints(new) == await store.hints(erased) == []


def test_migrations_are_numbered_without_a_gap(tmp_path: Path) -> None:
    for name in ("0001_one.sql", "0003_three.sql"):
        (tmp_path / name).write_text("SELECT 1;")
    with pytest.raises(ValueError, match="not numbered"):
        read(tmp_path)
