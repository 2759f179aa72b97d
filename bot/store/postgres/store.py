"""The PostgreSQL engine: all ports on two sessions with one server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Self

from bot.runtime.database import PostgresAddress
from bot.store.errors import Corrupt, DatabaseBusy, DatabaseTrouble
from bot.store.lock_wait import LockWait
from bot.store.postgres import sequences
from bot.store.postgres.connection import PostgresConnection, open_beside, open_reader, open_writer
from bot.store.postgres.session_settings import READING
from bot.store.postgres.vacuum import PATIENT, rewrite
from bot.store.sql.connection import SqlConnection
from bot.store.sql.store import Store, announce_by
from bot.store.sql.writer import Writer


class PostgresStore(Store):
    """All ports, in PostgreSQL. The server looks after damage and free space."""

    _reader: PostgresConnection
    _greatest_numbers = staticmethod(sequences.greatest)
    _set_greatest_numbers = staticmethod(sequences.set_greatest)

    @classmethod
    async def open(cls, address: PostgresAddress, *, now: Callable[[], int], waiting: LockWait | None = None) -> Self:
        """As `bot.store.engine.open_store`."""
        async with AsyncExitStack() as opened:
            writing = await open_writer(address, waiting)
            writer = Writer(writing)
            opened.push_async_callback(writer.close)
            reader = await open_reader(address, writing.lost)
            opened.push_async_callback(reader.close)
            return cls(writer, reader, now, opened.pop_all())

    @classmethod
    async def open_read_only(cls, address: PostgresAddress) -> Self:
        """As `bot.store.engine.open_read_only`."""
        async with AsyncExitStack() as opened:
            reader = await open_beside(address, READING)
            opened.push_async_callback(reader.close)
            return cls(Writer(reader), reader, lambda: 0, opened.pop_all())

    @classmethod
    async def announce_beside(cls, address: PostgresAddress, text: str, at: int) -> int:
        """As `bot.store.engine.announce_beside`."""
        return await announce_by(await open_beside(address, {}), text, at)

    @staticmethod
    def _finish_filling(db: SqlConnection) -> None:
        db.execute("ANALYZE")  # without statistics until autovacuum comes, plans are bad

    @property
    def damage(self) -> Corrupt | None:
        return None

    async def lost(self) -> DatabaseTrouble:
        return await asyncio.shield(self._reader.lost)

    async def check_integrity(self) -> None:
        """Ask for an answer only: the server checks its own pages."""
        await self._reader.run(lambda db: db.execute("SELECT 1").fetchone())

    async def _clean_files(self) -> bool:
        cleaner = await open_beside(self._reader.path, PATIENT)
        try:
            await cleaner.run(rewrite)
        except DatabaseBusy:  # a backup holds all tables for as long as it takes
            return False
        finally:
            await cleaner.close()
        return True

    async def compact(self) -> None:
        """Leave it to the server's autovacuum."""
