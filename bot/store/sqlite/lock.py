"""One process for each database: a lock on the database file itself, released by the system however the process ends.

On Linux it is a lock of an open file description on one byte far behind the end of any database. It belongs to the
file, whatever name it is opened by, and stands apart from SQLite's own locks, which this process would lose if it
closed another descriptor of the file. Other systems have no such lock: there a file beside the database is locked.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from bot.store.errors import DatabaseBusy
from bot.store.sqlite.trouble import trouble

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
    """The first byte, and how many, of SQLite's own lock of those who use a file."""

    def _lock(handle: int, kind: int, first: int, count: int) -> None:
        fcntl.fcntl(handle, fcntl.F_OFD_SETLK, struct.pack("hhqqi", kind, os.SEEK_SET, first, count, 0))

    def _seize(handle: int) -> None:
        _lock(handle, fcntl.F_WRLCK, FAR, 1)

else:
    import fcntl

    def _seize(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


ON_ITSELF = sys.platform == "linux"
"""Whether the database file is locked, and not one beside it."""
OURS: set[tuple[int, int]] = set()
"""The files that this process has locked, by device and inode: opening and closing one of them again would take away
SQLite's locks on it."""


class ProcessLock:
    """Held from its making until `release`. A database that does not exist is made, empty and for its owner alone.

    Raises DatabaseBusy, ReadOnly, DiskFull, CannotOpen.
    """

    def __init__(self, path: Path) -> None:
        self.database = database = path.resolve()  # also what lies beside the database has one name
        self.path = database if ON_ITSELF else database.with_name(f"{database.name}.lock")
        self._handle = self._seized()
        self._file = _identity(os.fstat(self._handle))
        OURS.add(self._file)

    def freeze(self) -> None:
        """Keep SQLite from writing the journal back and removing it when the last connection is closed.

        To be called for a damaged database: what can be saved is saved from both files. Does nothing but on Linux.
        """
        if sys.platform == "linux":
            _lock(self._handle, fcntl.F_RDLCK, *SHARED)

    def release(self) -> None:
        """Let other processes in. To be called once, after the last connection to the database is closed."""
        OURS.discard(self._file)
        os.close(self._handle)

    def _seized(self) -> int:
        """A descriptor of the locked file. A file that is replaced meanwhile, as by a restore, is let go again."""
        while True:
            handle = self._opened()
            try:
                _seize(handle)
            except OSError as error:
                holder = _holder(handle)
                os.close(handle)
                raise DatabaseBusy(self.database, holder=holder) from error
            if _is_at(handle, self.path):
                return handle
            os.close(handle)

    def _opened(self) -> int:
        try:
            if self.path.exists() and _identity(self.path.stat()) in OURS:
                raise DatabaseBusy(self.database, holder=f"process {os.getpid()}")
            return os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise trouble(error, self.database) from error


def _identity(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


def _is_at(handle: int, path: Path) -> bool:
    try:
        return _identity(os.fstat(handle)) == _identity(path.stat())
    except FileNotFoundError:
        return False


def _holder(handle: int) -> str:
    """The process that holds the lock, as far as the system tells: it does so of the same user's processes."""
    inode = f":{os.fstat(handle).st_ino} "
    for found in Path("/proc").glob("[0-9]*/fdinfo/*"):
        try:
            lines = found.read_text("ascii", "replace").splitlines()
        except OSError:  # it has just ended, or belongs to somebody else
            continue
        if any(line.startswith("lock:") and "OFDLCK" in line and inode in line for line in lines):
            return f"process {found.parts[2]}"
    return "another process"
