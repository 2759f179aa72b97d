"""Checks of a database file: its schema's version, its pages, rows and indexes, and its references."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from bot.store.errors import Corrupt, DatabaseBusy
from bot.store.sqlite import migrations
from bot.store.sqlite.error_codes import translate_errors, trouble_of

log = logging.getLogger(__name__)

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
    with translate_errors(path), closing(sqlite3.connect(uri, uri=True, timeout=LOCK_TIMEOUT)) as db:
        run_patiently(db, path, "PRAGMA user_version")
        found = migrations.version(db, path)
        check_pages(db, path)
        return found


def run_patiently(db: sqlite3.Connection, path: Path, sql: str) -> Any:
    """Run a statement; if another program's lock holds it up, log what is waited for, and until when."""
    db.execute("PRAGMA busy_timeout = 0")
    try:
        return db.execute(sql).fetchone()
    except sqlite3.OperationalError as error:
        if not isinstance(trouble_of(error, path), DatabaseBusy):
            raise
    finally:
        db.execute(f"PRAGMA busy_timeout = {LOCK_TIMEOUT * 1000:.0f}")
    until = datetime.now().astimezone() + timedelta(seconds=LOCK_TIMEOUT)
    log.warning("%s is locked by another program, whose end is waited for until %s", path, f"{until:%H:%M:%S %Z}")
    return db.execute(sql).fetchone()


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
