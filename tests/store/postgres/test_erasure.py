"""Traces of an erasure in the files of the server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import closing

import psycopg
import pytest

from bot.runtime.database import PostgresAddress
from bot.store.postgres import store as postgres_store
from bot.store.postgres.store import PostgresStore
from bot.store.sql.people import TO_CLEAN
from simulation.postgres_server import NAMED, PostgresServer, temporary_server

NAME = "Aqqaluk Petersen"
pytestmark = pytest.mark.skipif(bool(NAMED), reason="the files of a server that is named are not here")
Files = Callable[[], list[str]]


@pytest.fixture(scope="module")
def postgres_server() -> Iterator[PostgresServer]:
    """A server of these tests alone: a row that any session might still see stays in the files."""
    with temporary_server() as server:
        yield server


@pytest.fixture
def named(postgres_server: PostgresServer, address: PostgresAddress) -> Files:
    """A function that returns the files of the database that hold the name, after the server has written them."""

    def look() -> list[str]:
        with closing(psycopg.connect(address.url, autocommit=True)) as admin:
            admin.execute("CHECKPOINT")
            found = admin.execute("SELECT oid FROM pg_database WHERE datname = current_database()").fetchone()
        assert found
        files = (postgres_server.folder / "data/base" / str(found[0])).iterdir()
        return [file.name for file in files if NAME.encode() in file.read_bytes()]

    return look


def asked(address: PostgresAddress, sql: str) -> None:
    with closing(psycopg.connect(address.url, autocommit=True)) as db:
        db.execute(sql.encode())


async def test_nothing_of_an_erased_person_stays_in_the_files_of_the_tables(
    store: PostgresStore, address: PostgresAddress, named: Files
) -> None:
    people = [await store.person(number, NAME if number == 250 else f"Person {number}") for number in range(500)]
    await asyncio.to_thread(asked, address, "ANALYZE")
    assert len(await asyncio.to_thread(named)) == len(["the table", "the statistics"])
    await store.erase(people[250].key)
    assert await asyncio.to_thread(named) == []


async def test_a_great_table_is_cleaned_while_it_is_being_read(
    store: PostgresStore, address: PostgresAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_store, "SMALL", -1)
    person = await store.person(1, NAME)
    with closing(psycopg.connect(address.url)) as reader:
        reader.execute("SELECT * FROM names")
        await store.erase(person.key)
        assert await store.get_value(TO_CLEAN) is None


async def test_an_erasure_does_not_wait_for_who_reads_for_long_and_is_cleaned_up_after_them(
    store: PostgresStore, address: PostgresAddress, named: Files, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot.store")
    person = await store.person(1, NAME)
    with closing(psycopg.connect(address.url)) as reader:
        reader.execute("SELECT * FROM names")
        async with asyncio.timeout(30):
            await store.erase(person.key)
            assert "the files still hold what was erased" in caplog.text
            assert not await store.clean()
        assert await asyncio.to_thread(named) != []
    assert await store.clean()
    assert await asyncio.to_thread(named) == []
