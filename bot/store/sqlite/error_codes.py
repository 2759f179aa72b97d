"""Translation of SQLite's and the operating system's errors into errors of the store."""

from __future__ import annotations

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.store import errors
from bot.store.errors import DatabaseTrouble

_BY_CODE: dict[int, type[DatabaseTrouble]] = {
    sqlite3.SQLITE_READONLY: errors.ReadOnly,
    sqlite3.SQLITE_PERM: errors.ReadOnly,
    sqlite3.SQLITE_FULL: errors.DiskFull,
    sqlite3.SQLITE_IOERR: errors.DiskFailed,
    sqlite3.SQLITE_CORRUPT: errors.Corrupt,
    sqlite3.SQLITE_NOTADB: errors.NotADatabase,
    sqlite3.SQLITE_CANTOPEN: errors.CannotOpen,
}
_BY_ERRNO: dict[int, type[DatabaseTrouble]] = {
    errno.EACCES: errors.ReadOnly,
    errno.EPERM: errors.ReadOnly,
    errno.EROFS: errors.ReadOnly,
    errno.ENOSPC: errors.DiskFull,
    errno.EDQUOT: errors.DiskFull,
}
_NO_ROOM = 64 * 1024  # bytes: SQLite's shared memory file grows by 32 KiB, and says "I/O error" when it cannot


@contextmanager
def translate_errors(path: Path, written: Path | None = None) -> Iterator[None]:
    """Raise the errors of SQLite and of the operating system as DatabaseTrouble with `path`.

    If `written` is given, errors that come from writing are those of that folder.
    """
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        found = trouble_of(error, path)
        if written is not None and (isinstance(error, OSError) or isinstance(found, errors.DiskFull)):
            found = trouble_of(error, written)
        raise found from error


def trouble_of(error: sqlite3.Error | OSError, path: Path) -> DatabaseTrouble:
    """The DatabaseTrouble for an error of SQLite or of the operating system."""
    if isinstance(error, OSError):
        detail = error.strerror or str(error)
        return _BY_ERRNO.get(error.errno or 0, errors.CannotOpen)(path, detail=detail)
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the primary code of an extended one
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return errors.DatabaseBusy(path, holder=str(error))
    kind = _BY_CODE.get(code, DatabaseTrouble)
    if kind in (errors.DiskFailed, errors.CannotOpen) and _is_full(path):
        kind = errors.DiskFull
    return kind(path, detail=str(error))


def _is_full(path: Path) -> bool:
    try:
        return shutil.disk_usage(path.parent).free < _NO_ROOM
    except OSError:
        return False
