"""Poolers between the bot and the server, such as PgBouncer, that give each transaction another session.

A lock of a session means nothing there: the server's session goes on when its bot has gone, and serves others.
"""

from __future__ import annotations

from contextlib import closing
from typing import Final

import psycopg

from bot.runtime.database import PostgresAddress
from bot.store.errors import Unsuitable
from bot.store.postgres.session import PostgresSession, connect
from bot.store.sql.connection import SqlConnection

_TRIES: Final = 3
"""The number of tries: others who use the pool may get in between at one of them."""
_WHO: Final = "SELECT pg_backend_pid()"


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


def refuse(db: PostgresSession, address: PostgresAddress) -> None:
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
