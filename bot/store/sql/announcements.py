"""Announcements of the operator, in SQL."""

from __future__ import annotations

from bot.store.rows import AnnouncementRow
from bot.store.sql.connection import SqlConnection

_ANNOUNCE = """
INSERT INTO announcements (table_id, text, at)
SELECT id, :text, :at FROM tables INDEXED BY tables_running WHERE stage IN ('lobby', 'playing') AND stage = 'playing'
ORDER BY id
"""
_QUEUED = f"SELECT {', '.join(AnnouncementRow._fields)} FROM announcements ORDER BY id"


def announce(db: SqlConnection, at: int, text: str) -> int:
    return db.execute(_ANNOUNCE, {"at": at, "text": text}).rowcount


def announcements(db: SqlConnection) -> list[AnnouncementRow]:
    return list(map(AnnouncementRow._make, db.execute(_QUEUED)))


def settle_announcement(db: SqlConnection, announcement: int) -> None:
    db.execute("DELETE FROM announcements WHERE id = :id", {"id": announcement})
