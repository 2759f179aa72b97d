"""The base of the ports: how their methods run statements on the two connections of an engine."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from bot.store.conditions import Condition
from bot.store.sql.connection import ReadingConnection, SqlConnection, Work
from bot.store.sql.writer import Writer

T = TypeVar("T")


class Port(ABC):
    """The questions of the program to its database about one kind of data, whatever the engine.

    These hold for every method of a port:
    - A method that writes returns when its transaction is durable. It is written as a whole or not at all.
    - A read sees everything that was acknowledged before it began, and waits for no writer.
    - Every method may raise DatabaseTrouble, one that writes also BadRow.
    - `conditions` must hold in the transaction, else Unmet is raised, and TooManyUses for a use that is one too many.
    - Times are in milliseconds since the epoch (UTC); a person is known by a random key.
    """

    def __init__(self, writer: Writer, reader: ReadingConnection, now: Callable[[], int]) -> None:
        self._writer = writer
        self._reader = reader
        self._now = now

    @abstractmethod
    def _check(self, db: SqlConnection, at: int, conditions: Sequence[Condition]) -> None:
        """Raise Unmet for the first condition that does not hold, TooManyUses for a use that is one too many."""

    async def _read(self, work: Work[T]) -> T:
        """Run `work` on the thread of the connection that reads."""
        return await self._reader.run(work)

    async def _read_at_once(self, work: Work[T]) -> T:
        """As `_read`; all statements see one moment."""

        def at_once(db: SqlConnection) -> T:
            db.execute("BEGIN")
            try:
                return work(db)
            finally:
                db.execute("COMMIT")

        return await self._reader.run(at_once)

    async def _rows(self, make: Callable[[Any], T], sql: str, /, **values: object) -> list[T]:
        """The rows that a statement finds, each as `make` makes it of the columns."""
        return await self._reader.run(lambda db: list(map(make, db.execute(sql, values))))

    async def _first(self, make: Callable[[Any], T], sql: str, /, **values: object) -> T | None:
        """As `_rows`, for the first one; None if there is none."""

        def work(db: SqlConnection) -> T | None:
            found = db.execute(sql, values).fetchone()
            return None if found is None else make(found)

        return await self._reader.run(work)

    async def _numbers(self, sql: str, /, **values: object) -> list[int]:
        """The first column of the rows that a statement finds."""
        return await self._reader.run(lambda db: [row[0] for row in db.execute(sql, values)])

    async def _write(self, work: Work[T]) -> T:
        """Run `work` in a commit, which it shares with those that write at the same time."""
        return await self._writer.write(work)

    async def _execute(self, sql: str, /, **values: object) -> None:
        """Run one statement that writes."""

        def work(db: SqlConnection) -> None:
            db.execute(sql, values)

        await self._writer.write(work)

    async def _execute_many(self, sql: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Run one statement that writes for several rows."""

        def work(db: SqlConnection) -> None:
            db.executemany(sql, rows)

        await self._writer.write(work)
