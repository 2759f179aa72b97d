"""Another program in the database, damage to it, and versions of it: plays wait or are refused, and none is lost."""

from __future__ import annotations

import asyncio
import hashlib
import os
import random
import re
import shutil
import sqlite3
import sys
import time
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from bot import app
from bot.operations import backup, fatal_errors, health, run
from bot.operations.backup import restore
from bot.operations.doctor import checks
from bot.operations.doctor.findings import Verdict
from bot.operations.exit_codes import ExitCode
from bot.publishing import reminder_clock
from bot.runtime.settings import Settings, read_settings
from bot.store import DatabaseTrouble
from bot.store.engine import open_store
from bot.store.sqlite import lock
from bot.store.sqlite.integrity import check_file
from bot.store.sqlite.migrations import KNOWN
from bot.store.sqlite.store import SqliteStore
from cogs import interaction_handler
from sandbox import InjectedFault, Sandbox
from simulation.played_table import PlayedTable, played_table
from simulation.scripted_people import LONG, record
from tests.flows.conftest import serving, settings_for
from tests.flows.test_reminders import HOUR, Ahead, ahead, at_pace_day, called, reminder
from tests.store.samples import knowing

__all__ = ["ahead"]

HOLDER = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
db.execute("ROLLBACK")
"""
PROJECT = Path(__file__).resolve().parents[2]
PAGE = 4096
BUSY = "I couldn't save that just now"


@asynccontextmanager
async def held(database: Path) -> AsyncIterator[None]:
    """Another process has the lock for writing."""
    holder = await asyncio.create_subprocess_exec(sys.executable, "-c", HOLDER, database, stdin=PIPE, stdout=PIPE)
    assert holder.stdin
    assert holder.stdout
    assert await holder.stdout.readline() == b"held\n"
    try:
        yield
    finally:
        holder.stdin.close()
        assert await holder.wait() == 0


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot waits for others' locks for a moment only."""
    monkeypatch.setattr(lock, "LOCK_TIMEOUT", 0.2)


