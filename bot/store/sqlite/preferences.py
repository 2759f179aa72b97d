"""Preferences of people and guilds in SQL, as JSON objects.

Functions of one connection.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from typing import Any

Said = dict[str, Any]
"""Explicit preferences only: a missing key means the default."""

_WISH = """
INSERT INTO {table} ({of}, said) VALUES (?, json_patch('{{}}', ?))
ON CONFLICT ({of}) DO UPDATE SET said = json_patch(said, ?) RETURNING said
"""
_OF_PERSON = _WISH.format(table="wishes", of="person")
_OF_SERVER = _WISH.format(table="servers", of="guild_id")
_LEFT = "INSERT INTO servers (guild_id, left_at) VALUES (?, ?) ON CONFLICT DO UPDATE SET left_at = excluded.left_at"


_LEFT_WITH_TABLES = """
SELECT guild_id FROM servers WHERE left_at IS NOT NULL
    AND EXISTS (SELECT 1 FROM tables WHERE tables.guild_id = servers.guild_id AND stage IN ('lobby', 'playing'))
"""


def of_person(db: sqlite3.Connection, key: str) -> Said:
    """A person's preferences."""
    return _said(db.execute("SELECT said FROM wishes WHERE person = ?", (key,)))


def of_server(db: sqlite3.Connection, guild_id: int) -> Said:
    """A guild's preferences."""
    return _said(db.execute("SELECT said FROM servers WHERE guild_id = ?", (guild_id,)))


def wish(db: sqlite3.Connection, key: str, changes: Mapping[str, Any]) -> Said:
    """Change some preferences of a person, None removes one; return all of them."""
    told = json.dumps(changes)
    return _said(db.execute(_OF_PERSON, (key, told, told)))


def wish_for_server(db: sqlite3.Connection, guild_id: int, changes: Mapping[str, Any]) -> Said:
    """Change some preferences of a guild, None removes one; return all of them."""
    told = json.dumps(changes)
    return _said(db.execute(_OF_SERVER, (guild_id, told, told)))


def take_back(db: sqlite3.Connection, key: str) -> None:
    """Remove all preferences of a person."""
    db.execute("DELETE FROM wishes WHERE person = ?", (key,))


def leave(db: sqlite3.Connection, guild_id: int, at: int | None) -> None:
    """Note that the bot was removed from a guild at that time (ms since the epoch); None: it is a member again."""
    db.execute(_LEFT, (guild_id, at))


def left(db: sqlite3.Connection) -> list[int]:
    """The guilds with open tables that the bot was removed from."""
    return [guild_id for (guild_id,) in db.execute(_LEFT_WITH_TABLES)]


def erase_server(db: sqlite3.Connection, guild_id: int) -> None:
    """Delete a guild's preferences and where it was shown daily tricks."""
    db.execute("DELETE FROM servers WHERE guild_id = ?", (guild_id,))
    db.execute("DELETE FROM daily_tricks WHERE guild_id = ?", (guild_id,))


def _said(found: sqlite3.Cursor) -> Said:
    """The JSON object in the first row, {} for anything else."""
    row = found.fetchone()
    try:
        said = json.loads(row[0]) if row else {}
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}
