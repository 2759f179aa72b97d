"""The lock of the process that serves: an advisory lock of the session that writes.

Whoever loses the session loses the lock and the connection for writing together, however that happens. A pooler such
as PgBouncer gives each transaction another session. A lock means nothing there, since the server's session goes on
when its bot has gone, so such a server is refused.
"""

from __future__ import annotations

import time
from contextlib import closing
from typing import Final, NamedTuple

import psycopg

from bot.runtime.database import PostgresAddress
from bot.store.errors import DatabaseBusy, Unsuitable
from bot.store.postgres.session import PostgresSession, connect
from bot.store.sql.connection import SqlConnection

ENDING: Final = 2.0
"""Seconds that the server may need to notice that a process has ended."""
_OURS: Final = 0x566F6F72  # "Voor"
_TAKE: Final = "SELECT pg_try_advisory_lock(CAST(:ours AS INTEGER), hashtext(current_schema()))"
_HOLDER: Final = """
SELECT pg_stat_activity.pid, coalesce(host(client_addr), 'a socket'), application_name = :serving
FROM pg_locks JOIN pg_stat_activity ON pg_stat_activity.pid = pg_locks.pid
WHERE locktype = 'advisory' AND classid = CAST(:ours AS oid) AND granted
    AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND objid = CAST(hashtext(current_schema()) & 4294967295 AS oid)
"""
_SERVING: Final = "voormsi run"
"""The name of the session of a process that serves: no other may be ended."""
_TRIES: Final = 3
"""The number of tries: others who use the pool may get in between at one of them."""
_WHO: Final = "SELECT pg_backend_pid()"


class LockHolder(NamedTuple):
    """The session that has the lock. `serves`: it is that of a bot, not of a command."""

    session: int
    client: str
    serves: bool

    def __str__(self) -> str:
        return f"session {self.session} from {self.client}"


def try_to_take(db: PostgresSession) -> bool:
    """Take the lock unless another session has it. It stays until the session ends."""
    ((is_taken,),) = db.execute(_TAKE, {"ours": _OURS}).fetchall()
    return bool(is_taken)


def take(db: PostgresSession, address: PostgresAddress) -> None:
    """Take the lock. Raises DatabaseBusy if another session keeps it."""
    end = time.monotonic() + ENDING
    while not try_to_take(db):
        if time.monotonic() < end:
            time.sleep(0.05)
            continue
        raise DatabaseBusy(address, holder=holder(db) or "another session")


def holder(db: PostgresSession) -> LockHolder | None:
    """The session that has the lock; None if it has just ended, or our role may not see it."""
    found = db.execute(_HOLDER, {"ours": _OURS, "serving": _SERVING}).fetchone()
    return None if found is None else LockHolder(*found)


def serve(db: PostgresSession) -> None:
    """Name this session as that of a process that serves, for others to see."""
    db.execute("SELECT set_config('application_name', :serving, false)", {"serving": _SERVING})


def end(db: PostgresSession, found: LockHolder) -> None:
    """End a session that serves, if it still has the lock. Raises an error of the driver if our role may not."""
    if found.serves and holder(db) == found:
        db.execute("SELECT pg_terminate_backend(CAST(:session AS INTEGER))", {"session": found.session})


def shares_sessions(one: SqlConnection, other: SqlConnection) -> bool:
    """Return whether two connections, both open and in no transaction, have sessions that are not their own.

    A pooler gives the session of an idle connection to the other one; the first gets another session later.
    """
    return any(_is_shared(one, other) for _ in range(_TRIES))


def _is_shared(one: SqlConnection, other: SqlConnection) -> bool:
    first = _backend(one)
    other.execute("BEGIN")
    held, second = _backend(other), _backend(one)
    other.execute("ROLLBACK")
    return held in (first, second) or first != second


def _backend(db: SqlConnection) -> int:
    return int(db.execute(_WHO).fetchone()[0])


def refuse_pooler(db: PostgresSession, address: PostgresAddress) -> None:
    """Raise Unsuitable if a pooler shares sessions."""
    with closing(connect(address)) as other:
        try:
            is_shared = shares_sessions(db, other)
        except psycopg.Error:  # of a pooler that allows no transactions, too
            if not db.is_open:
                raise
            is_shared = True
    if is_shared:
        raise Unsuitable(address)
