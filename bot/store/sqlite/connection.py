"""Connections to the database file: check it, open it, and run work on the connection's thread."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TypeVar

import aiosqlite

from bot.runtime import own_files
from bot.store.errors import CannotOpen, Closed, Corrupt, DatabaseTrouble, NotADatabase
from bot.store.sql.connection import Dialect, SqlConnection
from bot.store.sqlite import integrity, lock, migrations
from bot.store.sqlite.error_codes import translate_errors, trouble_of
from bot.store.sqlite.integrity import Watch
from bot.store.sqlite.migrations import KNOWN

log = logging.getLogger(__name__)

T = TypeVar("T")

SQLITE_VERSION = sqlite3.sqlite_version_info
"""The library at run time, not the one that Python was built with."""
DURABLE = ("PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON", "PRAGMA secure_delete = ON")
READING = "PRAGMA query_only = ON"


class Connection:
    """One connection on a thread of its own. Errors of SQLite become DatabaseTrouble."""

    dialect = Dialect("BEGIN IMMEDIATE", sqlite3.Error, sqlite3.IntegrityError)

    def __init__(self, inner: aiosqlite.Connection, path: Path, damage: list[str]) -> None:
        self._inner = inner
        self._closed = False
        self.path = path
        self.damage = damage
        """Damage found in the file by this connection or one that shares the list; it stops all reading and writing."""
        self.watch: Watch | None = None
        """Of the files, on the connection that writes to them."""

    @classmethod
    async def open(
        cls, path: Path, prepare: Callable[[sqlite3.Connection], object], damage: list[str] | None = None
    ) -> Connection:
        """Open the file, and `prepare` the connection. Raises DatabaseTrouble."""
        with translate_errors(path):
            inner = await aiosqlite.connect(path, isolation_level=None, timeout=lock.LOCK_TIMEOUT)
        connection = cls(inner, path, [] if damage is None else damage)
        try:
            await connection.run(prepare)
        except BaseException:
            await connection.close()
            raise
        return connection

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` on the connection's thread: one hop there and back, whatever the number of statements."""
        if self._closed:
            raise Closed(self.path)
        if self.damage:
            raise Corrupt(self.path, detail=self.damage[0])
        try:
            return await hop(self._inner, work)
        except sqlite3.Error as error:
            found = self.trouble_of(error)
            self.note(found)
            raise found from error

    async def alone(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work`, and check the files before and after it if this process writes to them.

        Nothing is written to a damaged file, and nothing is acknowledged that was written to a deleted one.
        """
        watch = self.watch
        if watch is None:
            return await self.run(work)

        def watched_work(db: sqlite3.Connection) -> T:
            watch.check(db)
            try:
                return work(db)
            finally:
                watch.settle()

        try:
            return await self.run(watched_work)
        except Corrupt as error:
            self.note(error)
            raise

    def note(self, error: Exception) -> None:
        """Remember an error that means damage: from then on this process refuses every operation."""
        if isinstance(error, Corrupt | NotADatabase) and not self.damage:
            self.damage.append(str(error.facts["detail"]))
            log.error("the database is damaged; from now on nothing is read from it or written to it: %s", error)

    async def confirm(self, within: float) -> None:
        """Ask nothing: the lock of a file stays with the process."""

    def batch(self, db: SqlConnection) -> AbstractContextManager[object]:
        """Nothing: each statement is done at once."""
        return nullcontext()

    def settle(self, db: SqlConnection) -> None:
        """Wait for nothing, for the same reason."""

    def trouble_of(self, error: Exception) -> DatabaseTrouble:
        assert isinstance(error, sqlite3.Error | OSError)
        return trouble_of(error, self.path)

    async def close(self) -> None:
        self._closed = True
        await self._inner.close()


async def hop(connection: aiosqlite.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    """Run `work` on the thread of an aiosqlite connection, by its private methods.

    Its public methods hop once for every statement. The closure keeps the written values out of aiosqlite's debug log.
    """
    raw = connection._conn
    return await connection._execute(lambda: work(raw))  # type: ignore[no-any-return, no-untyped-call]


async def open_writer(path: Path, at: int) -> Connection:
    """Open the connection that writes: check the file, migrate it, and make commits durable.

    Raises DatabaseTrouble of every kind; then the file is as it was. A new file is for its owner alone.
    """

    def prepare(db: sqlite3.Connection) -> None:
        lock.run_patiently(db, path, "BEGIN IMMEDIATE")
        db.execute("CREATE TABLE claim (id INTEGER)")  # the first error for a file that is not writable
        db.execute("ROLLBACK")
        (mode,) = lock.run_patiently(db, path, "PRAGMA journal_mode = WAL")
        if mode != "wal":
            raise CannotOpen(path, detail=f"no write-ahead log on this file system, its journal mode stays {mode!r}")
        migrations.migrate(db, path, at)
        for pragma in DURABLE:
            db.execute(pragma)

    with translate_errors(path):  # more exactly than by SQLite; and if aiosqlite cannot connect, its thread goes on
        os.close(own_files.open_own(path, os.O_WRONLY | os.O_APPEND))
    if not await asyncio.to_thread(integrity.check_file, path):
        log.info("there was no database at %s: a new, empty one is made", path)
    connection = await Connection.open(path, prepare)
    connection.watch = Watch(path)
    return connection


async def open_reader(path: Path, damage: list[str] | None = None) -> Connection:
    """Open a read-only connection beside the writer, which it never blocks."""
    return await Connection.open(path, lambda db: db.execute(READING), damage)


async def open_read_only(path: Path) -> Connection:
    """Open a read-only connection to a database that another process may be using. Raises DatabaseTrouble."""
    return await open_beside(path, READING)


async def open_beside(path: Path, *pragmas: str) -> Connection:
    """Open a connection to a database that another process may be using, also to write. Raises DatabaseTrouble."""

    def prepare(db: sqlite3.Connection) -> None:
        if (found := migrations.version(db, path)) != len(KNOWN):
            detail = f"its schema is {found} and not {len(KNOWN)}: `voormsi run` brings it up to date"
            raise CannotOpen(path, detail=detail)
        for pragma in pragmas or DURABLE:
            db.execute(pragma)

    must_be_there(path)
    return await Connection.open(path, prepare)


def must_be_there(path: Path) -> None:
    """Raise CannotOpen if there is no file: SQLite would make one."""
    with translate_errors(path):
        if not path.is_file():
            raise CannotOpen(path, detail="there is no such file")
        if not os.access(path, os.R_OK):  # opening and closing it could release locks of this process
            raise CannotOpen(path, detail="it may not be read")
        own_files.refuse_links(*lock.sides_of(path.resolve()))
