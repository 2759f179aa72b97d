"""Preferences of people and guilds in SQL, as JSON objects, and which guilds the bot was removed from."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

from bot.store.rows import ActRow, JsonObject
from bot.store.sql import organising
from bot.store.sql.connection import SqlConnection, SqlCursor
from bot.store.sql.statements import upsert

_PUT_OF_PERSON = upsert("wishes", ("person", "said"), key=("person",))
_PUT_OF_GUILD = upsert("servers", ("guild_id", "said"), key=("guild_id",))
_SET_LEFT = upsert("servers", ("guild_id", "left_at"), key=("guild_id",))
_LEFT_WITH_TABLES = """
SELECT guild_id FROM servers WHERE left_at IS NOT NULL
    AND EXISTS (SELECT 1 FROM tables WHERE tables.guild_id = servers.guild_id AND stage IN ('lobby', 'playing'))
"""
_KNOWN = """
WITH RECURSIVE of_tables (guild_id) AS (
    SELECT min(guild_id) FROM tables
    UNION ALL SELECT (SELECT min(guild_id) FROM tables WHERE guild_id > of_tables.guild_id) FROM of_tables
    WHERE of_tables.guild_id IS NOT NULL
)
SELECT guild_id FROM servers UNION SELECT guild_id FROM of_tables WHERE guild_id IS NOT NULL
"""
"""Steps through the index from guild to guild instead of reading every table."""


def preferences(db: SqlConnection, key: str) -> JsonObject:
    return _object(db.execute("SELECT said FROM wishes WHERE person = :key", {"key": key}))


def change_preferences(db: SqlConnection, key: str, changes: Mapping[str, Any]) -> JsonObject:
    changed = _changed(preferences(db, key), changes)
    db.execute(_PUT_OF_PERSON, {"person": key, "said": json.dumps(changed)})
    return changed


def guild_preferences(db: SqlConnection, guild_id: int) -> JsonObject:
    return _object(db.execute("SELECT said FROM servers WHERE guild_id = :id", {"id": guild_id}))


def change_guild_preferences(
    db: SqlConnection, at: int, guild_id: int, changes: Mapping[str, Any], by: str | None = None
) -> JsonObject:
    if by is not None:
        organising.add(db, *(ActRow(guild_id, at, by, organising.SETTING, about=name) for name in changes))
    said = json.dumps(_changed(guild_preferences(db, guild_id), changes))
    db.execute(_PUT_OF_GUILD, {"guild_id": guild_id, "said": said})
    return dict(json.loads(said))


def set_guild_left(db: SqlConnection, guild_id: int, at: int | None) -> None:
    db.execute(_SET_LEFT, {"guild_id": guild_id, "left_at": at})


def left_guilds(db: SqlConnection) -> list[int]:
    return [guild_id for (guild_id,) in db.execute(_LEFT_WITH_TABLES)]


def set_present_guilds(db: SqlConnection, at: int, present: Collection[int]) -> None:
    left = dict(db.execute("SELECT guild_id, left_at FROM servers").fetchall())
    for (guild_id,) in db.execute(_KNOWN).fetchall():
        if (guild_id in present) == (left.get(guild_id) is not None):
            set_guild_left(db, guild_id, None if guild_id in present else at)


def _changed(before: JsonObject, changes: Mapping[str, Any]) -> JsonObject:
    return {name: value for name, value in {**before, **changes}.items() if value is not None}


def _object(found: SqlCursor) -> JsonObject:
    """The JSON object in the first row, {} for anything else."""
    row = found.fetchone()
    try:
        value = json.loads(row[0]) if row else {}
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
