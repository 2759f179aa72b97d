"""Servers in SQL: organisers by name, who is banned, what organisers did, which role was mentioned, the welcome."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Final

from bot.store.rows import ActRow, BanRow, WelcomeRow
from bot.store.sql.conduct import hashed as hash_of
from bot.store.sql.connection import SqlConnection
from bot.store.sql.statements import TEXTS, insert, upsert

BAN, UNBAN, SETTING = "ban", "unban", "setting"
"""The kinds of acts that belong to no table."""
NAMED: Final = "named"
"""The setting of the organisers by name, in an act."""
_COLUMNS: Final = ", ".join(BanRow._fields)
_BAN = upsert("bans", BanRow._fields, key=("guild_id", "hashed"))
_LIFTED = f"DELETE FROM bans WHERE guild_id = :guild AND hashed = :hashed RETURNING {_COLUMNS}"
_OF_ONE = f"SELECT {_COLUMNS} FROM bans WHERE guild_id = :guild AND hashed = :hashed"
_OF_GUILD = f"SELECT {_COLUMNS} FROM bans WHERE guild_id = :guild ORDER BY at DESC, hashed"
_BANNED = "SELECT banned FROM bans WHERE guild_id = :guild AND banned IN " + TEXTS.format("keys")
_NAME = f"""
INSERT INTO organisers (guild_id, person, at)
SELECT :guild, key, :at FROM people
WHERE key IN {TEXTS.format("keys")} AND discord_id IS NOT NULL
"""
_MENTION = """
INSERT INTO role_mentions (table_id, guild_id, role_id, at) SELECT :table, :guild, :role, :at
WHERE NOT EXISTS (SELECT 1 FROM role_mentions WHERE guild_id = :guild AND at > :since)
ON CONFLICT DO NOTHING
"""
_WELCOME = f"SELECT {', '.join(WelcomeRow._fields)} FROM welcomes WHERE guild_id = :guild"
_PUT_WELCOME = upsert("welcomes", WelcomeRow._fields, key=("guild_id",))
_ADD = insert("acts", ActRow._fields)
_ACTS = f"SELECT {', '.join(ActRow._fields)} FROM acts WHERE guild_id = :guild ORDER BY at DESC, id DESC LIMIT :few"


def ban(db: SqlConnection, at: int, guild_id: int, person: str, organiser: str, reason: str) -> bool:
    found = db.execute("SELECT discord_id FROM people WHERE key = :key", {"key": person}).fetchone()
    if not found or found[0] is None:
        return False
    row = BanRow(guild_id, hash_of(db, found[0]), person, organiser, reason, at)
    db.execute(_BAN, row._asdict())
    add(db, ActRow(guild_id, at, organiser, BAN, person, about=reason))
    return True


def unban(db: SqlConnection, at: int, guild_id: int, hashed: str, organiser: str) -> BanRow | None:
    found = db.execute(_LIFTED, {"guild": guild_id, "hashed": hashed}).fetchone()
    if found is None:
        return None
    row = BanRow._make(found)
    add(db, ActRow(guild_id, at, organiser, UNBAN, row.banned))
    return row


def ban_of(db: SqlConnection, guild_id: int, discord_id: int) -> BanRow | None:
    return ban_by_hash(db, guild_id, hash_of(db, discord_id))


def ban_by_hash(db: SqlConnection, guild_id: int, hashed: str) -> BanRow | None:
    found = db.execute(_OF_ONE, {"guild": guild_id, "hashed": hashed}).fetchone()
    return BanRow._make(found) if found else None


def bans(db: SqlConnection, guild_id: int) -> list[BanRow]:
    return list(map(BanRow._make, db.execute(_OF_GUILD, {"guild": guild_id})))


def banned_among(db: SqlConnection, guild_id: int, keys: Collection[str]) -> set[str]:
    return {key for (key,) in db.execute(_BANNED, {"guild": guild_id, "keys": json.dumps(list(keys))})}


def organisers(db: SqlConnection, guild_id: int) -> dict[str, int]:
    return dict(db.execute("SELECT person, at FROM organisers WHERE guild_id = :guild", {"guild": guild_id}))


def name_organisers(db: SqlConnection, at: int, guild_id: int, people: Collection[str], by: str) -> dict[str, int]:
    db.execute("DELETE FROM organisers WHERE guild_id = :guild", {"guild": guild_id})
    db.execute(_NAME, {"guild": guild_id, "keys": json.dumps(list(people)), "at": at})
    add(db, ActRow(guild_id, at, by, SETTING, about=NAMED))
    return organisers(db, guild_id)


def drop_organiser(db: SqlConnection, guild_id: int, person: str) -> dict[str, int]:
    drop = "DELETE FROM organisers WHERE guild_id = :guild AND person = :person"
    db.execute(drop, {"guild": guild_id, "person": person})
    return organisers(db, guild_id)


def add(db: SqlConnection, *acts: ActRow) -> None:
    db.executemany(_ADD, [act._asdict() for act in acts])


def acts(db: SqlConnection, guild_id: int, few: int) -> list[ActRow]:
    return list(map(ActRow._make, db.execute(_ACTS, {"guild": guild_id, "few": few})))


def mention_role(db: SqlConnection, table_id: int, guild_id: int, role_id: int, at: int, since: int) -> None:
    db.execute(_MENTION, {"table": table_id, "guild": guild_id, "role": role_id, "at": at, "since": since})


def role_mentioned(db: SqlConnection, table_id: int) -> int | None:
    found = db.execute("SELECT role_id FROM role_mentions WHERE table_id = :id", {"id": table_id}).fetchone()
    return found and int(found[0])


def welcome(db: SqlConnection, guild_id: int) -> WelcomeRow | None:
    found = db.execute(_WELCOME, {"guild": guild_id}).fetchone()
    return WelcomeRow._make(found) if found else None


def put_welcome(db: SqlConnection, row: WelcomeRow) -> None:
    db.execute(_PUT_WELCOME, row._asdict())
