"""`voormsi copy`: a whole database in a file moves to a server, and back."""
# ruff: noqa: ASYNC240 -- files are the subject here, and nothing else runs on the loop

from __future__ import annotations

import asyncio
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import LiteralString

import psycopg
import pytest

from bot.__main__ import main
from bot.runtime.database import database_of
from bot.store.engine import open_store
from bot.store.sql.transfer import KEYS
from simulation.postgres_server import DatabaseOfPath
from tests.store.samples import created, now, opened, play

FULL = Path("full.db")
RULED = {
    "tables": {"stage": "over"},
    "seats": {"kind": "person"},
    "cups": {"stage": "ended"},
    "leagues": {"stage": "over"},
    "outages": {"scope": "all"},
    "digests": {"way": "dm"},
    "results": {"outcome": "won"},
    "queue": {"condition": "any"},
}
"""The values of columns that may not have any text."""
DYING = """
import os, signal, sys
from bot.store.sql import transfer
transfer._compare = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
from bot.__main__ import main
main(["copy", *sys.argv[1:]])
"""
"""A copy that is killed when all rows have been written and none is committed."""


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return sorted(db.iterdump())


def count(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return sum(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in KEYS if table != "memories")


@pytest.fixture
async def full() -> Path:
    """A database with a row in every table, some records, and numbers whose rows are gone."""
    async with await open_store(FULL, now=now) as store:
        await created(store)
        gone = await created(store)
        for _ in range(3):
            row = await opened(store)
            for _ in range(5):
                row = await play(store, row, text="æ 🃏", cards=[7, None, 1.5])
    with closing(sqlite3.connect(FULL)) as db, db:
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("DELETE FROM cup_actions WHERE cup_id = ?", (gone.id,))
        db.execute("DELETE FROM cups WHERE id = ?", (gone.id,))
        for table in KEYS:
            if not db.execute(f"SELECT 1 FROM {table}").fetchone():
                _fill(db, table)
    return FULL


def _fill(db: sqlite3.Connection, table: str) -> None:
    """Add a row whose texts are all the same, and so are its numbers: it refers to the others of its kind."""
    kinds = {name: kind for _, name, kind, *_ in db.execute(f"PRAGMA table_info({table})")}
    row: dict[str, object] = {name: "{}" if kind == "TEXT" else 1 for name, kind in kinds.items()}
    row |= RULED.get(table, {})
    db.execute(f"INSERT INTO {table} VALUES ({', '.join(f':{name}' for name in row)})", row)


@pytest.fixture
def server(database_of_path: DatabaseOfPath) -> str:
    """The address of an empty database on a PostgreSQL server."""
    return database_of_path(Path("server")).url


async def test_a_database_is_the_same_after_it_went_to_a_server_and_back(full: Path, server: str) -> None:
    assert await asyncio.to_thread(main, ["copy", str(full), server]) == 0
    assert await asyncio.to_thread(main, ["copy", server, "back.db"]) == 0
    assert dump(Path("back.db")) == dump(full)


async def test_the_planner_of_the_server_has_counted_what_was_copied(full: Path, server: str) -> None:
    assert await asyncio.to_thread(main, ["copy", str(full), server]) == 0
    with closing(psycopg.connect(server)) as db:
        counted = db.execute("SELECT reltuples, (SELECT count(*) FROM records) FROM pg_class WHERE relname = 'records'")
        assert counted.fetchall() == [(18, 18)]


async def test_the_copy_goes_to_the_database_of_the_settings_unless_another_is_named(
    full: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """So nobody has to type a password, which others would see among the arguments."""
    monkeypatch.setenv("DATABASE", "new.db")
    assert await asyncio.to_thread(main, ["copy", str(full)]) == 0
    assert dump(Path("new.db")) == dump(full)
    assert await asyncio.to_thread(main, ["copy", "new.db"]) == 1
    assert "new.db is DATABASE. Set that to the new one" in capsys.readouterr().err


async def test_every_table_has_its_place_in_a_copy(full: Path) -> None:
    with closing(sqlite3.connect(full)) as db:
        found = {name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    assert {name for name in found if not name.startswith("sqlite_")} == set(KEYS)


async def test_numbers_of_rows_that_are_gone_are_not_given_again(full: Path, server: str) -> None:
    assert await asyncio.to_thread(main, ["copy", str(full), server]) == 0
    for database in (full, database_of(server)):
        async with await open_store(database, now=now) as store:
            assert (await created(store)).id == 3, "2 was given to a cup that is gone"


NUMBERING: LiteralString = """
SELECT relname, pg_get_serial_sequence(relname, attname) FROM pg_attribute
JOIN pg_class ON pg_class.oid = attrelid AND relkind = 'r'
WHERE attidentity <> '' AND relnamespace = CAST(current_schema() AS regnamespace)
"""
"""The tables whose rows the server numbers, each with its sequence."""


async def test_every_table_goes_on_from_the_number_of_its_last_row(full: Path, server: str) -> None:
    """Else the first ban after a move, say, would be refused: its act would have the number of another."""
    assert await asyncio.to_thread(main, ["copy", str(full), server]) == 0
    with closing(psycopg.connect(server)) as db:
        numbering: dict[str, str] = dict(db.execute(NUMBERING).fetchall())
        assert {"acts", "outages", "cups", "records"} <= set(numbering)
        for table, sequence in numbering.items():
            column = "rowid" if table == "records" else "id"
            ((last,),) = db.execute(f"SELECT max({column}) FROM {table}".encode()).fetchall()
            ((following,),) = db.execute("SELECT nextval(%s)", (sequence,)).fetchall()
            assert following > last, table


async def test_somebody_can_be_banned_after_a_move_to_a_server(full: Path, server: str) -> None:
    async with await open_store(full, now=now) as store:
        people = [(await store.person(number, "Aja")).key for number in (1, 2, 3)]
        await store.ban(1, people[0], people[1], "")
    assert await asyncio.to_thread(main, ["copy", str(full), server]) == 0
    async with await open_store(database_of(server), now=now) as store:
        assert await store.ban(1, people[2], people[1], "")
        assert len(await store.acts(1, 9)) == 3


async def test_a_copy_that_is_killed_leaves_no_row(full: Path, server: str) -> None:
    ended = await asyncio.to_thread(subprocess.run, [sys.executable, "-c", DYING, str(full), "half.db"], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert count(Path("half.db")) == 0
    ended = await asyncio.to_thread(subprocess.run, [sys.executable, "-c", DYING, str(full), server], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert await asyncio.to_thread(main, ["copy", server, "empty.db"]) == 0
    assert count(Path("empty.db")) == 0


async def test_nothing_is_copied_over_tables_that_are_there(full: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with await open_store(Path("used.db"), now=now) as store:
        await opened(store)
    before = dump(Path("used.db"))
    assert await asyncio.to_thread(main, ["copy", str(full), "used.db"]) == 1
    assert "is not empty" in capsys.readouterr().err
    assert dump(Path("used.db")) == before


async def test_a_source_that_is_not_there_is_not_made(capsys: pytest.CaptureFixture[str]) -> None:
    assert await asyncio.to_thread(main, ["copy", "nowhere.db", "new.db"]) == 1
    assert "there is no such file" in capsys.readouterr().err
    assert not Path("nowhere.db").exists()
    assert not Path("new.db").exists()


async def test_a_database_in_use_is_not_copied(full: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with await open_store(full, now=now):
        assert await asyncio.to_thread(main, ["copy", str(full), "new.db"]) == 1
    assert "stop it first" in capsys.readouterr().err
