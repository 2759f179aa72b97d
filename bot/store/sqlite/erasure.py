"""Erasing people: from a restored backup, from the journal, and what is left of them at running tables."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.store.sqlite import migrations, people
from bot.store.sqlite.connection import DURABLE
from bot.store.sqlite.error_codes import translated

MOMENT: Final = 250
"""Milliseconds to wait for readers of the journal."""


def erase_where(path: Path, is_erased: Callable[[int, int], bool]) -> int:
    """Erase everybody for whom `is_erased(discord_id, met_at)` holds, in one transaction; return their number.

    The database is a copy that nobody uses: it is migrated without a backup. `met_at` is in ms since the epoch. Raises
    DatabaseTrouble.
    """
    with translated(path), closing(sqlite3.connect(path, isolation_level=None)) as db:
        for pragma in DURABLE:
            db.execute(pragma)
        migrations.migrate(db, path, 0, is_copy=True)
        known = db.execute("SELECT key, discord_id, met_at FROM people WHERE discord_id IS NOT NULL").fetchall()
        keys = [key for key, discord_id, met_at in known if is_erased(discord_id, met_at)]
        db.execute("BEGIN IMMEDIATE")
        for key in keys:
            people.erase(db, key)
        db.execute("COMMIT")
        return len(keys)


def empty_journal(db: sqlite3.Connection) -> None:
    """Write the journal back into the file and empty it, since it still holds the erased data. Not in a transaction.

    A long read (a backup) is not waited for: the journal's next round then overwrites the data.
    """
    (lock_timeout,) = db.execute("PRAGMA busy_timeout").fetchone()
    db.execute(f"PRAGMA busy_timeout = {MOMENT}")
    try:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    finally:
        db.execute(f"PRAGMA busy_timeout = {lock_timeout}")


def shown_to_erased(db: sqlite3.Connection) -> list[int]:
    found = db.execute(
        "SELECT DISTINCT table_id FROM people JOIN shown ON shown.person = people.key"
        " JOIN tables ON tables.id = table_id"
        " WHERE discord_id IS NULL AND shown.channel_id IS NOT NULL AND stage IN ('lobby', 'playing') ORDER BY table_id"
    )
    return [table_id for (table_id,) in found]


def seats_of_erased(db: sqlite3.Connection) -> list[tuple[int, int, str]]:
    return db.execute(
        "SELECT table_id, seat, holder FROM seats JOIN people ON people.key = holder"
        " JOIN tables ON tables.id = table_id"
        " WHERE discord_id IS NULL AND stage IN ('lobby', 'playing') ORDER BY table_id, seat"
    ).fetchall()
