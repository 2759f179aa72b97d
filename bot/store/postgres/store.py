"""The PostgreSQL engine: all ports on two sessions with one server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from typing import Final, Self

from bot.runtime.database import PostgresAddress
from bot.store.errors import Corrupt, DatabaseBusy, DatabaseTrouble
from bot.store.postgres.connection import PostgresConnection, open_beside, open_reader, open_writer
from bot.store.postgres.session import READING
from bot.store.rows import LockWait
from bot.store.sql.connection import SqlConnection
from bot.store.sql.people import OF_ERASURE
from bot.store.sql.port import Writer
from bot.store.sql.store import Store, announce_by
from bot.store.sql.transfer import NUMBERED

_WITHOUT_GAPS: Final = ("acts", "outages", "conduct")
"""The tables whose next number SQLite takes from their rows."""
_GREATEST_NUMBER: Final = "SELECT pg_sequence_last_value(CAST(pg_get_serial_sequence(:name, 'id') AS regclass))"
_SET_NUMBER: Final = "SELECT setval(pg_get_serial_sequence(:name, 'id'), :seq)"
SMALL: Final = 64 << 20
"""The greatest size of a table, in bytes, that is rewritten whole: nobody can use it meanwhile."""
PATIENT: Final = {"lock_timeout": "250ms"}
"""The settings of the session: whoever waits for a whole table holds up everybody who comes after."""
_SIZE: Final = "SELECT pg_relation_size(CAST(:table AS regclass))"
STATISTICS: Final = "pg_statistic"
"""The server's samples; only the owner of the database may rewrite them, for others the server leaves them out."""


def _greatest_numbers(db: SqlConnection) -> dict[str, int]:
    """Table -> the greatest number; without tables that have given none."""
    return {name: number for name in NUMBERED if (number := _greatest_number(db, name))}


def _set_greatest_numbers(db: SqlConnection, numbers: Mapping[str, int]) -> None:
    """Number new rows from these numbers on; in all other tables from those of their rows on."""
    rows = {name: db.execute(f"SELECT max(id) FROM {name}").fetchone()[0] or 0 for name in _WITHOUT_GAPS}
    for name, seq in {**numbers, **rows}.items():
        if seq:
            db.execute(_SET_NUMBER, {"name": name, "seq": seq})


def skip_numbers(db: SqlConnection, name: str, skipped: int) -> int:
    """Give new rows of a table numbers greater by `skipped`, and return the greatest number before."""
    found = _greatest_number(db, name)
    db.execute(_SET_NUMBER, {"name": name, "seq": found + skipped})
    return found


def _greatest_number(db: SqlConnection, name: str) -> int:
    return int(db.execute(_GREATEST_NUMBER, {"name": name}).fetchone()[0] or 0)


class PostgresStore(Store):
    """All ports, in PostgreSQL. The server looks after damage and free space."""

    _reader: PostgresConnection
    _greatest_numbers = staticmethod(_greatest_numbers)
    _set_greatest_numbers = staticmethod(_set_greatest_numbers)

    @classmethod
    async def open(cls, address: PostgresAddress, *, now: Callable[[], int], waiting: LockWait | None = None) -> Self:
        """Open the store, as `bot.store.engine.open_store`."""
        async with AsyncExitStack() as opened:
            writing = await open_writer(address, waiting)
            writer = Writer(writing)
            opened.push_async_callback(writer.close)
            reader = await open_reader(address, writing.lost)
            opened.push_async_callback(reader.close)
            return cls(writer, reader, now, opened.pop_all())

    @classmethod
    async def open_read_only(cls, address: PostgresAddress) -> Self:
        """Open the store to read only, as `bot.store.engine.open_read_only`."""
        async with AsyncExitStack() as opened:
            reader = await open_beside(address, READING)
            opened.push_async_callback(reader.close)
            return cls(Writer(reader), reader, lambda: 0, opened.pop_all())

    @classmethod
    async def announce_beside(cls, address: PostgresAddress, text: str, at: int) -> int:
        """Announce beside the bot, as `bot.store.engine.announce_beside`."""
        return await announce_by(await open_beside(address, {}), text, at)

    @staticmethod
    def _finish_filling(db: SqlConnection) -> None:
        db.execute("ANALYZE")  # without statistics until autovacuum comes, plans are bad

    @property
    def damage(self) -> Corrupt | None:
        return None

    async def wait_for_loss(self) -> DatabaseTrouble:
        return await asyncio.shield(self._reader.lost)

    async def check_integrity(self) -> None:
        """Ask for an answer only: the server checks its own pages."""
        await self._reader.run(lambda db: db.execute("SELECT 1").fetchone())

    async def _clean_files(self) -> bool:
        cleaner = await open_beside(self._reader.path, PATIENT)
        try:
            await cleaner.run(_rewrite)
        except DatabaseBusy:  # a backup holds all tables for as long as it takes
            return False
        finally:
            await cleaner.close()
        return True

    async def compact(self) -> None:
        """Leave it to the server's autovacuum."""


def _rewrite(db: SqlConnection) -> None:
    """Write the tables that an erasure changes anew, without what was deleted. Not in a transaction.

    The server keeps a deleted row in its file until a vacuum, and a part of its bytes beyond a plain one; samples of
    the values stand in its statistics. What it has written ahead (`pg_wal`) only its administrator can have written
    anew.
    """
    for table in OF_ERASURE:
        (size,) = db.execute(_SIZE, {"table": table}).fetchone()
        db.execute(f"VACUUM ({'FULL, ' if size <= SMALL else ''}ANALYZE) {table}")
    db.execute(f"VACUUM (FULL) {STATISTICS}")
