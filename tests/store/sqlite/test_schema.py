from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from bot.store.sql import pruning
from bot.store.sql.people import OF_A_PERSON
from bot.store.sqlite.store import SqliteStore
from tests.store.samples import now


async def test_what_is_no_json_object_says_nothing(path: Path) -> None:
    async with await SqliteStore.open(path, now=now) as store:
        key = (await store.person(1, "Aja")).key
        await store.change_preferences(key, {"language": "da"})
        await store.change_guild_preferences(7, {"language": "da"})
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE wishes SET said = '[1'")
        db.execute("UPDATE servers SET said = '3'")
        db.commit()
    async with await SqliteStore.open(path, now=now) as store:
        assert await store.preferences(key) == {}
        assert await store.guild_preferences(7) == {}


def of_people(db: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    """Every column of the schema that leads to a person: (table, column)."""
    for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        for key in db.execute(f"PRAGMA foreign_key_list({table})"):
            if key[2] == "people":
                yield table, key[3]
        for column in db.execute(f"PRAGMA table_info({table})"):
            if any(word in column[1] for word in ("person", "discord_id", "user", "holder")):
                yield table, column[1]


async def test_no_column_of_the_schema_leads_to_a_person_that_neither_telling_nor_erasing_knows(path: Path) -> None:
    async with await SqliteStore.open(path, now=now):
        pass
    with closing(sqlite3.connect(path)) as db:
        found = set(of_people(db))
    assert found == {
        ("people", "discord_id"),
        ("seats", "holder"),
        ("shown", "person"),
        ("bans", "banned"),
        ("blocks", "blocked"),
        *((table, "person") for table in OF_A_PERSON),
    }


async def test_every_table_that_refers_to_tables_is_pruned_with_them(store: SqliteStore, path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        schema = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        refers = {
            name for name in schema for key in db.execute(f"PRAGMA foreign_key_list({name})") if key[2] == "tables"
        }
        of_a_table = {name for name in schema if "table_id" in [c[1] for c in db.execute(f"PRAGMA table_info({name})")]}
    assert refers | of_a_table == {*pruning.OF_A_TABLE, "tables"}
