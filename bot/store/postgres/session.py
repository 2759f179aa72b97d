"""Sessions with the server: their settings, the shared statements as PostgreSQL takes them, and its errors."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from types import MappingProxyType
from typing import Any, Final

import psycopg
from psycopg.pq import TransactionStatus
from psycopg.types.numeric import Int8BinaryDumper
from psycopg.types.string import TextLoader

from bot.runtime.database import PostgresAddress
from bot.store import errors
from bot.store.errors import CannotOpen, DatabaseTrouble
from bot.store.postgres.protection import advice_about, protection_of
from bot.store.sql.connection import SqlCursor

Cursor = psycopg.Cursor[tuple[Any, ...]]

OLDEST: Final = 140000
"""The oldest version of the server that is supported: 14."""
_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
UNHEARD: Final = 10
"""Seconds after which a server, or a client, that does not answer counts as gone."""
NETWORK: Final[dict[str, Any]] = {
    "connect_timeout": UNHEARD,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": UNHEARD * 1000,
}
OF_EVERY_SESSION: Final = {
    "synchronous_commit": "on",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "idle_in_transaction_session_timeout": "0",
    "statement_timeout": "0",
    "random_page_cost": "1.1",  # for SSDs; the default is for disks that turn, and big tables would be read through
}
READING: Final = {"default_transaction_isolation": "repeatable read", "default_transaction_read_only": "on"}
"""The settings of a session that reads: between `BEGIN` and `COMMIT` it sees one moment."""
_PARAMETER = re.compile(r"(?<![:\w]):([a-z_]+)")
_IN_LIST = re.compile(r"IN (\(SELECT (?:CAST\(value AS BIGINT\)|value) FROM json_each\(:[a-z_]+\)\))")
_BY_STATE: Final[dict[str, type[DatabaseTrouble]]] = {
    "25006": errors.ReadOnly,  # a transaction that may only read
    "42501": errors.ReadOnly,  # a missing privilege
    "42P05": errors.Unsuitable,  # a statement that another connection has prepared in this session
    "53100": errors.DiskFull,
    "58030": errors.DiskFailed,
    "XX001": errors.Corrupt,  # damaged data
    "XX002": errors.Corrupt,  # a damaged index
}
_BUSY: Final = "55P03"
_ENDED: Final = ("57P01", "57P02", "57P03", "57P05")
"""The server or its administrator has ended the session."""


class PendingCursor:
    """The cursor of a statement in a pipeline: whoever asks for its rows waits for all statements before it, too."""

    def __init__(self, cursor: Cursor, settle: Callable[[], object]) -> None:
        self._cursor = cursor
        self._settle = settle

    def _settle_cursor(self) -> Cursor:
        self._settle()
        return self._cursor

    @property
    def description(self) -> Any:
        return self._settle_cursor().description

    @property
    def rowcount(self) -> int:
        return self._settle_cursor().rowcount

    def fetchone(self) -> Any:
        return self._settle_cursor().fetchone()

    def fetchall(self) -> list[Any]:
        return self._settle_cursor().fetchall()

    def __iter__(self) -> Iterator[Any]:
        return iter(self._settle_cursor())


class WrittenRows(PendingCursor):
    """The cursor of a statement that was run for several rows, with the number of all that it has written."""

    def __init__(self, cursor: Cursor, count: int) -> None:
        super().__init__(cursor, lambda: None)
        self._count = count

    @property
    def rowcount(self) -> int:
        return self._count


class PostgresSession:
    """A connection of one thread that takes the shared statements. Outside a transaction each of them is its own."""

    def __init__(self, inner: psycopg.Connection[tuple[Any, ...]]) -> None:
        self._inner = inner
        self._pipeline: psycopg.Pipeline | None = None
        self._is_settled = True

    @property
    def is_open(self) -> bool:
        return not self._inner.closed

    @property
    def in_transaction(self) -> bool:
        return self._inner.info.transaction_status in (TransactionStatus.INTRANS, TransactionStatus.INERROR)

    @contextmanager
    def pipeline(self) -> Iterator[None]:
        """Send statements in the block without waiting for the one before; wait for all at its end.

        If the block or one of them fails, the transaction is rolled back.
        """
        try:
            with self._inner.pipeline() as self._pipeline:
                try:
                    yield
                except BaseException:
                    with suppress(psycopg.Error):  # of the statements after the one that failed
                        self._pipeline.sync()
                    raise
        except BaseException:
            self._forget_prepared()
            raise
        finally:
            self._pipeline, self._is_settled = None, True

    def _forget_prepared(self) -> None:
        """Roll back, and let driver and server forget all prepared statements.

        After a failed statement the server skips the rest of a pipeline, but the driver takes every statement for
        prepared that it has sent. Its `rollback`, which needs a transaction, always forgets them; a statement
        `ROLLBACK` or `DEALLOCATE ALL` does so only if the driver has not met it lately.
        """
        if self._inner.info.transaction_status == TransactionStatus.IDLE:
            self._inner.execute("BEGIN", prepare=False)  # it may be one of those that were skipped
        if self.in_transaction:
            self._inner.rollback()

    def settle(self) -> None:
        """Wait for all statements sent so far in a pipeline. Raises the error of the first that has failed."""
        if self._pipeline is not None and not self._is_settled:
            self._is_settled = True
            self._pipeline.sync()

    def execute(self, sql: str, values: Mapping[str, Any] = _NOTHING, /) -> SqlCursor:
        cursor = self._inner.execute(translate_statement(sql), values)
        if self._pipeline is None:
            return cursor
        self._is_settled = False
        return PendingCursor(cursor, self.settle)

    def executemany(self, sql: str, values: Iterable[Mapping[str, Any]], /) -> SqlCursor:
        cursor = self._inner.cursor()
        rows = list(values)
        if self._pipeline is None:  # else the driver would make a pipeline of its own
            return WrittenRows(cursor, sum(cursor.execute(translate_statement(sql), row).rowcount for row in rows))
        if rows:
            cursor.executemany(translate_statement(sql), rows)
            self._is_settled = False
        return PendingCursor(cursor, self.settle)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit what the block does, or nothing of it; a transaction that is open before is rolled back."""
        if self.in_transaction:
            self.execute("ROLLBACK")
        self.execute("BEGIN")
        try:
            yield
            self.execute("COMMIT")
        except BaseException:
            if self.is_open and self.in_transaction:
                self.execute("ROLLBACK")
            raise

    def script(self, sql: str) -> None:
        """Run statements of PostgreSQL's own, as they are."""
        self._inner.execute(sql.encode())

    def close(self) -> None:
        self._inner.close()


