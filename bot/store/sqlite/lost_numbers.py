"""The numbers that were given after a backup: its restore notes them as lost, so that old buttons get an answer."""

from __future__ import annotations

import json
import sqlite3

from bot.store.rows import LOST_NUMBERS
from bot.store.sql.key_value import get_value, keep_numbers, put_value


def lose(db: sqlite3.Connection, skipped: int) -> None:
    """Give new tables, cups and leagues numbers greater by `skipped`; those between may have been lost."""
    lost = json.loads(get_value(db, LOST_NUMBERS) or "{}")
    greatest = {"tables": keep_numbers(db, skipped)}
    greatest |= {name: _skip_numbers(db, name, skipped) for name in ("cups", "leagues")}
    for name, number in greatest.items():
        lost.setdefault(name, []).append((number + 1, number + skipped))
    put_value(db, LOST_NUMBERS, json.dumps(lost))


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
