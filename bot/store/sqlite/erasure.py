"""Erasing people from the journal and from a restored backup."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.runtime.steady_clock import wall
from bot.store.sql import people
from bot.store.sql.connection import SqlConnection
from bot.store.sqlite import migrations
from bot.store.sqlite.connection import DURABLE
from bot.store.sqlite.error_codes import translate_errors

MOMENT: Final = 250
"""Milliseconds to wait for readers of the journal."""


def erase_where(path: Path, is_erased: Callable[[int, int], bool]) -> int:
    """Erase everybody for whom `is_erased(discord_id, met_at)` holds, in one transaction; return their number.

    The database is a copy that nobody uses: it is migrated without a backup. `met_at` is in ms since the epoch. Raises
    DatabaseTrouble.
    """
    with translate_errors(path), closing(sqlite3.connect(path, isolation_level=None)) as db:
        for pragma in DURABLE:
            db.execute(pragma)
        migrations.migrate(db, path, 0, is_copy=True)
        db.execute("BEGIN IMMEDIATE")
        erased = people.erase_where(db, wall(), is_erased)
        db.execute("COMMIT")
        return erased


def empty_journal(db: SqlConnection) -> bool:
    """Write the journal back into the file and empty it, since it still holds the erased data. Not in a transaction.

    Return whether that was done: a long read (a backup) is not waited for.
    """
    (lock_timeout,) = db.execute("PRAGMA busy_timeout").fetchone()
    db.execute(f"PRAGMA busy_timeout = {MOMENT}")
    try:
        ((was_busy, *_),) = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return not was_busy
    finally:
        db.execute(f"PRAGMA busy_timeout = {lock_timeout}")
