"""Letting go of what has been kept long enough. Functions of one connection.

Each call takes a few only, so that plays do not wait long for the commit; it is repeated until nothing is left.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from typing import Final, NamedTuple

from bot.store.sqlite import key_value, preferences

FEW: Final = 50
FEW_PRESSES: Final = 5_000
OF_A_TABLE: Final = ("records", "seats", "places", "shown", "queue")
"""Tables of the schema whose rows are a table's alone; a test holds the list to the schema."""
_ENDED = "SELECT id FROM tables WHERE stage IN ('over', 'closed') AND changed_at < ?"
_ABANDONED = "SELECT id FROM tables WHERE guild_id IN (SELECT guild_id FROM servers WHERE left_at < ?)"
_SERVERS = "SELECT guild_id FROM servers WHERE left_at < ?"
_KNOWN = """
WITH RECURSIVE of_tables (guild_id) AS (
    SELECT min(guild_id) FROM tables
    UNION ALL SELECT (SELECT min(guild_id) FROM tables WHERE guild_id > of_tables.guild_id) FROM of_tables
    WHERE of_tables.guild_id IS NOT NULL
)
SELECT guild_id FROM servers UNION SELECT guild_id FROM of_tables WHERE guild_id IS NOT NULL
"""
"""From one server to the next, not from table to table."""
_OLD_PRESSES = """
SELECT id FROM interactions
WHERE id < coalesce((SELECT id FROM interactions WHERE at >= ?1 ORDER BY id LIMIT 1), 9223372036854775807)
ORDER BY id LIMIT ?2
"""
"""Ids grow with time: what is older lies before the first that is to be kept."""
_GIVEN = "(SELECT value FROM json_each(?))"
WORTH: Final = 0.25
"""The part of the file that must be free before it is written anew without it."""


class Retention(NamedTuple):
    """What is older may go, ms since the epoch; None: is kept for ever.

    `tables` by when they ended, `servers` by when the club was taken out of them (their tables, wishes and places), and
    outages by when they were over.
    """

    interactions: int
    tables: int | None
    servers: int | None


class Prunable(NamedTuple):
    """How much there is to let go of, or has been."""

    interactions: int
    tables: int
    servers: int


def prunable(db: sqlite3.Connection, limits: Retention) -> Prunable:
    """What is older than the limits; nothing is changed."""
    (pressed,) = db.execute(f"SELECT count(*) FROM ({_OLD_PRESSES})", (limits.interactions, -1)).fetchone()
    (servers,) = db.execute(f"SELECT count(*) FROM ({_SERVERS})", (limits.servers,)).fetchone()
    return Prunable(pressed, len(_old_tables(db, limits, limit=-1)), servers)


def prune_tables(db: sqlite3.Connection, limits: Retention) -> list[int]:
    """Remove a few tables with all that is theirs; which those were, none when nothing is left to do."""
    old = _old_tables(db, limits, FEW)
    if old:
        key_value.keep_numbers(db)
    for name in OF_A_TABLE:
        db.execute(f"DELETE FROM {name} WHERE table_id IN {_GIVEN}", (json.dumps(old),))
    db.execute(f"UPDATE tables SET rematch_of = NULL WHERE rematch_of IN {_GIVEN}", (json.dumps(old),))
    db.execute(f"DELETE FROM tables WHERE id IN {_GIVEN}", (json.dumps(old),))
    return old


def prune_servers(db: sqlite3.Connection, limits: Retention) -> int:
    """Forget servers that the club was taken out of, once their tables have gone; how many. And outages as old."""
    db.execute("DELETE FROM outages WHERE until < ?", (limits.servers,))
    gone = [guild_id for (guild_id,) in db.execute(_SERVERS, (limits.servers,))]
    for guild_id in gone:
        preferences.erase_server(db, guild_id)
    return len(gone)


def prune_interactions(db: sqlite3.Connection, limits: Retention) -> int:
    """Forget some old presses; how many, 0 when none is left."""
    forget = f"DELETE FROM interactions WHERE id IN ({_OLD_PRESSES})"
    return db.execute(forget, (limits.interactions, FEW_PRESSES)).rowcount


def note_servers(db: sqlite3.Connection, present: Iterable[int], at: int) -> None:
    """Write down which of all the known servers the club is in no more, since `at` if it was there before."""
    there = set(present)
    left = dict(db.execute("SELECT guild_id, left_at FROM servers").fetchall())
    for (guild_id,) in db.execute(_KNOWN).fetchall():
        if (guild_id in there) == (left.get(guild_id) is not None):
            preferences.leave(db, guild_id, None if guild_id in there else at)


def free_part(db: sqlite3.Connection) -> float:
    """Which part of the file holds nothing."""
    (pages,), (free,) = (db.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "freelist_count"))
    return float(free / max(pages, 1))


def compact(db: sqlite3.Connection) -> None:
    """Write the file anew without what is free in it, if that is worth it. Not inside a transaction."""
    if free_part(db) >= WORTH:
        db.execute("VACUUM")


def _old_tables(db: sqlite3.Connection, limits: Retention, limit: int) -> list[int]:
    both = f"SELECT id FROM ({_ENDED} UNION {_ABANDONED}) ORDER BY id LIMIT ?"
    return [table_id for (table_id,) in db.execute(both, (limits.tables, limits.servers, limit))]
