"""People in SQL: who is behind a key."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Collection
from typing import Any, Final

from bot.store.rows import JsonObject, PersonRow
from bot.store.sql import preferences
from bot.store.sql.connection import SqlConnection
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
)
"""The tables whose rows each belong to one person: `about` reads and `erase` deletes them."""
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
_PERSON = "SELECT key, CAST(discord_id AS TEXT) AS discord_id, met_at, locale FROM people WHERE key = :key"
_SEATS = """
SELECT seats.seat, tables.name AS "table", tables.game, tables.stage, tables.opened_at,
    CAST(tables.guild_id AS TEXT) AS guild_id
FROM seats JOIN tables ON tables.id = seats.table_id WHERE seats.holder = :key ORDER BY tables.id
"""
_MESSAGES = """
SELECT tables.name AS "table", shown.post, CAST(shown.channel_id AS TEXT) AS channel_id,
    CAST(shown.message_id AS TEXT) AS message_id, shown.sent_at
FROM shown JOIN tables ON tables.id = shown.table_id
WHERE shown.person = :key AND shown.channel_id IS NOT NULL ORDER BY tables.id, shown.post
"""
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
_BANS = """
SELECT CAST(guild_id AS TEXT) AS guild_id, reason, at FROM bans WHERE banned = :key ORDER BY at, guild_id
"""
_OWN_ACTS = """
SELECT CAST(guild_id AS TEXT) AS guild_id, at, kind, table_name, about FROM acts WHERE organiser = :key ORDER BY id
"""
_FORGET_BANS = "UPDATE bans SET banned = NULL, reason = '' WHERE banned = :key"
"""Bans stay in force: the hash finds the person if they come back."""
_BLOCKED = """
SELECT CAST(people.discord_id AS TEXT) AS discord_id, at FROM blocks JOIN people ON people.key = blocked
WHERE person = :key ORDER BY at, blocked
"""
_FORGET_BLOCKS = "DELETE FROM blocks WHERE blocked = :key"
_ABOUT_IN_CUPS: Final = """
reason <> '' AND coalesce(body ->> '$.by', '') <> :key AND (
    CAST(body AS TEXT) LIKE '%' || :key || '%' OR (verb = 'withdraw' AND EXISTS (
        SELECT 1 FROM cup_people
        WHERE cup_people.cup_id = cup_actions.cup_id AND person = :key
            AND entrant = CAST(body ->> '$.entrant' AS BIGINT)
    ))
)
"""
"""The acts of organisers of cups about a person, with a reason."""
_CUPS = """
SELECT cups.name AS cup, CAST(guild_id AS TEXT) AS guild_id, stage, opened_at, entrant
FROM cup_people JOIN cups ON cups.id = cup_id WHERE person = :key ORDER BY cups.id, entrant
"""
_LEAGUES = """
SELECT leagues.name AS league, CAST(guild_id AS TEXT) AS guild_id, at AS signed_up_at
FROM league_actions JOIN leagues ON leagues.id = league_id
WHERE verb IN ('enter', 'agree') AND body ->> '$.by' = :key ORDER BY league_id, league_actions.seq
"""
_WEEKLY_CUPS = """
SELECT template, CAST(guild_id AS TEXT) AS guild_id, CAST(channel_id AS TEXT) AS channel_id, weekday, clock, zone
FROM weekly_cups WHERE person = :key ORDER BY guild_id, template
"""
_CUP_ACTS = f"""
SELECT cups.name AS cup, at, verb, reason FROM cup_actions JOIN cups ON cups.id = cup_id
WHERE {_ABOUT_IN_CUPS} ORDER BY cup_id, cup_actions.seq
"""
_FORGET_REASONS = f"UPDATE cup_actions SET reason = '' WHERE {_ABOUT_IN_CUPS}"
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
    db.execute(_RENAME, {"person": key, "name": name})
    return PersonRow(key, discord_id, name, locale)


def erase(db: SqlConnection, key: str) -> None:
    of = {"key": key}
    db.execute(_FORGET_REASONS, of)
    for table in OF_A_PERSON:
        db.execute(f"DELETE FROM {table} WHERE person = :key", of)
    for forget in (_FORGET_MESSAGES, _FORGET_DMS, _FORGET_BANS, _FORGET_BLOCKS, _FORGET_ID):
        db.execute(forget, of)


def erase_where(db: SqlConnection, is_erased: Callable[[int, int], bool]) -> int:
    """Erase everybody for whom `is_erased(discord_id, met_at)` holds; return their number."""
    known = db.execute("SELECT key, discord_id, met_at FROM people WHERE discord_id IS NOT NULL").fetchall()
    keys = [key for key, discord_id, met_at in known if is_erased(discord_id, met_at)]
    for key in keys:
        erase(db, key)
    return len(keys)


def about(db: SqlConnection, key: str) -> JsonObject:
    """Discord ids are strings in it."""
    person = _objects(db, _PERSON, key)
    if not person:
        return {}
    own = {table: _objects(db, f"SELECT * FROM {table} WHERE person = :key", key) for table in OF_A_PERSON}
    for table in ("results", "acts", "cup_drafts", "organisers"):
        own[table] = [{**row, "guild_id": str(row["guild_id"])} for row in own[table]]
    own["blocks"] = _objects(db, _BLOCKED, key)
    own["cup_people"] = _objects(db, _CUPS, key)
    own["weekly_cups"] = _objects(db, _WEEKLY_CUPS, key)
    named = {
        "cup_acts": _objects(db, _CUP_ACTS, key),
        "leagues": _objects(db, _LEAGUES, key),
        "seats": _objects(db, _SEATS, key),
        "messages": _objects(db, _MESSAGES, key),
    }
    named |= {"bans": _objects(db, _BANS, key), "organised": _objects(db, _OWN_ACTS, key)}
    return {**person[0], **own, "wishes": preferences.preferences(db, key), **named}


def _objects(db: SqlConnection, select: str, key: str) -> list[dict[str, Any]]:
    """The rows found, as column -> value; whose they are is left out."""
    found = db.execute(select, {"key": key})
    names = [column[0] for column in found.description]
    return [{name: value for name, value in zip(names, row, strict=True) if name != "person"} for row in found]
