"""People in SQL: who is behind a key.

Functions of one connection; call those that write in the writer.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Iterable
from typing import Any, Final

from bot.store.rows import PersonRow
from bot.store.sqlite import preferences

OF_A_PERSON: Final = ("names", "wishes", "exercises", "daily_answers", "queue", "digests")
"""The tables whose rows each belong to one person: `about` reads and `erase` deletes them."""
_SELECT = (
    "SELECT people.key, people.discord_id, coalesce(names.name, ''), people.locale"
    " FROM people LEFT JOIN names ON names.person = key"
)
_MEET = """
INSERT INTO people (key, discord_id, met_at, locale) VALUES (?, ?, ?, ?)
ON CONFLICT (discord_id) DO UPDATE SET locale = coalesce(nullif(excluded.locale, ''), locale) RETURNING key, locale
"""
_SEATS = """
SELECT seats.seat, tables.name AS "table", tables.game, tables.stage, tables.opened_at,
    CAST(tables.guild_id AS TEXT) AS guild_id
FROM seats JOIN tables ON tables.id = seats.table_id WHERE seats.holder = ? ORDER BY tables.id
"""

_MESSAGES = """
SELECT tables.name AS "table", shown.post, CAST(shown.channel_id AS TEXT) AS channel_id,
    CAST(shown.message_id AS TEXT) AS message_id, shown.sent_at
FROM shown JOIN tables ON tables.id = shown.table_id
WHERE shown.person = ? AND shown.channel_id IS NOT NULL ORDER BY tables.id, shown.post
"""

_FORGET_MESSAGES = """
UPDATE shown SET channel_id = NULL, message_id = NULL
WHERE person = ? AND table_id IN (SELECT id FROM tables WHERE stage IN ('over', 'closed'))
"""
"""Where a person's hands at ended tables were shown; at running tables the publisher still has to remove them."""

_FORGET_DMS = """
UPDATE shown SET channel_id = NULL, message_id = NULL
WHERE audience LIKE 'seat:%' AND table_id IN (SELECT id FROM tables WHERE stage IN ('over', 'closed'))
    AND channel_id IN (
        SELECT hand.channel_id FROM seats JOIN shown AS hand
        ON hand.table_id = seats.table_id AND hand.audience = 'seat:' || seats.seat
            AND (hand.post = 'hand' OR hand.post LIKE 'hand:%') AND hand.person IS NULL
        WHERE seats.holder = ?
    )
"""
"""The same for message states that are older than the `person` column.

Those of earlier holders of the seat are cleared as well: only the record knows whose they are.
"""


def by_discord_id(db: sqlite3.Connection, discord_id: int) -> PersonRow | None:
    """The person with this Discord id; None for a stranger and for an erased person."""
    found = db.execute(f"{_SELECT} WHERE people.discord_id = ?", (discord_id,)).fetchone()
    return PersonRow._make(found) if found else None


def by_keys(db: sqlite3.Connection, keys: Iterable[str]) -> dict[str, PersonRow]:
    """Key -> person, without unknown keys."""
    found = db.execute(f"{_SELECT} WHERE people.key IN (SELECT value FROM json_each(?))", (json.dumps(list(keys)),))
    return {person.key: person for person in map(PersonRow._make, found)}


def meet(db: sqlite3.Connection, discord_id: int, name: str, locale: str, at: int) -> PersonRow:
    """The person behind a Discord id, made if new; name and locale are updated ("": the locale stays)."""
    key, locale = db.execute(_MEET, (secrets.token_hex(8), discord_id, at, locale)).fetchone()
    db.execute(
        "INSERT INTO names (person, name) VALUES (?, ?) ON CONFLICT (person) DO UPDATE SET name = excluded.name",
        (key, name),
    )
    return PersonRow(key, discord_id, name, locale)


def erase(db: sqlite3.Connection, key: str) -> None:
    """Forget who is behind a key, and delete the person's own data. The key stays in records and means nobody."""
    for table in OF_A_PERSON:
        db.execute(f"DELETE FROM {table} WHERE person = ?", (key,))
    db.execute(_FORGET_MESSAGES, (key,))
    db.execute(_FORGET_DMS, (key,))
    db.execute("UPDATE people SET discord_id = NULL, locale = '' WHERE key = ?", (key,))


def about(db: sqlite3.Connection, key: str) -> dict[str, Any]:
    """Everything that is stored about a person, as JSON (Discord ids as strings); {} for a stranger."""
    person = _rows(db, "SELECT key, CAST(discord_id AS TEXT) AS discord_id, met_at, locale FROM people", "key", key)
    if not person:
        return {}
    theirs = {table: _rows(db, f"SELECT * FROM {table}", "person", key) for table in OF_A_PERSON}
    named = {"seats": _named(db.execute(_SEATS, (key,))), "messages": _named(db.execute(_MESSAGES, (key,)))}
    return {**person[0], **theirs, "wishes": preferences.of_person(db, key), **named}


def _rows(db: sqlite3.Connection, select: str, of: str, key: str) -> list[dict[str, Any]]:
    rows = _named(db.execute(f"{select} WHERE {of} = ?", (key,)))
    return [{name: value for name, value in row.items() if name != "person"} for row in rows]


def _named(found: sqlite3.Cursor) -> list[dict[str, Any]]:
    names = [column[0] for column in found.description]
    return [dict(zip(names, row, strict=True)) for row in found]
