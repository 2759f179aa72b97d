"""SQL statements made of column names; the names of their parameters are those of the columns."""

from __future__ import annotations

from collections.abc import Sequence


def insert(table: str, columns: Sequence[str]) -> str:
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join(f':{name}' for name in columns)})"


def upsert(table: str, columns: Sequence[str], key: Sequence[str]) -> str:
    """An insert that replaces the row with the same key."""
    changes = ", ".join(f"{name} = excluded.{name}" for name in columns if name not in key)
    return f"{insert(table, columns)} ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changes}"
