"""Pruning: remove data that is older than its retention time.

Functions of one connection. Each call removes a few rows only, so that plays do not wait long for
the commit; repeat it until nothing is left.
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
"""Tables of the schema whose rows belong to one table; a test compares the list with the schema."""
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
"""Steps through the index from guild to guild instead of reading every table."""
_OLD_PRESSES = """
SELECT id FROM interactions
WHERE id < coalesce((SELECT id FROM interactions WHERE at >= ?1 ORDER BY id LIMIT 1), 9223372036854775807)
ORDER BY id LIMIT ?2
"""
"""Ids grow with time, so the older ones are below the first that is kept."""
_GIVEN = "(SELECT value FROM json_each(?))"
WORTH: Final = 0.25
"""The part of the file that must be free before a rewrite without it is worthwhile."""


class Retention(NamedTuple):
    """The moments (ms since the epoch) before which data may be removed; None: it is kept for ever.

    `tables` by when they ended, `servers` by when the bot was removed from them (their tables, preferences and places),
    and outages, with the limit of `servers`, by when they were over.
    """

    interactions: int
    tables: int | None
    servers: int | None


class Prunable(NamedTuple):
    """How much can be removed, or was."""

    interactions: int
    tables: int
    servers: int


def prunable(db: sqlite3.Connection, limits: Retention) -> Prunable:
    """Count what is older than the limits; nothing is changed."""
    (pressed,) = db.execute(f"SELECT count(*) FROM ({_OLD_PRESSES})", (limits.interactions, -1)).fetchone()
    (servers,) = db.execute(f"SELECT count(*) FROM ({_SERVERS})", (limits.servers,)).fetchone()
    return Prunable(pressed, len(_old_tables(db, limits, limit=-1)), servers)


def prune_tables(db: sqlite3.Connection, limits: Retention) -> list[int]:
    """Remove a few tables with all their rows; return their ids, [] when nothing is left."""
    old = _old_tables(db, limits, FEW)
    if old:
        key_value.keep_numbers(db)
    for name in OF_A_TABLE:
        db.execute(f"DELETE FROM {name} WHERE table_id IN {_GIVEN}", (json.dumps(old),))
    db.execute(f"UPDATE tables SET rematch_of = NULL WHERE rematch_of IN {_GIVEN}", (json.dumps(old),))
    db.execute(f"DELETE FROM tables WHERE id IN {_GIVEN}", (json.dumps(old),))
    return old


def prune_servers(db: sqlite3.Connection, limits: Retention) -> int:
    """Delete the guilds that the bot was removed from, once their tables are gone, and equally old outages.

    Return the number of guilds.
    """
    db.execute("DELETE FROM outages WHERE until < ?", (limits.servers,))
    gone = [guild_id for (guild_id,) in db.execute(_SERVERS, (limits.servers,))]
    for guild_id in gone:
        preferences.erase_server(db, guild_id)
    return len(gone)


def prune_interactions(db: sqlite3.Connection, limits: Retention) -> int:
    """Delete some old interactions; return their number, 0 when none is left."""
    forget = f"DELETE FROM interactions WHERE id IN ({_OLD_PRESSES})"
    return db.execute(forget, (limits.interactions, FEW_PRESSES)).rowcount


def note_servers(db: sqlite3.Connection, present: Iterable[int], at: int) -> None:
    """Store which of all known guilds the bot is not in any more, since `at` if it was before."""
    there = set(present)
    left = dict(db.execute("SELECT guild_id, left_at FROM servers").fetchall())
    for (guild_id,) in db.execute(_KNOWN).fetchall():
        if (guild_id in there) == (left.get(guild_id) is not None):
            preferences.leave(db, guild_id, None if guild_id in there else at)


def free_part(db: sqlite3.Connection) -> float:
    """The free part of the file, 0 to 1."""
    (pages,), (free,) = (db.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "freelist_count"))
    return float(free / max(pages, 1))


def compact(db: sqlite3.Connection) -> None:
    """Rewrite the file without its free pages, if there are many. Not inside a transaction."""
    if free_part(db) >= WORTH:
        db.execute("VACUUM")


def _old_tables(db: sqlite3.Connection, limits: Retention, limit: int) -> list[int]:
    both = f"SELECT id FROM ({_ENDED} UNION {_ABANDONED}) ORDER BY id LIMIT ?"
    return [table_id for (table_id,) in db.execute(both, (limits.tables, limits.servers, limit))]
