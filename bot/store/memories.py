"""Memories in SQL: small things by name. Functions of one connection."""

from __future__ import annotations

import sqlite3


def put(db: sqlite3.Connection, name: str, value: str) -> None:
    """Remember `value` under a name, in place of what was there."""
    db.execute(
        "INSERT INTO memories (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (name, value),
    )


def get(db: sqlite3.Connection, name: str) -> str | None:
    """What was remembered, None if nothing was."""
    found = db.execute("SELECT value FROM memories WHERE name = ?", (name,)).fetchone()
    return None if found is None else str(found[0])