def connect(address: PostgresAddress, settings: Mapping[str, str] = MappingProxyType({})) -> PostgresSession:
    """Begin a session with these settings. Raises CannotOpen; it never tells the password."""
    try:
        inner = psycopg.connect(
            **{"application_name": "voormsi", **protection_of(address).place, **NETWORK},
            autocommit=True,
            prepare_threshold=2,
        )
    except psycopg.ProgrammingError:  # it would repeat a part of the address
        detail = "its address has a parameter that libpq does not know"
        raise CannotOpen(address, detail=detail, is_exact=True) from None
    except psycopg.Error as error:
        lines = [line for line in str(error).splitlines() if not line.startswith("\t")] or [type(error).__name__]
        detail = advice_about(message := lines[-1].strip())
        raise CannotOpen(address, detail=detail, is_exact=detail != message) from None
    if inner.info.server_version < OLDEST:
        inner.close()
        raise CannotOpen(address, detail=f"its server is older than version {OLDEST // 10000}", is_exact=True)
    for kind in (int, bool):
        inner.adapters.register_dumper(kind, Int8BinaryDumper)
    inner.adapters.register_loader("json", TextLoader)
    try:
        for name, value in {**OF_EVERY_SESSION, **settings}.items():
            inner.execute("SELECT set_config(%s, %s, false)", (name, value))
    except psycopg.Error as error:
        inner.close()
        raise trouble_of(error, address) from None
    return PostgresSession(inner)


@cache
def translate_statement(sql: str) -> bytes:
    """The statement with parameters as psycopg binds them. The planner chooses the indexes.

    A list that is bound as JSON gives its items as text. It is made an array where a value is looked for in it: for a
    subquery the planner would read the whole table. The member of a JSON object is named without SQLite's path.
    """
    sql = re.sub(r" INDEXED BY \w+", "", sql.replace("%", "%%"))
    sql = _IN_LIST.sub(r"= ANY (ARRAY\1)", sql)
    sql = sql.replace("json_each(", "json_array_elements_text(").replace("-> '$.", "-> '").replace("->> '$.", "->> '")
    return _PARAMETER.sub(r"%(\1)s", sql).encode()


def trouble_of(error: psycopg.Error, address: PostgresAddress, *, is_open: bool = True) -> DatabaseTrouble:
    """The DatabaseTrouble for an error; `is_open`: the session goes on. No value of a row is told."""
    detail = error.diag.message_primary or (str(error).strip().splitlines() or [type(error).__name__])[0]
    if not is_open or error.sqlstate in _ENDED:
        return errors.ConnectionLost(address, detail=detail)
    if error.sqlstate == _BUSY:
        return errors.DatabaseBusy(address, holder=detail)
    return _BY_STATE.get(error.sqlstate or "", DatabaseTrouble)(address, detail=detail)
