"""Outages in SQL: when tables could not be reached, and the deadlines that move by it."""

from __future__ import annotations

import sqlite3

_MOVE = """
UPDATE tables SET
    credited = credited + (?2 - max(?1, wait_since)),
    deadline_at = deadline_at + (?2 - max(?1, wait_since))
WHERE stage = 'playing' AND deadline_at IS NOT NULL AND wait_since < ?2
    AND (?3 IS NULL OR guild_id = ?3) AND (?4 IS NULL OR id = ?4)
RETURNING id
"""


def credit(db: sqlite3.Connection, since: int, until: int, guild: int | None, table: int | None) -> list[int]:
    """Note that nobody could be reached between two moments (ms since the epoch), and move deadlines; which tables'."""
    if until <= since:
        return []
    scope, of = ("table", table) if table is not None else ("guild", guild) if guild is not None else ("all", 0)
    db.execute("INSERT INTO outages (scope, of, since, until) VALUES (?, ?, ?, ?)", (scope, of, since, until))
    return [found for (found,) in db.execute(_MOVE, (since, until, guild, table)).fetchall()]
