"""People in SQL: who is behind a key."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Collection
from typing import Final

from bot.store.rows import PersonRow
from bot.store.sql import conduct, key_value, tables
from bot.store.sql.connection import SqlConnection
from bot.store.sql.personal_data import ABOUT_IN_CUPS
from bot.store.sql.statements import TEXTS, insert, upsert

OF_A_PERSON: Final = (
    "names",
    "wishes",
    "exercises",
    "hints",
    "daily_answers",
    "queue",
    "digests",
    "results",
    "acts",
    "blocks",
    "cup_people",
    "cup_drafts",
    "organisers",
    "weekly_cups",
    "conduct",
)
"""The tables whose rows each belong to one person: `personal_data` tells and `erase` deletes them."""
OF_ERASURE: Final = ("people", *OF_A_PERSON, "shown", "bans", "cup_actions")
"""The tables in which an erasure changes or deletes rows; a test compares the list with what it does."""
TO_CLEAN: Final = "to clean"
"""The value that an erasure leaves until the files hold nothing of what it deleted."""
_SELECT = (
    "SELECT people.key, people.discord_id, coalesce(names.name, ''), people.locale"
    " FROM people LEFT JOIN names ON names.person = key"
)
_MEET = f"""
{insert("people", ("key", "discord_id", "met_at", "locale"))}
ON CONFLICT (discord_id) DO UPDATE SET locale = coalesce(nullif(excluded.locale, ''), people.locale)
RETURNING key, locale
"""
_RENAME = upsert("names", ("person", "name"), key=("person",))
_FORGET_MESSAGES = """
UPDATE shown SET channel_id = NULL, message_id = NULL
WHERE person = :key AND table_id IN (SELECT id FROM tables WHERE stage IN ('over', 'closed'))
"""
"""Forgets a person's hand messages at ended tables; at running tables the publisher still has to remove them."""
_FORGET_DMS = """
UPDATE shown SET channel_id = NULL, message_id = NULL
WHERE audience LIKE 'seat:%' AND table_id IN (SELECT id FROM tables WHERE stage IN ('over', 'closed'))
    AND channel_id IN (
        SELECT hand.channel_id FROM seats JOIN shown AS hand
        ON hand.table_id = seats.table_id AND hand.audience = 'seat:' || seats.seat
            AND (hand.post = 'hand' OR hand.post LIKE 'hand:%') AND hand.person IS NULL
        WHERE seats.holder = :key
    )
"""
"""The same for message states that are older than the `person` column.

Those of earlier holders of the seat are cleared as well: only the record knows whose they are.
"""
_FORGET_BANS = "UPDATE bans SET banned = NULL, reason = '' WHERE banned = :key"
"""Bans stay in force: the hash finds the person if they come back."""
_FORGET_BLOCKS = "DELETE FROM blocks WHERE blocked = :key"
_FORGET_REASONS = f"UPDATE cup_actions SET reason = '' WHERE {ABOUT_IN_CUPS}"
_FORGET_ID = "UPDATE people SET discord_id = NULL, locale = '' WHERE key = :key"


def by_discord_id(db: SqlConnection, discord_id: int) -> PersonRow | None:
    """The person with this Discord id; None for a stranger and for an erased person."""
    found = db.execute(f"{_SELECT} WHERE people.discord_id = :id", {"id": discord_id}).fetchone()
    return PersonRow._make(found) if found else None


def people(db: SqlConnection, keys: Collection[str]) -> dict[str, PersonRow]:
    wanted = {"keys": json.dumps(list(keys))}
    found = db.execute(f"{_SELECT} WHERE people.key IN {TEXTS.format('keys')}", wanted)
    return {person.key: person for person in map(PersonRow._make, found)}


def meet(db: SqlConnection, discord_id: int, name: str, locale: str, at: int) -> PersonRow:
    person = {"key": secrets.token_hex(8), "discord_id": discord_id, "met_at": at, "locale": locale}
    key, locale = db.execute(_MEET, person).fetchone()
    if key == person["key"]:
        conduct.give_back_blocks(db, key, discord_id)
    db.execute(_RENAME, {"person": key, "name": name})
    return PersonRow(key, discord_id, name, locale)


def erase(db: SqlConnection, at: int, key: str) -> None:
    of = {"key": key}
    conduct.keep(db, at, key, tables.opened_by(db, key))
    db.execute(_FORGET_REASONS, of)
    for table in OF_A_PERSON:
        db.execute(f"DELETE FROM {table} WHERE person = :key", of)
    for forget in (_FORGET_MESSAGES, _FORGET_DMS, _FORGET_BANS, _FORGET_BLOCKS, _FORGET_ID):
        db.execute(forget, of)
    key_value.put_value(db, TO_CLEAN, secrets.token_hex(8))


def erase_where(db: SqlConnection, at: int, is_erased: Callable[[int, int], bool]) -> int:
    """Erase everybody for whom `is_erased(discord_id, met_at)` holds; return their number."""
    known = db.execute("SELECT key, discord_id, met_at FROM people WHERE discord_id IS NOT NULL").fetchall()
    keys = [key for key, discord_id, met_at in known if is_erased(discord_id, met_at)]
    for key in keys:
        erase(db, at, key)
    return len(keys)
