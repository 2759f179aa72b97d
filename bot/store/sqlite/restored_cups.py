"""The losses of running cups by a restore, noted in the copy as far as the replaced file can be read."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.sql import restored_cups


def note(db: sqlite3.Connection, replaced: Path) -> None:
    """Note in a restored copy what its running cups have lost, as far as the database that it replaces can be read."""
    if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'cups'").fetchone():
        return
    try:
        with closing(sqlite3.connect(f"{replaced.as_uri()}?mode=ro", uri=True)) as old:
            restored_cups.note(db, old)
    except sqlite3.Error:  # it is lost, damaged, or older than cups
        restored_cups.note(db, None)
