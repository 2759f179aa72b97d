"""Translation of PostgreSQL's errors into errors of the store."""

from __future__ import annotations

from typing import Final

import psycopg

from bot.runtime.database import PostgresAddress
from bot.store import errors
from bot.store.errors import DatabaseTrouble

_BY_STATE: Final[dict[str, type[DatabaseTrouble]]] = {
    "25006": errors.ReadOnly,  # a transaction that may only read
    "42501": errors.ReadOnly,  # a missing privilege
    "42P05": errors.Unsuitable,  # a statement that another connection has prepared in this session
    "53100": errors.DiskFull,
    "58030": errors.DiskFailed,
    "XX001": errors.Corrupt,  # damaged data
    "XX002": errors.Corrupt,  # a damaged index
}
_BUSY: Final = "55P03"
_ENDED: Final = ("57P01", "57P02", "57P03", "57P05")
"""The server or its administrator has ended the session."""


def trouble_of(error: psycopg.Error, address: PostgresAddress, *, is_open: bool = True) -> DatabaseTrouble:
    """The DatabaseTrouble for an error; `is_open`: the session goes on. No value of a row is told."""
    detail = error.diag.message_primary or (str(error).strip().splitlines() or [type(error).__name__])[0]
    if not is_open or error.sqlstate in _ENDED:
        return errors.ConnectionLost(address, detail=detail)
    if error.sqlstate == _BUSY:
        return errors.DatabaseBusy(address, holder=detail)
    return _BY_STATE.get(error.sqlstate or "", DatabaseTrouble)(address, detail=detail)
