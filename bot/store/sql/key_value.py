"""Small values by name, and the numbers of tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.store.sql.connection import SqlConnection
from bot.store.sql.port import Port
from bot.store.sql.statements import upsert

_PUT: Final = upsert("memories", ("name", "value"), key=("name",))
_GREATEST: Final = """
SELECT max(id) AS id FROM tables
UNION ALL SELECT CAST(value AS BIGINT) FROM memories WHERE name = 'greatest table pruned'
"""
NEXT_TABLE: Final = f"(SELECT coalesce(max(id), 0) + 1 FROM ({_GREATEST}) AS numbers)"
"""The number of a new table, in SQL. No number is used twice: buttons of a removed table may still exist."""


class KeyValueStore(Port):
    """Small values by name, which the process needs again after a restart."""

    async def get_value(self, name: str) -> str | None:
        return await self._read(lambda db: get_value(db, name))

    async def put_value(self, name: str, value: str) -> None:
        await self._write(lambda db: put_value(db, name, value))


def get_value(db: SqlConnection, name: str) -> str | None:
    found = db.execute("SELECT value FROM memories WHERE name = :name", {"name": name}).fetchone()
    return None if found is None else str(found[0])


def put_value(db: SqlConnection, name: str, value: str) -> None:
    db.execute(_PUT, {"name": name, "value": value})


def drop_value(db: SqlConnection, name: str, value: str) -> None:
    """Remove a value, unless it has changed."""
    db.execute("DELETE FROM memories WHERE name = :name AND value = :value", {"name": name, "value": value})


def put_values(db: SqlConnection, values: Mapping[str, str]) -> None:
    for name, value in values.items():
        put_value(db, name, value)


def keep_numbers(db: SqlConnection, skipped: int = 0) -> int:
    """Remember the greatest table number, before tables are removed, and return it.

    New tables get numbers greater by `skipped`.
    """
    (greatest,) = db.execute(f"SELECT {NEXT_TABLE} - 1").fetchone()
    put_value(db, "greatest table pruned", str(greatest + skipped))
    return int(greatest)
