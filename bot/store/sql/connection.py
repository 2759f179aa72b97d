"""Connections as the statements see them, and as the writer does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol, TypeVar

from bot.runtime.database import Database
from bot.store.errors import DatabaseTrouble

T = TypeVar("T")


class SqlCursor(Protocol):
    """The rows that a statement has found, as tuples."""

    @property
    def description(self) -> Any:
        """A sequence for each column, whose first item is its name."""

    @property
    def rowcount(self) -> int:
        """The number of rows that the statement has written."""

    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...
    def __iter__(self) -> Iterator[Any]: ...


class SqlConnection(Protocol):
    """A connection of one thread, with `:name` for the parameters of a statement.

    A cursor may know its rows only when it is asked for them; until then a statement may be waiting to be sent.
    Outside a transaction each statement is one. Between `BEGIN` and `COMMIT` all reads see one moment; after a
    `ROLLBACK` the driver of PostgreSQL would prepare its statements anew.
    """

    @property
    def in_transaction(self) -> bool: ...

    def execute(self, sql: str, values: Mapping[str, Any] = ..., /) -> SqlCursor: ...
    def executemany(self, sql: str, values: Iterable[Mapping[str, Any]], /) -> SqlCursor: ...


Work = Callable[[SqlConnection], T]


class Dialect(NamedTuple):
    """The words and errors of an engine that the writer has to know."""

    begin: str
    """The statement that begins a transaction that writes."""
    error: type[Exception]
    """The base of all errors of the engine."""
    broken_rule: type[Exception] | tuple[type[Exception], ...]
    """The error for a row that breaks a rule of the schema."""


class ReadingConnection(Protocol):
    """A connection on a thread of its own. Errors of the engine become DatabaseTrouble."""

    @property
    def path(self) -> Database: ...

    async def run(self, work: Work[T]) -> T:
        """Run `work` on the connection's thread, whatever the number of its statements."""

    async def close(self) -> None: ...


class WritingConnection(ReadingConnection, Protocol):
    """The connection of the writer."""

    dialect: Dialect

    async def alone(self, work: Work[T]) -> T:
        """Run work that writes, as `run` does: what it wrote counts only if this returns."""

    def note(self, error: Exception) -> None:
        """Remember an error after which nothing can be read or written any more."""

    async def confirm(self, within: float) -> None:
        """Confirm that the database is ours, as `bot.store.sql.store.StoreHealth`."""

    def batch(self, db: SqlConnection) -> AbstractContextManager[object]:
        """Send statements together in the block, as far as nobody asks for their rows; all are done at its end."""

    def settle(self, db: SqlConnection) -> None:
        """Wait for all statements sent so far. Raises the error of the first that has failed."""

    def trouble_of(self, error: Exception) -> DatabaseTrouble:
        """The DatabaseTrouble for an error of the engine."""
