"""A look at the server for `voormsi doctor`: its settings, its clock, and how long it takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from statistics import median
from typing import Final

from bot.runtime.database import PostgresAddress
from bot.store.postgres import session_lock
from bot.store.postgres.dumps import translate_errors
from bot.store.postgres.protection import protection_of
from bot.store.postgres.session import PostgresSession, connect
from bot.store.rows import ServerRow

_TRIES: Final = 5
_SETTINGS: Final = """
SELECT current_setting('server_version'), current_setting('synchronous_commit'), current_setting('fsync')
"""
_CLOCK: Final = "SELECT CAST(extract(epoch FROM clock_timestamp()) AS DOUBLE PRECISION)"
_COMMITTED: Final = "SELECT 1 FROM pg_logical_emit_message(true, 'voormsi', '')"
"""Write one line to the server's journal, and wait until it is on the disk."""
_KEPT: Final = r"SELECT nspname FROM pg_namespace WHERE nspname LIKE 'before\_restore\_%' ORDER BY nspname"


def examine(address: PostgresAddress) -> ServerRow:
    """Look at the server; takes a second, and changes nothing. Raises DatabaseTrouble."""
    with translate_errors(address), closing(connect(address)) as db:
        session_lock.refuse_pooler(db, address)
        version, commit, fsync = db.execute(_SETTINGS).fetchone()
        return ServerRow(
            version=version.split()[0],
            syncs=(commit, fsync) == ("on", "on"),
            ahead=_clock_lead(db),
            answer=_seconds(lambda: db.execute("SELECT 1").fetchone()),
            commit=_seconds(lambda: db.execute(_COMMITTED).fetchone()),
            protection=str(protection := protection_of(address)),
            is_checked=protection.is_checked,
            kept=tuple(name for (name,) in db.execute(_KEPT).fetchall()),
        )


def _clock_lead(db: PostgresSession) -> float:
    """Seconds by which the server's clock is ahead of this machine's."""
    begun = time.time()
    (there,) = db.execute(_CLOCK).fetchone()
    return float(there) - (begun + time.time()) / 2


def _seconds(work: Callable[[], object]) -> float:
    def try_once() -> float:
        begun = time.perf_counter()
        work()
        return time.perf_counter() - begun

    return median(try_once() for _ in range(_TRIES))
