"""Notice when something else than our own commits has changed the files of the database.

SQLite trusts the pages that it has in memory. It does not notice that the file beneath it is overwritten, cut off,
replaced or deleted before it reads such a page again, and plays that were acknowledged meanwhile are lost. So the files
are looked at (`stat`) before and after each commit, and looked through where they are not as we left them.

Not noticed at once: what is changed while one of our own commits is writing to the same file, and bytes that the disk
itself returns wrong. A look through all pages from time to time bounds both.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from bot.store.errors import Corrupt, DatabaseBusy
from bot.store.sqlite.trouble import trouble


class Stamp(NamedTuple):
    """One file: which it is, and what changes with each write to it.

    Not the time of its last change of any kind: opened by root, SQLite gives the journal to the owner of the file.
    """

    device: int
    inode: int
    size: int
    written_at: int

    @property
    def identity(self) -> tuple[int, int]:
        return self.device, self.inode


class Watch:
    """Watches the files of an open database. All methods run on the thread of the connection that writes."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._journal = path.with_name(f"{path.name}-wal")
        self._names = (path, self._journal)
        self._identities = self._found_identities()
        self._seen: tuple[Stamp | None, ...] | None = self._look()

    def check(self, db: sqlite3.Connection) -> None:
        """Look through the files if somebody else has changed them. Raises Corrupt, DatabaseBusy."""
        found, seen = self._look(), self._seen
        if found == seen:
            return
        self._must_be_ours()
        self._seen = None  # until they have been looked through
        look_through(self._path)
        if seen is None or found[1] != seen[1]:
            self._write_back(db)
        self.settle()

    def settle(self) -> None:
        """Take the files as they are now for ours. Raises Corrupt where they are gone or others."""
        self._must_be_ours()
        self._seen = self._look()
        self._identities = self._found_identities()

    def _write_back(self, db: sqlite3.Connection) -> None:
        """Bring the journal into the file: a journal that was tampered with might not be readable at the next start."""
        (busy, _, _) = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise DatabaseBusy(self._path, holder="while its files are looked through")
        look_through(self._path)

    def _must_be_ours(self) -> None:
        for name, ours, found in zip(self._names, self._identities, self._found_identities(), strict=True):
            if ours is not None and found != ours:
                gone = "deleted" if found is None else "replaced by another"
                raise Corrupt(self._path, detail=f"{name.name} was {gone} while it was in use")
        if self._path.stat().st_size == 0:  # SQLite would remove the journal of an empty file
            raise Corrupt(self._path, detail=f"{self._path.name} was emptied while it was in use")

    def _found_identities(self) -> tuple[tuple[int, int] | None, ...]:
        return tuple(stamp and stamp.identity for stamp in self._look())

    def _look(self) -> tuple[Stamp | None, ...]:
        return tuple(_stamp(name) for name in self._names)


def _stamp(path: Path) -> Stamp | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return Stamp(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


def look_through(path: Path) -> None:
    """Read every page of a database that is in use, by a connection that remembers none. It takes seconds a gigabyte.

    Raises Corrupt where a page or the journal cannot be read or does not fit, DatabaseBusy.
    """
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
            (finding,) = db.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        found = trouble(error, path)
        raise (found if isinstance(found, DatabaseBusy) else Corrupt(path, detail=str(error))) from error
    if finding != "ok":
        raise Corrupt(path, detail=" ".join(str(finding).split()))
