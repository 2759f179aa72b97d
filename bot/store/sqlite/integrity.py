"""The integrity of a database's files: checks of a file, and a watch for changes that are not our own commits.

SQLite trusts the pages in its memory. It does not notice that the file was overwritten, truncated, replaced or deleted
until it reads such a page again, and plays acknowledged meanwhile are lost. So the files are checked (`stat`) before
and after each commit, and read through if they differ from what we left.

Two changes are not noticed at once: one made while a commit of ours is writing to the same file, and wrong bytes from
the disk itself. Reading all pages from time to time limits how long they stay unnoticed.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from bot.store.errors import Corrupt, DatabaseBusy
from bot.store.sqlite import lock, migrations
from bot.store.sqlite.error_codes import translate_errors, trouble_of

log = logging.getLogger(__name__)


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
    with translate_errors(path), closing(sqlite3.connect(uri, uri=True, timeout=lock.LOCK_TIMEOUT)) as db:
        lock.run_patiently(db, path, "PRAGMA user_version")
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


class Stamp(NamedTuple):
    """The identity of a file (device, inode), and the values that change with each write to it.

    It does not contain the ctime: when root opens the database, SQLite gives the journal to the owner of the file.
    """

    identity: tuple[int, int]
    size: int
    written_at: int


class Watch:
    """Watches the files of an open database. All methods run on the thread of the writing connection."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._names = (path, path.with_name(f"{path.name}-wal"))
        self._seen = self._look()
        self._is_read = True
        """False while the files have been changed by another program and not been read through since."""

    def check(self, db: sqlite3.Connection) -> None:
        """Read through the files if another program has changed them. Raises Corrupt, DatabaseBusy."""
        found = self._look()
        if self._is_read and found == self._seen:
            return
        self._must_be_ours(found)
        writes_back = not self._is_read or found[1] != self._seen[1]
        self._is_read = False
        check_in_use(self._path)
        if writes_back:  # a manipulated journal might not be readable at the next start
            (busy, _, _) = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if busy:
                raise DatabaseBusy(self._path, holder="while its files are looked through")
            check_in_use(self._path)
        self.settle()

    def settle(self) -> None:
        """Accept the files as they are now. Raises Corrupt if one was deleted or replaced."""
        found = self._look()
        self._must_be_ours(found)
        self._seen, self._is_read = found, True

    def _must_be_ours(self, files: Sequence[Stamp | None]) -> None:
        for name, ours, found in zip(self._names, self._seen, files, strict=True):
            if ours is not None and (found is None or found.identity != ours.identity):
                gone = "deleted" if found is None else "replaced by another"
                raise Corrupt(self._path, detail=f"{name.name} was {gone} while it was in use")
        if self._path.stat().st_size == 0:  # SQLite would remove the journal of an empty file
            raise Corrupt(self._path, detail=f"{self._path.name} was emptied while it was in use")

    def _look(self) -> list[Stamp | None]:
        return [_stamp(name) for name in self._names]


def _stamp(path: Path) -> Stamp | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return Stamp((found.st_dev, found.st_ino), found.st_size, found.st_mtime_ns)
