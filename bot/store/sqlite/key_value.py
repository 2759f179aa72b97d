"""Memories in SQL: small things by name. Functions of one connection."""

from __future__ import annotations

import sqlite3
from typing import Final

_GREATEST: Final = "SELECT max(id) FROM tables"
_PRUNED: Final = "SELECT CAST(value AS INTEGER) FROM memories WHERE name = 'greatest table pruned'"
NEXT_TABLE: Final = f"max(coalesce(({_GREATEST}), 0), coalesce(({_PRUNED}), 0)) + 1"
"""The number of a new table, in SQL: none comes twice, for buttons somewhere may still bear that of a removed one."""


def put(db: sqlite3.Connection, name: str, value: str) -> None:
    """Remember `value` under a name, in place of what was there."""
    db.execute(
        "INSERT INTO memories (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (name, value),
    )


SKIPPED: Final = 10_000
"""More tables than a bot opens between a backup and its restore."""


def keep_numbers(db: sqlite3.Connection) -> None:
    """Before tables are removed: remember the greatest number that there was."""
    put(db, "greatest table pruned", str(_greatest(db)))


def skip_numbers(db: sqlite3.Connection) -> None:
    """In a restored copy: give no number that a table may have had which was opened after the copy was made."""
    put(db, "greatest table pruned", str(_greatest(db) + SKIPPED))


def _greatest(db: sqlite3.Connection) -> int:
    (greatest,) = db.execute(f"SELECT {NEXT_TABLE} - 1").fetchone()
    return int(greatest)


def get(db: sqlite3.Connection, name: str) -> str | None:
    """What was remembered, None if nothing was."""
    found = db.execute("SELECT value FROM memories WHERE name = ?", (name,)).fetchone()
    return None if found is None else str(found[0])
