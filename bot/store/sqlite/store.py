"""The SQLite engine: all ports on one file."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final, Self

from bot.store.errors import Corrupt, DatabaseTrouble
from bot.store.sql.connection import SqlConnection
from bot.store.sql.port import Writer
from bot.store.sql.store import Store, announce_by
from bot.store.sqlite.connection import Connection, open_beside, open_read_only, open_reader, open_writer
from bot.store.sqlite.erasure import empty_journal
from bot.store.sqlite.integrity import check_in_use
from bot.store.sqlite.lock import ProcessLock

WORTH: Final = 0.25
"""The part of the file that must be free before a rewrite without it is worthwhile."""


def greatest_numbers(db: SqlConnection) -> dict[str, int]:
    """Table -> the greatest number; without tables that have given none."""
    return dict(db.execute("SELECT name, seq FROM sqlite_sequence").fetchall())


def set_greatest_numbers(db: SqlConnection, numbers: Mapping[str, int]) -> None:
    """Number new rows from these numbers on."""
    for name, seq in numbers.items():
        db.execute("DELETE FROM sqlite_sequence WHERE name = :name", {"name": name})
        db.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :seq)", {"name": name, "seq": seq})


class SqliteStore(Store):
    """All ports, in SQLite."""

    _reader: Connection
    _greatest_numbers = staticmethod(greatest_numbers)
    _set_greatest_numbers = staticmethod(set_greatest_numbers)

    @classmethod
    async def open(cls, path: Path, *, now: Callable[[], int]) -> Self:
        """Open the store, as `bot.store.engine.open_store`."""
        async with AsyncExitStack() as opened:
            lock = ProcessLock(path)
            opened.callback(lock.release)
            writing = await open_writer(lock.database, now())
            writer = Writer(writing)
            opened.push_async_callback(writer.close)
            reader = await open_reader(lock.database, writing.damage)
            opened.push_async_callback(reader.close)
            opened.callback(lambda: lock.freeze() if writing.damage else None)
            return cls(writer, reader, now, opened.pop_all())

    @classmethod
    async def open_read_only(cls, path: Path) -> Self:
        """Open the store to read only, as `bot.store.engine.open_read_only`."""
        async with AsyncExitStack() as opened:
            reader = await open_read_only(path)
            opened.push_async_callback(reader.close)
            return cls(Writer(reader), reader, lambda: 0, opened.pop_all())

    @classmethod
    async def announce_beside(cls, path: Path, text: str, at: int) -> int:
        """Announce beside the bot, as `bot.store.engine.announce_beside`."""
        return await announce_by(await open_beside(path), text, at)

    @property
    def damage(self) -> Corrupt | None:
        found = self._reader.damage
        return Corrupt(self._reader.path, detail=found[0]) if found else None

    async def wait_for_loss(self) -> DatabaseTrouble:
        never: asyncio.Future[DatabaseTrouble] = asyncio.get_running_loop().create_future()
        return await never

    async def check_integrity(self) -> None:
        try:
            await asyncio.to_thread(check_in_use, self._reader.path)
        except DatabaseTrouble as error:
            self._reader.note(error)
            raise

    async def _clean_files(self) -> bool:
        return await self._writer.alone(empty_journal)

    async def compact(self) -> None:
        await self._writer.alone(_compact)


def _compact(db: SqlConnection) -> None:
    """Rewrite the file without its free pages, if there are many. Not inside a transaction."""
    (pages,), (free,) = (db.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "freelist_count"))
    if free >= WORTH * max(pages, 1):
        db.execute("VACUUM")
