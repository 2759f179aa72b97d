"""The lock of the process that serves: an advisory lock of the session that writes.

Whoever loses the session loses the lock and the connection for writing together, however that happens.
"""

from __future__ import annotations

import time
from typing import Final

from bot.runtime.database import PostgresAddress
from bot.store.errors import DatabaseBusy
from bot.store.postgres.session import Session

ENDING: Final = 2.0
"""Seconds that the server may need to notice that a process has ended."""
_OURS: Final = 0x566F6F72  # "Voor"
_TAKE: Final = "SELECT pg_try_advisory_lock(CAST(:ours AS INTEGER), hashtext(current_schema()))"
_HOLDER: Final = """
SELECT pg_stat_activity.pid, coalesce(host(client_addr), 'a socket')
FROM pg_locks JOIN pg_stat_activity ON pg_stat_activity.pid = pg_locks.pid
WHERE locktype = 'advisory' AND classid = CAST(:ours AS oid) AND granted
    AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND objid = CAST(hashtext(current_schema()) & 4294967295 AS oid)
"""


def try_to_take(db: Session) -> bool:
    """Take the lock unless another session has it. It stays until the session ends."""
    ((is_taken,),) = db.execute(_TAKE, {"ours": _OURS}).fetchall()
    return bool(is_taken)


def take(db: Session, address: PostgresAddress) -> None:
    """Take the lock. Raises DatabaseBusy if another session keeps it."""
    end = time.monotonic() + ENDING
    while not try_to_take(db):
        if time.monotonic() < end:
            time.sleep(0.05)
            continue
        found = db.execute(_HOLDER, {"ours": _OURS}).fetchone()
        raise DatabaseBusy(address, holder=f"session {found[0]} from {found[1]}" if found else "another session")
