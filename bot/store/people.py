"""People in SQL: who is behind a key. Functions of one connection; the writing ones belong into the writer."""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Iterable

from bot.store.rows import PersonRow

_SELECT = (
    "SELECT people.key, people.discord_id, coalesce(names.name, '') FROM people LEFT JOIN names ON names.person = key"
)


def by_discord_id(db: sqlite3.Connection, discord_id: int) -> PersonRow | None:
    """The person with this Discord id; None for a stranger, and for who was erased."""
    found = db.execute(f"{_SELECT} WHERE people.discord_id = ?", (discord_id,)).fetchone()
    return PersonRow._make(found) if found else None


def by_keys(db: sqlite3.Connection, keys: Iterable[str]) -> dict[str, PersonRow]:
    """Key -> person, without those that are not known."""
    found = db.execute(f"{_SELECT} WHERE people.key IN (SELECT value FROM json_each(?))", (json.dumps(list(keys)),))
    return {person.key: person for person in map(PersonRow._make, found)}


def meet(db: sqlite3.Connection, discord_id: int, name: str, at: int) -> PersonRow:
    """The person behind a Discord id, made when new, under the name of today."""
    db.execute(
        "INSERT INTO people (key, discord_id, met_at) VALUES (?, ?, ?) ON CONFLICT (discord_id) DO NOTHING",
        (secrets.token_hex(8), discord_id, at),
    )
    (key,) = db.execute("SELECT key FROM people WHERE discord_id = ?", (discord_id,)).fetchone()
    db.execute(
        "INSERT INTO names (person, name) VALUES (?, ?) ON CONFLICT (person) DO UPDATE SET name = excluded.name",
        (key, name),
    )
    return PersonRow(key, discord_id, name)


def erase(db: sqlite3.Connection, key: str) -> None:
    """Forget who is behind a key. The key stays in records, and means nobody."""
    db.execute("DELETE FROM names WHERE person = ?", (key,))
    db.execute("UPDATE people SET discord_id = NULL WHERE key = ?", (key,))