def made(table: PlayedTable) -> int:
    """The number of entries in the table's record."""
    return len(record(table.database, table.lobby.id))


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_a_play_waits_for_another_program_that_writes_for_a_moment(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await played_table(box, database, "You Aja")
    await table.play(2)
    await table.settled()
    player = await table.turn()
    monkeypatch.setattr(interaction_handler, "PATIENCE", 0.1)
    before = made(table)
    async with held(database):
        answer = await table.press(player)
        assert answer.status == "deferred_update"
        assert made(table) == before
    await box.until(lambda: made(table) > before)
    await table.play(3)
    await table.turn()
    await table.settled()
    table.sound()
    assert answer.text.count(", hand ") == 1, "nothing was said but the hand"


@pytest.mark.usefixtures("impatient")
async def test_a_play_is_refused_in_a_sentence_while_another_program_writes_for_long(
    box: Sandbox, database: Path, forgiven: set[str]
) -> None:
    forgiven |= {"the store did not take it"}
    async with serving(box, settings_for(box, database)):
        table = await played_table(box, database, "You Aja")
        await table.play(2)
        await table.settled()
        player = await table.turn()
        before = made(table)
        async with held(database):
            for _ in range(2):
                answer = await table.press(player)
                assert answer.status == "message", (answer.status, answer.text)
                assert BUSY in answer.text
                assert answer.message
                assert answer.message.ephemeral
        assert made(table) == before
        await table.play(3)
        await table.turn()
        await table.settled()
        table.sound()


@pytest.mark.slow
@pytest.mark.usefixtures("impatient")
async def test_what_is_shown_and_what_the_clock_owes_go_on_when_another_program_lets_go(
    box: Sandbox, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The lock is taken while posts of a play are on their way: their marks cannot be written."""
    async with serving(box, settings_for(box, database)):
        table = await played_table(box, database, "You Aja")
        await table.play(2)
        await table.settled()
        slow = box.faults.add(InjectedFault.slow(0.5, "/messages", method="POST", times=2))
        await table.play_until(lambda: slow.hits)
        async with held(database):
            await box.until(lambda: "in use by another program" in caplog.text)
        await table.settled()
        await table.play(3)
        await table.turn()
        await table.settled()
        table.sound()


@pytest.mark.slow
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("moment", ["it is due", "it is on its way"])
async def test_a_reminder_comes_once_when_another_program_lets_go(
    box: Sandbox,
    database: Path,
    ahead: Ahead,
    caplog: pytest.LogCaptureFixture,
    forgiven: set[str],
    monkeypatch: pytest.MonkeyPatch,
    moment: str,
) -> None:
    """It could not be noted that it is to be sent; or not that it was."""
    monkeypatch.setattr(reminder_clock, "AGAIN_AFTER", 300)
    company = [box.person(name) for name in ("You", "Aja", "Malik", "Ivalu")]
    async with serving(box, settings_for(box, database)):
        await at_pace_day(box, company)
        you = company[0]
        await called(box, you, ahead)
        if moment == "it is due":
            async with held(database):
                ahead.by = 20 * HOUR
                await box.until(lambda: "the task reminders waits" in caplog.text)
        else:
            forgiven |= {"a reminder could not be sent"}
            slow = box.faults.add(InjectedFault.slow(0.5, f"/{you.dms[0].channel.id}/messages", method="POST"))
            ahead.by = 20 * HOUR
            await box.until(lambda: slow.hits)
            async with held(database):
                await box.until(lambda: "a reminder could not be sent" in caplog.text)
        await box.until(lambda: reminder(you), LONG)
        await box.until(lambda: not digests_left(database), LONG)
        assert [one.text for one in you.dms].count(reminder(you).text) == 1  # type: ignore[union-attr]


def digests_left(database: Path) -> int:
    """The number of reminders still to be sent, by the file."""
    with closing(sqlite3.connect(database)) as db:
        return int(db.execute("SELECT count(*) FROM digests").fetchone()[0])


# Damage


def root(database: Path, name: str) -> int:
    """The position in the file of the first page of a table or index."""
    with closing(sqlite3.connect(database)) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,)).fetchone()
    return int(page - 1) * PAGE


def overwritten(database: Path, at: int, with_what: bytes) -> None:
    with database.open("r+b") as file:
        file.seek(at)
        file.write(with_what)


def out_of_step(database: Path) -> None:
    """An index that knows nothing of a row: what is asked of it finds nothing, and no page is broken."""
    with closing(sqlite3.connect(database, isolation_level=None)) as db:
        (sql,) = db.execute("SELECT sql FROM sqlite_schema WHERE name = 'tables_name'").fetchone()
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_schema SET sql = ? WHERE name = 'tables_name'", (f"{sql} WHERE id > 1",))
    with closing(sqlite3.connect(database, isolation_level=None)) as db:
        db.execute("REINDEX tables_name")
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_schema SET sql = ? WHERE name = 'tables_name'", (sql,))


DAMAGES: dict[str, Callable[[Path], None]] = {
    "the header": lambda path: overwritten(path, 16, random.Random(1).randbytes(84)),
    "its first bytes": lambda path: overwritten(path, 0, bytes(16)),
    "an interior page": lambda path: overwritten(path, root(path, "records"), random.Random(2).randbytes(PAGE)),
    "a leaf": lambda path: overwritten(path, root(path, "seats") + 64, random.Random(3).randbytes(PAGE - 64)),
    "an index": lambda path: overwritten(path, root(path, "tables_due"), random.Random(4).randbytes(64)),
    "an index out of step": out_of_step,
    "its end": lambda path: os.truncate(path, path.stat().st_size - 5 * PAGE),
}


def digests(folder: Path) -> dict[str, str]:
    """The files of a folder, without those that only tell which process uses it."""
    found = (path for path in folder.glob("voormsi.db*") if not path.name.endswith("-shm"))
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in found}


async def refusal(settings: Settings, capsys: pytest.CaptureFixture[str]) -> str:
    """The operator's message when the bot is started and refuses for good."""
    with pytest.raises(DatabaseTrouble) as caught:
        await app.serve(settings)
    capsys.readouterr()
    assert run.give_up(caught.value, settings) == ExitCode.DATABASE
    return capsys.readouterr().err


async def played(box: Sandbox, database: Path, plays: int) -> PlayedTable:
    """A table in play, and the bot that has been stopped."""
    async with serving(box, settings_for(box, database)):
        table = await played_table(box, database, "You Aja")
        await table.play(plays)
        await table.settled()
    return table


@pytest.mark.parametrize(
    "what",
    [name if name == "an index out of step" else pytest.param(name, marks=pytest.mark.slow) for name in DAMAGES],
)
async def test_a_damaged_database_is_refused_left_alone_told_by_the_doctor_and_healed_by_a_backup(
    box: Sandbox, database: Path, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table, given = await played(box, database, 3), settings_for(box, database)
    copy = backup.make(database, database.parent / "backups", 7, time.time()).path
    DAMAGES[what](database)
    before = digests(database.parent)
    told = await refusal(given, capsys)
    assert re.search("is damaged|is not a database", told)
    assert f"voormsi restore {copy} --over" in told
    assert len(told.splitlines()) == 2
    finding = checks.database(given)
    assert finding.verdict is Verdict.WRONG
    assert re.search("is damaged|is not a database", finding.words)
    assert digests(database.parent) == before
    assert await asyncio.to_thread(restore, given, copy, over=True) == 0
    async with serving(box, given):
        await table.play(3)
        await table.turn()
        await table.settled()
        table.sound()


async def test_not_even_the_journal_of_a_damaged_database_is_written_back(
    box: Sandbox, database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A bot that was killed leaves a journal beside the file: it may be needed to save what can be saved."""
    table, left = await played(box, database, 3), tmp_path / "left"
    damaged = root(database, "exercises")
    async with serving(box, settings_for(box, database)):
        await table.play(2)
        await table.settled()
        left.mkdir()
        for side in ("", "-wal"):
            shutil.copy(f"{database}{side}", left / f"voormsi.db{side}")
    overwritten(left / "voormsi.db", damaged, random.Random(5).randbytes(PAGE))
    before = digests(left)
    assert len(before) == 2
    told = await refusal(settings_for(box, left / "voormsi.db"), capsys)
    assert "is damaged" in told
    assert checks.database(settings_for(box, left / "voormsi.db")).verdict is Verdict.WRONG
    assert digests(left) == before


def unlinked(database: Path) -> Path:
    """The database is gone; the backup that was made of it before."""
    copy = backup.make(database, database.parent / "backups", 7, time.time()).path
    database.unlink()
    return copy


def emptied(database: Path) -> Path:
    """Truncate the database, so that only its journal is left."""
    os.truncate(database, 0)
    journal = database.with_name(f"{database.name}-wal")
    journal.write_bytes(random.Random(6).randbytes(PAGE))
    return journal


@pytest.mark.parametrize("goes", [unlinked, emptied])
async def test_a_database_that_is_missing_is_not_begun_anew_while_something_of_it_is_left(
    database: Path, goes: Callable[[Path], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """Its disk is not mounted, or it was removed: copies of an empty one would take the place of the backups."""
    given = read_settings(None, database=database, token="none")
    await (await open_store(database, now=lambda: 0)).close()
    left = goes(database)
    before = digests(database.parent)
    told = await refusal(given, capsys)
    assert f"{database} is missing, but {left} is there" in told
    assert "voormsi restore" in told
    finding = checks.database(given)
    assert finding.verdict is Verdict.WRONG
    assert "is missing" in finding.words
    assert digests(database.parent) == before


async def test_a_missing_database_is_brought_back_by_the_backup_that_is_named(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = read_settings(None, database=database, token="none")
    await (await open_store(database, now=lambda: 0)).close()
    copy = unlinked(database)
    assert f"voormsi restore {copy}. " in await refusal(given, capsys)
    assert await asyncio.to_thread(restore, given, copy, over=False) == 0
    assert fatal_errors.missing(given) is None


@pytest.mark.slow
async def test_damage_that_is_met_in_mid_play_is_not_built_upon(
    box: Sandbox,
    database: Path,
    forgiven: set[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The press is refused though all that it needs is in memory, and so is everything after it; health tells it, the
    bot ends with 3 when it is stopped, and the next start refuses."""
    forgiven |= {"the store did not take it", "the database is damaged"}
    monkeypatch.setattr(app, "EMOJIS_AFTER", LONG)
    table = await played(box, database, 3)
    sign = database.with_name("health.json")
    given = settings_for(box, database, health_file=sign)
    async with serving(box, given) as serving_bot:
        player = await table.turn()
        before = made(table)
        copy = backup.make(database, database.parent / "backups", 7, time.time()).path
        with closing(sqlite3.connect(database, isolation_level=None)) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        overwritten(database, root(database, "sqlite_autoindex_records_1"), random.Random(6).randbytes(PAGE))
        for _ in range(2):
            answer = await table.press(player)
            assert answer.status == "message", (answer.status, answer.text)
            assert "trying again won't help" in answer.text
        await box.until(lambda: "is damaged" in (health.ailment(sign, time.time()) or ""), LONG)
    ended_with = serving_bot.exception()
    assert ended_with
    assert run.give_up(ended_with, given) == ExitCode.DATABASE
    assert f"voormsi restore {copy} --over" in capsys.readouterr().err
    assert "is damaged" in await refusal(given, capsys)
    assert await asyncio.to_thread(restore, given, copy, over=True) == 0
    assert made(table) == before
    async with serving(box, given):
        await table.play(3)
        await table.turn()
        await table.settled()
        table.sound()


# Versions


NEXT = (
    *KNOWN,
    "CREATE TABLE of_later (id INTEGER PRIMARY KEY) STRICT; ALTER TABLE tables ADD COLUMN of_later INTEGER;",
)
"""The migration of a later version of the program."""


@pytest.mark.slow
async def test_tables_in_play_go_on_in_a_newer_version_and_there_is_no_way_down_but_the_copy(
    box: Sandbox, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, given = await played(box, database, 3), settings_for(box, database)
    entries = made(table)
    with knowing(*NEXT):
        async with serving(box, given):
            await table.play(3)
            await table.turn()
            await table.settled()
            table.sound()
    before = digests(database.parent)
    told = await refusal(given, capsys)
    assert "newer version" in told
    assert "restore a backup from before the upgrade" in told
    assert digests(database.parent) == before
    (copy,) = database.parent.glob("voormsi.db.v*.backup")
    assert await asyncio.to_thread(restore, given, copy, over=True) == 0
    assert made(table) == entries, "what was played in the newer version is lost, as docs/operations.md says"
    async with serving(box, given):
        await box.until(lambda: box.bot_online)


DYING = """
import os, shutil, signal, sqlite3, sys
from itertools import count
from pathlib import Path
from bot.store.sqlite import migrations
from tests.faults.test_database import NEXT

old, folder = map(Path, sys.argv[1:])

def upgrade(path, step):
    statements = count(1)
    def die(_):
        if next(statements) == step:
            os.kill(os.getpid(), signal.SIGKILL)
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.set_trace_callback(die)
    migrations.KNOWN = NEXT
    migrations.migrate(db, path, step)
    os._exit(0)

for step in count(1):
    path = folder / str(step) / "voormsi.db"
    path.parent.mkdir(parents=True)
    shutil.copy(old, path)
    child = os.fork() or upgrade(path, step)
    ended = os.waitpid(child, 0)[1]
    if not os.WIFSIGNALED(ended):
        sys.exit(os.waitstatus_to_exitcode(ended))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="kills by signal")
async def test_a_migration_that_dies_at_any_statement_leaves_the_old_or_the_new_database(
    box: Sandbox, database: Path, tmp_path: Path
) -> None:
    table = await played(box, database, 3)
    entries = made(table)
    killed = tmp_path / "killed"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", DYING, database, killed), env=os.environ | {"PYTHONPATH": str(PROJECT)}
    )
    assert await process.wait() == 0
    left = sorted(killed.glob("*/voormsi.db"))
    assert len(left) > 8, "it was killed at each of some statements"
    with knowing(*NEXT):
        assert {check_file(path) for path in left} == {len(KNOWN), len(NEXT)}
    for path in left:
        with knowing(*NEXT):
            async with await SqliteStore.open(path, now=lambda: 0) as store:
                assert len(await store.record(table.lobby.id)) == entries
            assert check_file(path) == len(NEXT)
        copies = list(path.parent.glob("*.backup"))
        assert copies
        assert all(check_file(copy) == len(KNOWN) for copy in copies)
        assert not list(path.parent.glob("*.part*"))
