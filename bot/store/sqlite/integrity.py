"""Checks of a database file: its schema's version, its pages, rows and indexes, and its references."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.errors import Corrupt, DatabaseBusy
from bot.store.sqlite import migrations
from bot.store.sqlite.error_codes import translated, trouble_of

LOCK_TIMEOUT = 5.0
"""Seconds to wait for another program's lock."""


def check_file(path: Path) -> int:
    """Check every page, row and index, if possible without even applying the journal; return the schema's version.

    It takes seconds for a gigabyte, but writing to a damaged file would be worse. Raises DatabaseTrouble: Corrupt,
    NotADatabase, DatabaseNewer …
    """
    if path.with_name(f"{path.name}-journal").exists():  # of a new database, whose process died; it must be rolled back
        mode = "mode=rw"
    else:
        mode = "mode=ro" if path.with_name(f"{path.name}-wal").exists() else "immutable=1"
    uri = f"{path.as_uri()}?{mode}"
    with translated(path), closing(sqlite3.connect(uri, uri=True, timeout=LOCK_TIMEOUT)) as db:
        found = migrations.version(db, path)
        check_pages(db, path)
        return found


def check_in_use(path: Path) -> None:
    """Read every page of a database in use, by a connection with an empty cache. It takes seconds for a gigabyte.

    Raises DatabaseBusy, and Corrupt if a page or the journal is unreadable or inconsistent.
    """
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
            check_pages(db, path, "quick_check")
    except sqlite3.Error as error:
        found = trouble_of(error, path)
        raise (found if isinstance(found, DatabaseBusy) else Corrupt(path, detail=str(error))) from error


def check_pages(db: sqlite3.Connection, path: Path, pragma: str = "integrity_check") -> None:
    """Raise Corrupt with the first thing that SQLite finds wrong."""
    (finding,) = db.execute(f"PRAGMA {pragma}(1)").fetchone()
    if finding != "ok":
        raise Corrupt(path, detail=" ".join(str(finding).split()))
