"""A second process that waits for the database, and what it may do to the first."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing
from functools import partial
from urllib.parse import urlsplit

import psycopg
import pytest

from bot.runtime.database import PostgresAddress
from bot.store import ConnectionLost, DatabaseNewer, HalfRestored, LockWait, ServingProcess, Store
from bot.store.engine import open_store
from bot.store.postgres import connection, migrations, session_lock
from bot.store.postgres.migrations import KNOWN, UNFINISHED
from bot.store.postgres.session import connect
from bot.store.postgres.store import PostgresStore
from simulation.postgres_server import PostgresServer
from tests.store.samples import now, opened, play

BEAT = "beat of the test"


class LookRecorder:
    """Says the same at every look, and remembers what it has seen."""

    def __init__(self, *, ends: bool = False) -> None:
        self.ends = ends
        self.seen: asyncio.Queue[ServingProcess] = asyncio.Queue()

    async def __call__(self, serving: ServingProcess) -> bool:
        self.seen.put_nowait(serving)
        return self.ends

    async def times(self, count: int) -> ServingProcess:
        """The process that was seen at the last of so many looks."""
        return [await self.seen.get() for _ in range(count)][-1]


async def at_once(_: ServingProcess) -> bool:
    raise AssertionError("there is nobody to wait for")


@pytest.fixture
def worker() -> str:
    return os.environ.get("PYTEST_XDIST_WORKER", "alone")


@pytest.fixture
async def serving(address: PostgresAddress) -> AsyncIterator[PostgresStore]:
    """The store of a process that serves."""
    async with await PostgresStore.open(address, now=now, waiting=LockWait(BEAT, at_once)) as store:
        await store.put_value(BEAT, "1")
        yield store


@asynccontextmanager
async def waits(
    address: PostgresAddress, look: Callable[[ServingProcess], Awaitable[bool]]
) -> AsyncIterator[asyncio.Task[Store]]:
    """A second process that waits inside the block; what it opens is closed."""
    task = asyncio.create_task(open_store(address, now, LockWait(BEAT, look)))
    try:
        yield task
    finally:
        task.cancel()
        for done in await asyncio.gather(task, return_exceptions=True):
            if not isinstance(done, BaseException):
                await done.close()


async def test_the_second_process_waits_sees_the_heartbeat_and_begins_when_the_first_ends(
    serving: PostgresStore, address: PostgresAddress
) -> None:
    row, look = await opened(serving), LookRecorder()
    async with waits(address, look) as second:
        assert (await look.times(2)).beat == "1"
        await play(serving, row)
        await serving.close()
        assert (await (await second).row(row.id)) is not None


async def test_the_second_process_pauses_before_it_looks_again(
    serving: PostgresStore, address: PostgresAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it would keep the server and itself busy for as long as it waits."""
    assert connection.LOOK >= 0.1
    monkeypatch.setattr(connection, "LOOK", 3600.0)
    row, look = await opened(serving), LookRecorder()
    async with waits(address, look):
        await look.times(1)
        for _ in range(10):
            row = await play(serving, row)
        assert look.seen.empty()


async def test_a_session_that_serves_is_ended_when_the_look_says_so_and_writes_nothing_more(
    serving: PostgresStore, address: PostgresAddress
) -> None:
    row = await opened(serving)
    async with waits(address, LookRecorder(ends=True)) as second:
        store = await second
        with pytest.raises(ConnectionLost):
            await play(serving, row)
        with pytest.raises(ConnectionLost):
            await serving.confirm(60)
        await play(store, row)


async def test_a_command_that_works_on_the_database_is_not_ended(
    store: PostgresStore, address: PostgresAddress
) -> None:
    await store.put_value(BEAT, "1")
    look = LookRecorder(ends=True)
    async with waits(address, look):
        assert (await look.times(3)).beat is None
        await opened(store)


@pytest.fixture
def end_restore(store: PostgresStore, address: PostgresAddress) -> Iterator[Callable[[], object]]:
    """A restore into the database that has begun; a call ends it."""
    with psycopg.connect(address.url, autocommit=True) as db:
        db.execute(f"CREATE TABLE {UNFINISHED} AS SELECT '' AS aside".encode())
        end = partial(db.execute, f"DROP TABLE IF EXISTS {UNFINISHED}".encode())
        yield end
        end()


async def test_the_second_process_waits_for_the_end_of_a_restore(
    store: PostgresStore, address: PostgresAddress, end_restore: Callable[[], object]
) -> None:
    look = LookRecorder()
    async with waits(address, look) as second:
        await look.times(2)
        end_restore()
        row = await opened(store)
        await store.close()
        assert await (await second).row(row.id) == row


@pytest.mark.usefixtures("end_restore")
async def test_the_second_process_does_not_serve_what_is_half_restored(
    store: PostgresStore, address: PostgresAddress
) -> None:
    look = LookRecorder()
    async with waits(address, look) as second:
        await look.times(1)
        await store.close()
        with pytest.raises(HalfRestored):
            await second


async def test_the_second_process_makes_the_schema_only_when_the_first_has_ended(
    postgres_server: PostgresServer, worker: str
) -> None:
    name = f"fresh_{worker}"
    postgres_server.drop(name)
    address, look = postgres_server.empty(name), LookRecorder()
    try:
        with closing(connect(address)) as first:
            session_lock.take(first, address)
            async with waits(address, look) as second:
                await look.times(2)
                assert migrations.version(first, address) == 0
                first.close()
                await opened(await second)
    finally:
        postgres_server.drop(name)


async def test_a_second_process_of_an_older_version_does_not_wait(
    serving: PostgresStore, address: PostgresAddress
) -> None:
    with psycopg.connect(address.url, autocommit=True) as db:
        db.execute("UPDATE schema_version SET version = %s", (KNOWN + 1,))
        try:
            with pytest.raises(DatabaseNewer):
                await open_store(address, now, LockWait(BEAT, at_once))
        finally:
            db.execute("UPDATE schema_version SET version = %s", (KNOWN,))


async def test_a_role_that_may_not_end_the_session_says_so_once_and_waits(
    serving: PostgresStore, address: PostgresAddress, caplog: pytest.LogCaptureFixture
) -> None:
    with psycopg.connect(address.url, autocommit=True) as admin:
        admin.execute("DROP ROLE IF EXISTS voormsi_test_other")
        admin.execute("CREATE ROLE voormsi_test_other LOGIN")
        admin.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO voormsi_test_other")
        parts = urlsplit(address.url)
        other = parts._replace(netloc=f"voormsi_test_other@{parts.netloc.rpartition('@')[2]}").geturl()
        look = LookRecorder(ends=True)
        try:
            async with waits(PostgresAddress(other), look):
                await look.times(3)
            await opened(serving)
        finally:
            admin.execute("DROP OWNED BY voormsi_test_other")
            admin.execute("DROP ROLE voormsi_test_other")
    assert len([one for one in caplog.messages if "cannot be ended by this role" in one]) == 1
