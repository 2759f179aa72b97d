"""Skipping the numbers that may have been given after a backup, when it is restored."""

from __future__ import annotations

import sqlite3

from bot.store.sql.lost_numbers import SKIPPED, note


def lose(db: sqlite3.Connection) -> None:
    """Give new tables, cups and leagues greater numbers; those between may have been lost."""
    note(db, {name: _skip_numbers(db, name, SKIPPED) for name in ("cups", "leagues")})


def _skip_numbers(db: sqlite3.Connection, name: str, skipped: int) -> int:
    """Give new rows of a table, such as cups, numbers greater by `skipped`, and return the greatest number before.

    Nothing in a database without it.
    """
    of = {"name": name}
    if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = :name", of).fetchone():
        return 0
    (greatest,) = db.execute("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = :name", of).fetchone()
    db.execute("DELETE FROM sqlite_sequence WHERE name = :name", of)
    db.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :seq)", {**of, "seq": greatest + skipped})
    return int(greatest)
