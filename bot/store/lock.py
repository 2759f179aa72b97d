"""One process a database: a lock file beside it, which the operating system releases however the process ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from bot.store.errors import DatabaseBusy, trouble

if sys.platform == "win32":
    import msvcrt

    def _seize(handle: int) -> None:
        os.lseek(handle, 1 << 20, os.SEEK_SET)  # past the process id, which stays readable for others
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _seize(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class ProcessLock:
    """Held from its making until `release`. Raises DatabaseBusy, ReadOnly, DiskFull, CannotOpen."""

    def __init__(self, path: Path) -> None:
        self.database = database = path.resolve()  # two names of one file share one lock
        self.path = database.with_name(f"{database.name}.lock")
        try:
            self._handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise trouble(error, database) from error
        try:
            _seize(self._handle)
        except OSError as error:
            holder = self._holder()
            os.close(self._handle)
            raise DatabaseBusy(database, holder=holder) from error
        self._sign(database)

    def _sign(self, database: Path) -> None:
        """Write down who holds it; the file stays when it is released, so that nobody locks a deleted one."""
        try:
            os.ftruncate(self._handle, 0)
            os.lseek(self._handle, 0, os.SEEK_SET)
            os.write(self._handle, str(os.getpid()).encode())
        except OSError as error:
            os.close(self._handle)
            raise trouble(error, database) from error

    def _holder(self) -> str:
        os.lseek(self._handle, 0, os.SEEK_SET)
        return f"process {os.read(self._handle, 32).decode('ascii', 'replace') or 'unknown'}"

    def release(self) -> None:
        """Let others in; to be called once."""
        os.close(self._handle)
