"""Small values by name, in SQL.

Functions of one connection.
"""

from __future__ import annotations

import sqlite3
from typing import Final

_GREATEST: Final = "SELECT max(id) FROM tables"
_PRUNED: Final = "SELECT CAST(value AS INTEGER) FROM memories WHERE name = 'greatest table pruned'"
NEXT_TABLE: Final = f"max(coalesce(({_GREATEST}), 0), coalesce(({_PRUNED}), 0)) + 1"
"""The number of a new table, in SQL. No number is used twice: buttons of a removed table may still exist."""


def put(db: sqlite3.Connection, name: str, value: str) -> None:
    """Store `value` under a name, replacing the previous one."""
    db.execute(
        "INSERT INTO memories (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (name, value),
    )


SKIPPED: Final = 10_000
"""More tables than a bot opens between a backup and its restore."""


def keep_numbers(db: sqlite3.Connection) -> None:
    """Remember the greatest table number; to be called before tables are removed."""
    put(db, "greatest table pruned", str(_greatest(db)))


def skip_numbers(db: sqlite3.Connection) -> None:
    """Skip the numbers that tables opened after the backup may have had; for a restored copy."""
    put(db, "greatest table pruned", str(_greatest(db) + SKIPPED))


def _greatest(db: sqlite3.Connection) -> int:
    (greatest,) = db.execute(f"SELECT {NEXT_TABLE} - 1").fetchone()
    return int(greatest)


def get(db: sqlite3.Connection, name: str) -> str | None:
    """The value stored under a name, None if there is none."""
    found = db.execute("SELECT value FROM memories WHERE name = ?", (name,)).fetchone()
    return None if found is None else str(found[0])
