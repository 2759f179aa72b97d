"""The free space of the database file, returned to the disk."""

from __future__ import annotations

from typing import Final

from bot.store.sql.connection import SqlConnection

WORTH: Final = 0.25
"""The part of the file that must be free before a rewrite without it is worthwhile."""


def compact(db: SqlConnection) -> None:
    """Rewrite the file without its free pages, if there are many. Not inside a transaction."""
    (pages,), (free,) = (db.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "freelist_count"))
    if free >= WORTH * max(pages, 1):
        db.execute("VACUUM")
