"""The greatest numbers that SQLite has given to rows, in tables that give none twice."""

from __future__ import annotations

from collections.abc import Mapping

from bot.store.sql.connection import SqlConnection


def greatest(db: SqlConnection) -> dict[str, int]:
    """Table -> the greatest number."""
    return dict(db.execute("SELECT name, seq FROM sqlite_sequence").fetchall())


def set_greatest(db: SqlConnection, numbers: Mapping[str, int]) -> None:
    """Go on after these numbers; the database must be new."""
    for name, seq in numbers.items():
        db.execute("DELETE FROM sqlite_sequence WHERE name = :name", {"name": name})
        db.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :seq)", {"name": name, "seq": seq})
