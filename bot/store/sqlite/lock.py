"""The lock of this process on the database file, so that only one uses it, and the wait for locks of other programs.

The system releases our lock however the process ends.

On Linux it is a lock of an open file description on one byte far behind the end of any database. It belongs to the
file, whatever name it is opened by, and is independent of SQLite's own locks, which this process would lose if it
closed another descriptor of the file. Other systems have no such lock: there a file beside the database is locked.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import sys
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from bot.runtime import own_files
from bot.store.errors import DatabaseBusy
from bot.store.sqlite.error_codes import translate_errors, trouble_of

log = logging.getLogger(__name__)

if sys.platform == "win32":
    import msvcrt

    def _seize(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

elif sys.platform == "linux":
    import fcntl
    import struct

    FAR = 1 << 62
    """SQLite locks bytes from 1 << 30 on, and its files have at most 1 << 48 bytes."""

    SHARED = (0x40000002, 510)
    """The first byte and the number of bytes of SQLite's lock for readers."""

    def _lock(handle: int, kind: int, first: int, count: int) -> None:
        fcntl.fcntl(handle, fcntl.F_OFD_SETLK, struct.pack("hhqqi", kind, os.SEEK_SET, first, count, 0))

    def _seize(handle: int) -> None:
        _lock(handle, fcntl.F_WRLCK, FAR, 1)

else:
    import fcntl

    def _seize(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


OURS: set[tuple[int, int]] = set()
"""The files that this process has locked, by device and inode: opening and closing one of them again would release
SQLite's locks on it."""


def sides_of(database: Path) -> tuple[Path, ...]:
    """The files that SQLite keeps beside a database that is in use, or that was not closed."""
    return tuple(database.with_name(f"{database.name}{side}") for side in ("-wal", "-shm", "-journal"))


class ProcessLock:
    """Locks the database from its construction until `release`. A missing database is made, empty and for its owner.

    Raises DatabaseBusy, ReadOnly, DiskFull, CannotOpen.
    """

    def __init__(self, path: Path) -> None:
        self.database = database = path.resolve()  # files beside the database then have one name, too
        self.path = database if sys.platform == "linux" else database.with_name(f"{database.name}.lock")
        self._handle = self._acquire()
        self._file = _identity(os.fstat(self._handle))
        OURS.add(self._file)

    def freeze(self) -> None:
        """Keep SQLite from applying the journal and removing it when the last connection is closed.

        Call it for a damaged database: data may have to be saved from both files. It has an effect on Linux only.
        """
        if sys.platform == "linux":
            _lock(self._handle, fcntl.F_RDLCK, *SHARED)

    def release(self) -> None:
        """Let other processes in. Call it once, after the last connection to the database is closed."""
        OURS.discard(self._file)
        os.close(self._handle)

    def _acquire(self) -> int:
        """Lock the file and return its descriptor. If the file is replaced meanwhile, by a restore say, try again."""
        while True:
            with translate_errors(self.database):
                if self.path.exists() and _identity(self.path.stat()) in OURS:
                    raise DatabaseBusy(self.database, holder=f"process {os.getpid()}")
                own_files.refuse_links(*sides_of(self.database))
                handle = own_files.open_own(self.path, os.O_RDWR)
            try:
                _seize(handle)
            except OSError as error:
                holder = _holder(handle)
                os.close(handle)
                raise DatabaseBusy(self.database, holder=holder) from error
            with suppress(FileNotFoundError):
                if _identity(os.fstat(handle)) == _identity(self.path.stat()):
                    return handle
            os.close(handle)


def _identity(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


def _holder(handle: int) -> str:
    """The process that holds the lock, if the system says: it does for processes of the same user."""
    inode = f":{os.fstat(handle).st_ino} "
    for found in Path("/proc").glob("[0-9]*/fdinfo/*"):
        try:
            lines = found.read_text("ascii", "replace").splitlines()
        except OSError:  # the process has just ended, or belongs to another user
            continue
        if any(line.startswith("lock:") and "OFDLCK" in line and inode in line for line in lines):
            return f"process {found.parts[2]}"
    return "another process"


LOCK_TIMEOUT = 5.0
"""Seconds to wait for another program's lock."""


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
