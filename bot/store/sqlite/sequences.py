"""Sequences: the greatest numbers that SQLite has given to rows, in tables that give none twice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.store.sql.connection import SqlConnection

_IS_THERE: Final = "SELECT 1 FROM sqlite_schema WHERE name = :name"


def greatest(db: SqlConnection) -> dict[str, int]:
    """Table -> the greatest number; without tables that have given none."""
    return dict(db.execute("SELECT name, seq FROM sqlite_sequence").fetchall())


def set_greatest(db: SqlConnection, numbers: Mapping[str, int]) -> None:
    """Number new rows from these numbers on."""
    for name, seq in numbers.items():
        db.execute("DELETE FROM sqlite_sequence WHERE name = :name", {"name": name})
        db.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :seq)", {"name": name, "seq": seq})


def skip(db: SqlConnection, name: str, skipped: int) -> int:
    """Give new rows of a table numbers greater by `skipped`, and return the greatest number before.

    Do nothing in an older database, without that table.
    """
    if not db.execute(_IS_THERE, {"name": name}).fetchone():
        return 0
    found = greatest(db).get(name, 0)
    set_greatest(db, {name: found + skipped})
    return found
