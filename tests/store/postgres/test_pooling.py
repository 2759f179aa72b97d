from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.store.postgres.session import connect
from bot.store.postgres.session_lock import refuse_pooler, shares_sessions
from simulation.postgres_server import DatabaseOfPath


class FakePool:
    """Gives each transaction the first session that is free, as PgBouncer does with pool_mode = transaction."""

    def __init__(self, size: int, taken_by_others: int = 0) -> None:
        self.free = list(range(taken_by_others, size))


class FakeCursor:
    description = None
    rowcount = 1

    def __init__(self, pid: int) -> None:
        self._pid = pid

    def fetchone(self) -> tuple[int]:
        return (self._pid,)

    def fetchall(self) -> list[Any]:
        return [(self._pid,)]

    def __iter__(self) -> Any:
        return iter(self.fetchall())


class FakeConnection:
    """A connection to the pool."""

    def __init__(self, pool: FakePool) -> None:
        self._pool = pool
        self._held: int | None = None

    @property
    def in_transaction(self) -> bool:
        return self._held is not None

    def execute(self, sql: str, values: Mapping[str, Any] = {}, /) -> FakeCursor:
        pid = self._pool.free.pop(0) if self._held is None else self._held
        self._held = None if sql == "ROLLBACK" or (self._held is None and sql != "BEGIN") else pid
        if self._held is None:
            self._pool.free.insert(0, pid)
        return FakeCursor(pid)

    def executemany(self, sql: str, values: Iterable[Mapping[str, Any]], /) -> FakeCursor:
        raise NotImplementedError


def test_connections_that_get_their_sessions_from_a_pool_are_found() -> None:
    for pool in (FakePool(20), FakePool(20, 17)):
        assert shares_sessions(FakeConnection(pool), FakeConnection(pool))


def test_connections_with_sessions_of_their_own_are_not_taken_for_pooled() -> None:
    assert not shares_sessions(FakeConnection(FakePool(1)), FakeConnection(FakePool(2, 1)))


async def test_a_server_itself_is_not_refused(database_of_path: DatabaseOfPath) -> None:
    address = await asyncio.to_thread(database_of_path, Path("server"))
    with closing(connect(address)) as db:
        refuse_pooler(db, address)
