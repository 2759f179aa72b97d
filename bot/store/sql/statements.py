"""SQL statements made of the names of tables and columns; parameters are named after the columns."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.store.rows import WAITING, Contents, JsonObject
from bot.store.sql.connection import SqlConnection, SqlCursor

encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode
"""The text of a JSON value."""
IN_GUILD = "(CAST(:guild AS BIGINT) IS NULL OR guild_id = :guild)"
"""The rows of one guild, or of all if it is NULL."""
TEXTS = "(SELECT value FROM json_each(:{}))"
"""The words of a JSON list that is bound by this name."""
NUMBERS = "(SELECT CAST(value AS BIGINT) FROM json_each(:{}))"
"""The numbers of such a list."""


IS_WAITING: Final = f"post >= '{WAITING}.' AND post < '{WAITING}/'"
"""The messages of cups and leagues that they wait for their game."""


def insert(table: str, columns: Sequence[str]) -> str:
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join(f':{name}' for name in columns)})"


def lesser(one: str, other: str) -> str:
    """The lesser of two SQL expressions, NULL if one is: `min` in SQLite, while `LEAST` of others leaves out NULL."""
    return f"CASE WHEN {one} <= {other} THEN {one} WHEN {one} > {other} THEN {other} END"


def greater(one: str, other: str) -> str:
    """The greater of two SQL expressions, NULL if one is."""
    return f"CASE WHEN {one} >= {other} THEN {one} WHEN {one} < {other} THEN {other} END"


def earliest(db: SqlConnection, after: int, *columns: tuple[str, str]) -> int | None:
    """The earliest moment after `after` in these columns (table, column)."""
    found = [
        db.execute(f"SELECT min({column}) FROM {table} WHERE {column} > :after", {"after": after}).fetchone()[0]
        for table, column in columns
    ]
    return min((moment for moment in found if moment is not None), default=None)


def count_contents(db: SqlConnection, version: int) -> Contents:
    """Count what a database with a schema of this version holds."""
    found = (db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("tables", "records", "people"))
    return Contents(version, *found)


def upsert(table: str, columns: Sequence[str], key: Sequence[str]) -> str:
    """An insert that replaces the row with the same key."""
    changes = ", ".join(f"{name} = excluded.{name}" for name in columns if name not in key)
    return f"{insert(table, columns)} ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changes}"


def json_object(found: SqlCursor) -> JsonObject:
    """The JSON object in the first row, {} for anything else."""
    row = found.fetchone()
    try:
        value = json.loads(row[0]) if row else {}
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def apply_changes(before: JsonObject, changes: Mapping[str, Any]) -> JsonObject:
    """A JSON object after changes; those of None remove."""
    return {name: value for name, value in {**before, **changes}.items() if value is not None}
