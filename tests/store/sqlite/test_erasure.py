from __future__ import annotations

import asyncio
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.sql import people
from bot.store.sqlite.lock import LOCK_TIMEOUT
from bot.store.sqlite.store import SqliteStore
from tests.store.samples import now


def contains(path: Path, text: str) -> bool:
    return text.encode() in path.read_bytes()


async def test_nothing_of_an_erased_person_stays_in_the_file(path: Path) -> None:
    async with await SqliteStore.open(path, now=now) as store:
        person = await store.person(1, "Aqqaluk Petersen")
    assert contains(path, "Aqqaluk Petersen")
    async with await SqliteStore.open(path, now=now) as store:
        await store.erase(person.key)
    assert not contains(path, "Aqqaluk Petersen")


async def test_nothing_of_an_erased_person_stays_in_the_journal_of_a_store_that_is_open(path: Path) -> None:
    journal = path.with_name(f"{path.name}-wal")
    async with await SqliteStore.open(path, now=now) as store:
        person = await store.person(1, "Aqqaluk Petersen")
        assert contains(journal, "Aqqaluk Petersen")
        await store.erase(person.key)
        assert not contains(journal, "Aqqaluk Petersen")
        assert not contains(path, "Aqqaluk Petersen")


async def test_an_erasure_does_not_wait_for_who_reads_for_long(path: Path) -> None:
    async with await SqliteStore.open(path, now=now) as store:
        person = await store.person(1, "Aqqaluk Petersen")
        with closing(sqlite3.connect(path, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM names").fetchall()
            async with asyncio.timeout(LOCK_TIMEOUT):
                await store.erase(person.key)
            assert (await store.people([person.key]))[person.key].name == ""


async def test_what_a_kill_left_in_the_journal_is_removed_by_the_next_process(path: Path) -> None:
    journal = path.with_name(f"{path.name}-wal")
    async with await SqliteStore.open(path, now=now) as store:
        person = await store.person(1, "Aqqaluk Petersen")
        await store._writer.write(lambda db: people.erase(db, now(), person.key))
        shutil.copyfile(path, path.with_name("killed.db"))
        shutil.copyfile(journal, path.with_name("killed.db-wal"))
    killed = path.with_name("killed.db")
    assert contains(killed.with_name("killed.db-wal"), "Aqqaluk Petersen")
    async with await SqliteStore.open(killed, now=now) as store:
        assert await store.clean()
        assert not contains(killed, "Aqqaluk Petersen")
        assert not contains(killed.with_name("killed.db-wal"), "Aqqaluk Petersen")


async def test_what_a_long_read_kept_in_the_journal_is_removed_after_it(path: Path) -> None:
    journal = path.with_name(f"{path.name}-wal")
    async with await SqliteStore.open(path, now=now) as store:
        person = await store.person(1, "Aqqaluk Petersen")
        with closing(sqlite3.connect(path, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM names").fetchall()
            await store.erase(person.key)
            assert not await store.clean()
            assert contains(journal, "Aqqaluk Petersen")
        assert await store.clean()
        assert not contains(journal, "Aqqaluk Petersen")


async def test_an_erasure_changes_no_table_that_is_not_cleaned_after_it(path: Path) -> None:
    async with await SqliteStore.open(path, now=now) as store:
        key = (await store.person(1, "Aja")).key
    with closing(sqlite3.connect(path)) as db:
        heard: list[str] = []
        db.set_trace_callback(heard.append)
        people.erase(db, now(), key)
    changed = re.findall(r"^\s*(?:DELETE FROM|UPDATE|INSERT INTO) (\w+)", "\n".join(heard), re.MULTILINE)
    assert set(changed) - {"memories"} == set(people.OF_ERASURE)
