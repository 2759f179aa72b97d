"""The session that writes: its lock, its end, and what is told of it."""

from __future__ import annotations

import asyncio
import builtins
import traceback
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bot.runtime.database import PostgresAddress
from bot.store import BadRow, CannotOpen, ConnectionLost, DatabaseBusy, DatabaseNewer, NotADatabase, ReadOnly
from bot.store.engine import announce_beside, open_read_only, open_store
from bot.store.postgres.migrations import KNOWN
from bot.store.postgres.session import PostgresSession, connect
from bot.store.postgres.store import PostgresStore
from tests.store.samples import NOW, entry, now, opened, play


def end_sessions(address: PostgresAddress) -> None:
    """End all sessions of the database, as its administrator may."""
    with psycopg.connect(address.url) as admin:
        admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def execute_all(db: PostgresSession, *statements: str) -> None:
    for sql in statements:
        db.execute(sql)


async def test_a_second_process_is_refused_and_told_who_is_there(
    store: PostgresStore, address: PostgresAddress
) -> None:
    with pytest.raises(DatabaseBusy, match=r"is in use by another program \(session \d+ from"):
        await open_store(address, now)


async def test_the_lock_is_free_when_the_store_is_closed(store: PostgresStore, address: PostgresAddress) -> None:
    await store.close()
    await (await open_store(address, now)).close()


async def test_who_loses_the_session_writes_nothing_more_and_another_may_begin(
    store: PostgresStore, address: PostgresAddress, caplog: pytest.LogCaptureFixture
) -> None:
    row = await opened(store)
    await asyncio.to_thread(end_sessions, address)
    with pytest.raises(ConnectionLost):
        await play(store, row)
    assert isinstance(await store.wait_for_loss(), ConnectionLost)
    async with await PostgresStore.open(address, now=now) as other:
        with pytest.raises(ConnectionLost):
            await play(store, row)
        with pytest.raises(ConnectionLost):
            await store.record(row.id)
        assert await other.record(row.id) == [entry(1)]


async def test_what_is_refused_again_and_again_after_the_loss_is_told_in_as_many_lines(
    store: PostgresStore, address: PostgresAddress
) -> None:
    await asyncio.to_thread(end_sessions, address)
    lengths = []
    for _ in range(5):
        with pytest.raises(ConnectionLost) as refused:
            await store.confirm(0)
        lengths.append(len(traceback.extract_tb(refused.value.__traceback__)))
    assert lengths[-1] == lengths[1]


async def test_a_session_that_writes_waits_for_the_disk(store: PostgresStore) -> None:
    found = await store._writer.alone(lambda db: db.execute("SHOW synchronous_commit").fetchone())
    assert found == ("on",)


async def test_a_play_waits_for_the_server_twice_for_its_statements_and_for_its_commit(
    store: PostgresStore, tmp_path: Path
) -> None:
    row = await play(store, await opened(store))
    with (tmp_path / "messages").open("w+") as messages:
        session = store._writer._connection._session  # type: ignore[attr-defined]
        session._inner.pgconn.trace(messages.fileno())
        await play(store, row)
        session._inner.pgconn.untrace()
        messages.seek(0)
        waits = messages.read().count("ReadyForQuery")
    assert waits == 2


@pytest.mark.parametrize("before", [("BEGIN",), ()], ids=["in a transaction", "outside one"])
def test_a_statement_that_was_skipped_after_a_failed_one_can_be_sent_again(
    address: PostgresAddress, before: tuple[str, ...]
) -> None:
    with closing(connect(address)) as db:
        execute_all(db, "BEGIN", "ROLLBACK", "BEGIN", "ROLLBACK", "SELECT 1", "SELECT 1")
        with pytest.raises(psycopg.errors.DivisionByZero), db.pipeline():
            execute_all(db, *before, "SELECT 1 / 0", "SELECT 1")
        assert not db.in_transaction
        assert db.execute("SELECT 1").fetchone() == (1,)


async def test_who_reads_a_database_in_use_cannot_write(store: PostgresStore, address: PostgresAddress) -> None:
    row = await opened(store)
    async with await open_read_only(address) as reading:
        assert await reading.row(row.id) == row
        with pytest.raises(ReadOnly):
            await play(reading, row)


async def test_an_announcement_comes_from_beside(store: PostgresStore, address: PostgresAddress) -> None:
    await opened(store, stage="playing")
    assert await announce_beside(address, "Soon", NOW) == 1
    assert [one.text for one in await store.announcements()] == ["Soon"]


async def test_what_a_refused_row_contains_is_not_told(store: PostgresStore) -> None:
    row = await opened(store)
    with pytest.raises(BadRow) as refused:
        await play(store, row._replace(stage="unheard of"))
    assert "unheard of" not in str(refused.value)


async def test_a_server_that_does_not_answer_is_named_without_the_password() -> None:
    address = PostgresAddress("postgresql://voormsi:s3cr3t@127.0.0.1:1/tables?sslpassword=s3cr3t")
    with pytest.raises(CannotOpen) as refused:
        await open_store(address, now)
    assert str(refused.value).startswith("postgresql://voormsi@127.0.0.1:1/tables cannot be opened")
    assert "s3cr3t" not in f"{refused.value}{refused.value.__cause__}"


async def test_a_parameter_that_is_none_is_not_repeated() -> None:
    with pytest.raises(CannotOpen, match="a parameter that libpq does not know") as refused:
        await open_store(PostgresAddress("postgresql://voormsi@127.0.0.1:1/tables?s3cr3t=s3cr3t"), now)
    assert "s3cr3t" not in str(refused.value)


async def test_without_the_extra_one_sentence_says_how_to_install_it(
    address: PostgresAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.startswith("bot.store.postgres"):
            raise ModuleNotFoundError("No module named 'psycopg'", name="psycopg")
        return usual(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(CannotOpen, match=r"pip install 'psycopg\[binary\]'"):
        await open_store(address, now)


async def test_a_newer_database_and_that_of_another_program_are_left_alone(
    store: PostgresStore, address: PostgresAddress
) -> None:
    await store.close()
    with psycopg.connect(address.url, autocommit=True) as db:
        db.execute("UPDATE schema_version SET version = %s", (KNOWN + 1,))
        with pytest.raises(DatabaseNewer):
            await open_store(address, now)
        db.execute("ALTER TABLE schema_version RENAME TO versions")
        try:
            with pytest.raises(NotADatabase):
                await open_store(address, now)
        finally:
            db.execute("ALTER TABLE versions RENAME TO schema_version")
            db.execute("UPDATE schema_version SET version = %s", (KNOWN,))
