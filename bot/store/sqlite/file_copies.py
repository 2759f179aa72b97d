"""Backups of the database: copy it while it is in use, check the copy, and restore it.

A copy is one file, without a journal beside it. These functions take seconds for a large database: call them in a
thread.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from bot.runtime import own_files
from bot.store.errors import Corrupt, DiskFull
from bot.store.rows import Contents
from bot.store.sql.connection import SqlConnection
from bot.store.sql.lost_by_restore import lose_numbers, note_lost_cups
from bot.store.sql.messages import show_again
from bot.store.sql.statements import count_contents
from bot.store.sqlite import migrations
from bot.store.sqlite.connection import READING, must_be_there
from bot.store.sqlite.error_codes import translate_errors
from bot.store.sqlite.integrity import check_pages
from bot.store.sqlite.lock import ProcessLock, sides_of
from bot.store.sqlite.store import greatest_numbers, set_greatest_numbers

SPARE = 2**20
"""Bytes of free space that must remain after a copy."""
_IS_THERE: Final = "SELECT 1 FROM sqlite_schema WHERE name = :name"


def copy(source: Path, target: Path) -> Contents:
    """Copy the database as of one moment to `target`, replacing it, and check the copy.

    Writers to the database do not wait meanwhile. Raises DatabaseTrouble; then `target` is as it was.
    """
    with translate_errors(source, target.parent):
        needed = sum(path.stat().st_size for path in (source, _path_beside(source, "-wal")) if path.is_file()) + SPARE
        if shutil.disk_usage(target.parent).free < needed:
            raise DiskFull(target.parent, detail=f"a copy of {source} needs {needed / 2**20:.0f} MiB")
        with replacement(target) as half, closing(_reading(source)) as db:
            db.execute("BEGIN")  # counted and copied in one state
            held = _contents(db, source)
            with closing(sqlite3.connect(half, isolation_level=None)) as fresh:
                db.backup(fresh)
                fresh.execute("PRAGMA journal_mode = DELETE")
            try:
                found = check(half)
            except Corrupt as error:  # reported of the source: the copy has no name yet
                raise Corrupt(source, detail=f"found in a copy of it: {error.facts['detail']}") from error
            if found != held:
                raise Corrupt(source, detail=f"copied were {held}, and {found} arrived")
    return held


def check(path: Path) -> Contents:
    """Check every page and reference of a database that nobody is using, and return its contents.

    Raises Corrupt, NotADatabase, DatabaseNewer and other DatabaseTrouble.
    """
    with translate_errors(path), closing(_reading(path)) as db:
        held = _contents(db, path)
        check_pages(db, path)
        migrations.check_references(db, path)
    return held


def restore(source: Path, database: Path, aside: Path, amend: Callable[[Path], object]) -> Contents:
    """Put a checked copy of `source` in the place of `database`, which is kept as `aside` if it exists.

    `amend` may change the copy before it takes its place. Messages are redrawn as the copy has them, and a new table
    or cup never gets the number of one that is lost. At every moment there is a whole database at that path. Raises
    DatabaseTrouble for the source, or when a bot is running on the database.
    """
    with _lock(database) as target, translate_errors(database), replacement(target) as half:
        own_files.refuse_links(aside)
        held = copy(source, half)
        amend(half)
        with closing(sqlite3.connect(half)) as db, db:
            show_again(db)
            lose_numbers(db, _skip_numbers)
            _note_lost_cups(db, target)
        if _is_there(target):
            _set_aside(target, aside)
    return held


def _skip_numbers(db: SqlConnection, name: str, skipped: int) -> int:
    """Give new rows of a table numbers greater by `skipped`, and return the greatest number before.

    Do nothing in an older database, without that table.
    """
    if not db.execute(_IS_THERE, {"name": name}).fetchone():
        return 0
    found = greatest_numbers(db).get(name, 0)
    set_greatest_numbers(db, {name: found + skipped})
    return found


def _note_lost_cups(db: sqlite3.Connection, replaced: Path) -> None:
    """Note in a restored copy what its running cups have lost, as far as the database that it replaces can be read."""
    if not db.execute(_IS_THERE, {"name": "cups"}).fetchone():
        return
    try:
        with closing(sqlite3.connect(f"{replaced.as_uri()}?mode=ro", uri=True)) as old:
            note_lost_cups(db, old)
    except sqlite3.Error:  # it is lost, damaged, or older than cups
        note_lost_cups(db, None)


@contextmanager
def _lock(database: Path) -> Iterator[Path]:
    """Keep bots off the database while it is replaced; yields its resolved path.

    The lock is on the old file. A bot that opens the new one finds it complete and unlocked.
    """
    lock = ProcessLock(database)
    try:
        yield lock.database
    finally:
        if not _is_there(lock.database):  # the lock made the file, and nothing was restored
            lock.database.unlink(missing_ok=True)
        lock.release()


def _is_there(database: Path) -> bool:
    return database.is_file() and database.stat().st_size > 0


def _set_aside(database: Path, aside: Path) -> None:
    """Link the database and its journal as `aside`; afterwards only the original name is left to replace."""
    try:
        with closing(sqlite3.connect(database, isolation_level=None)) as db:
            db.execute("PRAGMA journal_mode = DELETE")  # what lies in the journal comes into the file
    except sqlite3.Error:
        pass  # the file is damaged, which is why it is replaced: the journal is kept as it is
    for beside, kept in zip(sides_of(database), sides_of(aside), strict=True):
        if beside.exists():
            beside.replace(kept)
    try:
        os.link(database, aside)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        with replacement(aside) as half:
            shutil.copyfile(database, half)


def _path_beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


@contextmanager
def replacement(target: Path) -> Iterator[Path]:
    """Yield a temporary path; at the end its file durably replaces `target`. Only its owner may read it."""
    half = _path_beside(target, f".{os.getpid()}.part")
    own_files.create(half)
    try:
        yield half
        _sync(half)
        half.replace(target)
        if sys.platform != "win32":
            _sync(target.parent)
    finally:
        for left in (half, *sides_of(half)):
            left.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _reading(path: Path) -> sqlite3.Connection:
    must_be_there(path)
    db = sqlite3.connect(path, isolation_level=None, timeout=30)
    db.execute(READING)
    return db


def _contents(db: sqlite3.Connection, path: Path) -> Contents:
    version = migrations.version(db, path)
    if not version:
        raise Corrupt(path, detail="it is empty")
    return count_contents(db, version)
