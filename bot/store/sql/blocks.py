"""Blocks of people by others, in SQL."""

from __future__ import annotations

from bot.store.rows import Blocks
from bot.store.sql.connection import SqlConnection
from bot.store.sql.statements import insert

_BLOCK = insert("blocks", ("person", "blocked", "at")) + " ON CONFLICT DO NOTHING"


def block(db: SqlConnection, at: int, key: str, blocked: str) -> None:
    db.execute(_BLOCK, {"person": key, "blocked": blocked, "at": at})


def unblock(db: SqlConnection, key: str, blocked: str) -> None:
    db.execute("DELETE FROM blocks WHERE person = :person AND blocked = :blocked", {"person": key, "blocked": blocked})


def blocks(db: SqlConnection, key: str) -> Blocks:
    blocked = db.execute("SELECT blocked FROM blocks WHERE person = :key ORDER BY at, blocked", {"key": key})
    by = db.execute("SELECT person FROM blocks WHERE blocked = :key", {"key": key})
    return Blocks(tuple(key for (key,) in blocked), frozenset(key for (key,) in by))
