"""SQL statements made of the names of tables and columns; parameters are named after the columns."""

from __future__ import annotations

from collections.abc import Sequence

from bot.store.sql.connection import SqlConnection


def insert(table: str, columns: Sequence[str]) -> str:
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join(f':{name}' for name in columns)})"


def earliest(db: SqlConnection, after: int, *columns: tuple[str, str]) -> int | None:
    """The earliest moment after `after` in these columns (table, column)."""
    found = [
        db.execute(f"SELECT min({column}) FROM {table} WHERE {column} > :after", {"after": after}).fetchone()[0]
        for table, column in columns
    ]
    return min((moment for moment in found if moment is not None), default=None)


def upsert(table: str, columns: Sequence[str], key: Sequence[str]) -> str:
    """An insert that replaces the row with the same key."""
    changes = ", ".join(f"{name} = excluded.{name}" for name in columns if name not in key)
    return f"{insert(table, columns)} ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changes}"
