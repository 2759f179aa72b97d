"""Sessions on threads of their own."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from typing import TypeVar

import psycopg

from bot.runtime.database import PostgresAddress
from bot.store.errors import CannotOpen, Closed, ConnectionLost, DatabaseTrouble
from bot.store.postgres import migrations, session_lock
from bot.store.postgres.error_codes import trouble_of
from bot.store.postgres.migrations import KNOWN
from bot.store.postgres.session import READING, Session, connect
from bot.store.sql.connection import Dialect, SqlConnection

log = logging.getLogger(__name__)

T = TypeVar("T")
Lost = asyncio.Future[ConnectionLost]
"""The loss of a session, for all that hear of it: a process that has lost one begins no other."""


class PostgresConnection:
    """One session on a thread of its own. Errors of the driver become DatabaseTrouble."""

    dialect = Dialect("BEGIN", psycopg.Error, (psycopg.IntegrityError, psycopg.DataError))

    def __init__(self, address: PostgresAddress, session: Session, thread: ThreadPoolExecutor, lost: Lost) -> None:
        self.path = address
        self.lost = lost
        self._session = session
        self._thread = thread
        self._closed = False

    @classmethod
    async def open(
        cls, address: PostgresAddress, settings: Mapping[str, str], lost: Lost | None = None
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

    async def run(self, work: Callable[[Session], T]) -> T:
        """Run `work` on the connection's thread, whatever the number of its statements."""
        if self._closed:
            raise Closed(self.path)
        if self.lost.done():
            raise self.lost.result()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work, self._session)
        except psycopg.Error as error:
            found = self.trouble_of(error)
            self.note(found)
            raise found from None

    async def alone(self, work: Callable[[Session], T]) -> T:
        return await self.run(work)

    def note(self, error: Exception) -> None:
        """Remember that the session is lost, and with it the lock: from then on every operation is refused."""
        if isinstance(error, ConnectionLost) and not self.lost.done():
            log.error("%s", error)
            self.lost.set_result(error)

    def batch(self, db: SqlConnection) -> AbstractContextManager[object]:
        assert isinstance(db, Session)
        return db.pipelined()

    def trouble_of(self, error: Exception) -> DatabaseTrouble:
        assert isinstance(error, psycopg.Error)
        return trouble_of(error, self.path, is_open=self._session.is_open)

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            await asyncio.get_running_loop().run_in_executor(self._thread, self._session.close)
            self._thread.shutdown(wait=False)


async def open_writer(address: PostgresAddress, at: int) -> PostgresConnection:
    """Open the connection that writes: take the lock in its session, and bring the schema up to date.

    Raises DatabaseTrouble of every kind; then the database is as it was.
    """

    def prepare(db: Session) -> None:
        session_lock.take(db, address)
        migrations.migrate(db, address)

    return await _prepared(await PostgresConnection.open(address, {}), prepare)


async def open_reader(address: PostgresAddress, lost: Lost) -> PostgresConnection:
    """Open a read-only connection beside the writer, which it never blocks."""
    return await PostgresConnection.open(address, READING, lost)


async def open_beside(address: PostgresAddress, settings: Mapping[str, str]) -> PostgresConnection:
    """Open a connection to a database that another process may be using. Raises DatabaseTrouble."""

    def prepare(db: Session) -> None:
        if (found := migrations.version(db, address)) != KNOWN:
            detail = f"its schema is {found} and not {KNOWN}: `voormsi run` brings it up to date"
            raise CannotOpen(address, detail=detail)

    return await _prepared(await PostgresConnection.open(address, settings), prepare)


async def _prepared(connection: PostgresConnection, prepare: Callable[[Session], object]) -> PostgresConnection:
    try:
        await connection.run(prepare)
    except BaseException:
        await connection.close()
        raise
    return connection
