"""The schema has the tables and columns of SQLite's, and goes by the same versions."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.runtime.database import PostgresAddress
from bot.store.postgres import migrations
from bot.store.postgres.session import connect
from bot.store.postgres.store import PostgresStore
from bot.store.sqlite.migrations import KNOWN
from bot.store.sqlite.store import SqliteStore
from tests.store.samples import now

OWN = {("schema_version", "version"), ("records", "rowid")}
"""The columns that SQLite has in another way."""
COLUMNS = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()"


def test_both_engines_have_the_same_version() -> None:
    assert len(KNOWN) == migrations.KNOWN


async def test_the_log_says_that_a_database_was_brought_up_to_date(
    address: PostgresAddress, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    later = migrations.KNOWN + 1
    await (await PostgresStore.open(address, now=now)).close()
    caplog.set_level(logging.INFO, "bot.store.postgres.migrations")
    monkeypatch.setattr(migrations, "STEPS", {**migrations.STEPS, later: "SELECT 1"})
    monkeypatch.setattr(migrations, "KNOWN", later)
    with closing(connect(address)) as db:
        try:
            for _ in range(2):
                migrations.migrate(db, address)
        finally:
            db.execute("UPDATE schema_version SET version = :version", {"version": later - 1})
    begun, ended = (one.getMessage() for one in caplog.records if one.name == "bot.store.postgres.migrations")
    assert f"from {later - 1} to {later}" in begun
    assert f"is {later} now" in ended


async def test_both_engines_have_the_same_tables_and_columns(store: PostgresStore, path: Path) -> None:
    await (await SqliteStore.open(path, now=now)).close()
    with closing(sqlite3.connect(path)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        of_sqlite = {
            (table, column[1])
            for table in tables
            if not table.startswith("sqlite_")
            for column in db.execute(f"PRAGMA table_xinfo({table})")
        }
    of_postgres = await store._reader.run(lambda db: set(db.execute(COLUMNS)))
    assert of_postgres - OWN == of_sqlite
    assert of_postgres >= OWN


async def test_text_compares_by_its_bytes(store: PostgresStore) -> None:
    other = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()"
    found = await store._reader.run(
        lambda db: db.execute(f"{other} AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'").fetchall()
    )
    assert found == []
