"""Sessions on threads of their own."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, asynccontextmanager
from functools import partial
from typing import Final, TypeVar

import psycopg

from bot.runtime.database import PostgresAddress
from bot.store.errors import CannotOpen, Closed, ConnectionLost, DatabaseTrouble, ReadOnly
from bot.store.postgres import migrations, session_lock
from bot.store.postgres.migrations import KNOWN
from bot.store.postgres.protection import protection_of
from bot.store.postgres.session import READING, PostgresSession, connect, trouble_of
from bot.store.postgres.session_lock import LockHolder
from bot.store.rows import LockWait, ServingProcess
from bot.store.sql.connection import Dialect, SqlConnection
from bot.store.sql.key_value import get_value

log = logging.getLogger(__name__)

T = TypeVar("T")
SessionLoss = asyncio.Future[ConnectionLost]
"""The loss of a session, for all that hear of it: a process that has lost one begins no other."""
LOOK: Final = 0.5
"""Seconds between two looks at the lock of another process."""


class PostgresConnection:
    """One session on a thread of its own. Errors of the driver become DatabaseTrouble."""

    dialect = Dialect("BEGIN", psycopg.Error, (psycopg.IntegrityError, psycopg.DataError))

    def __init__(
        self, address: PostgresAddress, session: PostgresSession, thread: ThreadPoolExecutor, lost: SessionLoss
    ) -> None:
        self.path = address
        self.lost = lost
        self._session = session
        self._thread = thread
        self._closed = False
        self._heard_at = time.monotonic()
        """When the last operation began that the server has answered."""

    @classmethod
    async def open(
        cls, address: PostgresAddress, settings: Mapping[str, str], lost: SessionLoss | None = None
    ) -> PostgresConnection:
        """Begin a session. Raises DatabaseTrouble."""
        loop = asyncio.get_running_loop()
        thread = ThreadPoolExecutor(1, thread_name_prefix="postgres")
        try:
            session = await loop.run_in_executor(thread, connect, address, settings)
        except BaseException:
            thread.shutdown(wait=False)
            raise
        return cls(address, session, thread, loop.create_future() if lost is None else lost)

    async def run(self, work: Callable[[PostgresSession], T]) -> T:
        """Run `work` on the connection's thread, whatever the number of its statements."""
        self._check_not_lost()
        if self._closed:
            raise Closed(self.path)
        begun = time.monotonic()
        try:
            result = await asyncio.get_running_loop().run_in_executor(self._thread, work, self._session)
        except psycopg.Error as error:
            found = self.trouble_of(error)
            self.note(found)
            raise found from None
        self._heard_at = begun
        return result

    async def confirm(self, within: float) -> None:
        """Ask the server for an answer, unless one came within so many seconds. Raises ConnectionLost."""
        self._check_not_lost()
        if time.monotonic() - self._heard_at > within:
            await self.run(lambda db: db.execute("SELECT 1").fetchone())

    def _check_not_lost(self) -> None:
        if self.lost.done():
            raise self.lost.result().with_traceback(None)  # else it collects the frames of all who meet it

    async def alone(self, work: Callable[[PostgresSession], T]) -> T:
        return await self.run(work)

    def note(self, error: Exception) -> None:
        """Remember that the session is lost, and with it the lock: from then on every operation is refused."""
        if isinstance(error, ConnectionLost) and not self.lost.done():
            log.error("%s", error)
            self.lost.set_result(error)

    def batch(self, db: SqlConnection) -> AbstractContextManager[object]:
        assert isinstance(db, PostgresSession)
        return db.pipeline()

    def settle(self, db: SqlConnection) -> None:
        assert isinstance(db, PostgresSession)
        db.settle()

    def trouble_of(self, error: Exception) -> DatabaseTrouble:
        assert isinstance(error, psycopg.Error)
        return trouble_of(error, self.path, is_open=self._session.is_open)

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            await asyncio.get_running_loop().run_in_executor(self._thread, self._session.close)
            self._thread.shutdown(wait=False)


async def open_writer(address: PostgresAddress, waiting: LockWait | None = None) -> PostgresConnection:
    """Open the connection that writes: take the lock in its session, and bring the schema up to date.

    `waiting`: as `bot.store.engine.open_store`. Raises DatabaseTrouble of every kind; then the database is as it was.
    """

    def prepare(db: PostgresSession) -> None:
        if waiting is None:
            session_lock.take(db, address)
        migrations.migrate(db, address)
        if waiting is not None:
            session_lock.serve(db)

    async with _open(address, {}) as connection:
        log.info("%s is reached with %s", address, protection_of(address))
        await connection.run(lambda db: session_lock.refuse_pooler(db, address))
        if waiting is not None:
            await _take_when_free(connection, address, waiting)
        await connection.run(prepare)
    return connection


async def _take_when_free(connection: PostgresConnection, address: PostgresAddress, waiting: LockWait) -> None:
    """Take the lock as soon as it is free; end the session that has it when `waiting` says so."""

    def look(db: PostgresSession) -> tuple[LockHolder | None, str | None] | None:
        if session_lock.try_to_take(db):
            return None
        holder = session_lock.holder(db)
        if holder is None or not holder.serves:  # a restore, perhaps, which replaces the tables
            return holder, None
        migrations.version(db, address)
        return holder, get_value(db, waiting.beat)

    is_refused = False
    while (found := await connection.run(look)) is not None:
        holder, beat = found
        name = str(holder or "another session")
        if await waiting.look(ServingProcess(name, beat)) and holder is not None:
            try:
                await connection.run(partial(session_lock.end, found=holder))
            except ReadOnly as error:
                if not is_refused:
                    log.warning("%s cannot be ended by this role, so it is waited for: %s", name, error)
                is_refused = True
        await asyncio.sleep(LOOK)


async def open_reader(address: PostgresAddress, lost: SessionLoss) -> PostgresConnection:
    """Open a read-only connection beside the writer, which it never blocks."""
    return await PostgresConnection.open(address, READING, lost)


async def open_beside(address: PostgresAddress, settings: Mapping[str, str]) -> PostgresConnection:
    """Open a connection to a database that another process may be using. Raises DatabaseTrouble."""

    def prepare(db: PostgresSession) -> None:
        if (found := migrations.version(db, address)) != KNOWN:
            detail = f"its schema is {found} and not {KNOWN}: `voormsi run` brings it up to date"
            raise CannotOpen(address, detail=detail)

    async with _open(address, settings) as connection:
        await connection.run(prepare)
    return connection


@asynccontextmanager
async def _open(address: PostgresAddress, settings: Mapping[str, str]) -> AsyncIterator[PostgresConnection]:
    """Open a connection, and close it if the block, which prepares it, fails."""
    connection = await PostgresConnection.open(address, settings)
    try:
        yield connection
    except BaseException:
        await connection.close()
        raise
