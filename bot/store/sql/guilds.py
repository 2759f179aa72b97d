"""Servers: preferences, the welcome, mentioned roles; organisers, what they did, and whom they banned."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from bot.store.conditions import Condition
from bot.store.rows import ActRow, BanRow, JsonObject, WelcomeRow
from bot.store.sql.conduct import hash_of, hash_of_id
from bot.store.sql.connection import SqlConnection
from bot.store.sql.port import Port
from bot.store.sql.statements import TEXTS, apply_changes, insert, json_object, upsert

NAMED: Final = "named"
"""The setting of the organisers by name, in an act."""
_PUT_PREFERENCES = upsert("servers", ("guild_id", "said"), key=("guild_id",))
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


class GuildStore(Port):
    """Guilds: their preferences (as of people), and which of them the bot was removed from."""

    async def guild_preferences(self, guild_id: int) -> JsonObject:
        return await self._read(lambda db: guild_preferences(db, guild_id))

    async def change_guild_preferences(
        self, guild_id: int, changes: Mapping[str, Any], by: str | None = None
    ) -> JsonObject:
        """Change preferences of a guild; `by`: the key of the person whose act is to be noted."""
        at = self._now()

        def work(db: SqlConnection) -> JsonObject:
            if by is not None:
                add(db, *(ActRow(guild_id, at, by, SETTING, about=name) for name in changes))
            said = json.dumps(apply_changes(guild_preferences(db, guild_id), changes))
            db.execute(_PUT_PREFERENCES, {"guild_id": guild_id, "said": said})
            return dict(json.loads(said))

        return await self._write(work)

    async def organisers(self, guild_id: int) -> dict[str, int]:
        """The people who organise in a guild by name, and since when (ms since the epoch)."""
        return await self._read(lambda db: _organisers(db, guild_id))

    async def name_organisers(self, guild_id: int, people: Collection[str], by: str) -> dict[str, int]:
        """Store and return who organises by name from now on, and note the act; erased people are left out."""
        at = self._now()

        def work(db: SqlConnection) -> dict[str, int]:
            db.execute("DELETE FROM organisers WHERE guild_id = :guild", {"guild": guild_id})
            db.execute(_NAME, {"guild": guild_id, "keys": json.dumps(list(people)), "at": at})
            add(db, ActRow(guild_id, at, by, SETTING, about=NAMED))
            return _organisers(db, guild_id)

        return await self._write(work)

    async def drop_organiser(self, guild_id: int, person: str) -> dict[str, int]:
        """Store that a person does so no longer; return those who do."""

        def work(db: SqlConnection) -> dict[str, int]:
            drop = "DELETE FROM organisers WHERE guild_id = :guild AND person = :person"
            db.execute(drop, {"guild": guild_id, "person": person})
            return _organisers(db, guild_id)

        return await self._write(work)

    async def set_guild_left(self, guild_id: int, at: int | None) -> None:
        """Store that the bot was removed from a guild at that time; None: it is a member again."""
        await self._execute(_SET_LEFT, guild_id=guild_id, left_at=at)

    async def set_present_guilds(self, present: Collection[int]) -> None:
        """Store which of all known guilds the bot is in, and since when (now, at first) it is not in the others."""
        at = self._now()

        def work(db: SqlConnection) -> None:
            left = dict(db.execute("SELECT guild_id, left_at FROM servers").fetchall())
            for (guild_id,) in db.execute(_KNOWN).fetchall():
                if (guild_id in present) == (left.get(guild_id) is not None):
                    db.execute(_SET_LEFT, {"guild_id": guild_id, "left_at": None if guild_id in present else at})

        await self._write(work)

    async def left_guilds(self) -> list[int]:
        """The guilds with running tables that the bot was removed from."""
        return await self._numbers(_LEFT_WITH_TABLES)


class WelcomeStore(Port):
    """The first message in each guild that the bot has joined."""

    async def welcome(self, guild_id: int) -> WelcomeRow | None:
        return await self._first(WelcomeRow._make, _WELCOME, guild=guild_id)

    async def put_welcome(self, row: WelcomeRow) -> None:
        await self._execute(_PUT_WELCOME, **row._asdict())


class RoleMentionStore(Port):
    """The roles that were mentioned at new tables."""

    async def mention_role(self, table_id: int, guild_id: int, role_id: int, at: int, since: int) -> None:
        """Store that a role is mentioned at a table, unless one was at any table of the guild after `since`."""
        await self._execute(_MENTION, table=table_id, guild=guild_id, role=role_id, at=at, since=since)

    async def role_mentioned(self, table_id: int) -> int | None:
        found = await self._numbers("SELECT role_id FROM role_mentions WHERE table_id = :id", id=table_id)
        return found[0] if found else None


def guild_preferences(db: SqlConnection, guild_id: int) -> JsonObject:
    return json_object(db.execute("SELECT said FROM servers WHERE guild_id = :id", {"id": guild_id}))


def _organisers(db: SqlConnection, guild_id: int) -> dict[str, int]:
    return dict(db.execute("SELECT person, at FROM organisers WHERE guild_id = :guild", {"guild": guild_id}).fetchall())


BAN, UNBAN, SETTING = "ban", "unban", "setting"
"""The kinds of acts that belong to no table."""
_COLUMNS: Final = ", ".join(BanRow._fields)
_BAN = upsert("bans", BanRow._fields, key=("guild_id", "hashed"))
_LIFTED = f"DELETE FROM bans WHERE guild_id = :guild AND hashed = :hashed RETURNING {_COLUMNS}"
_OF_ONE = f"SELECT {_COLUMNS} FROM bans WHERE guild_id = :guild AND hashed = :hashed"
_OF_GUILD = f"SELECT {_COLUMNS} FROM bans WHERE guild_id = :guild ORDER BY at DESC, hashed"
_BANNED = "SELECT banned FROM bans WHERE guild_id = :guild AND banned IN " + TEXTS.format("keys")
_ADD = insert("acts", ActRow._fields)
_ACTS = f"SELECT {', '.join(ActRow._fields)} FROM acts WHERE guild_id = :guild ORDER BY at DESC, id DESC LIMIT :few"


class OrganisingStore(Port):
    """Bans in a guild, which are found again after the person was erased, and the acts of its organisers."""

    async def ban(
        self, guild_id: int, person: str, organiser: str, reason: str, *, conditions: Sequence[Condition] = ()
    ) -> bool:
        """Ban a person, or change the reason, and note the act; False for an erased person. Raises Unmet."""
        at = self._now()

        def work(db: SqlConnection) -> bool:
            self._check(db, at, conditions)
            hashed = hash_of(db, person)
            if hashed is None:
                return False
            db.execute(_BAN, BanRow(guild_id, hashed, person, organiser, reason, at)._asdict())
            add(db, ActRow(guild_id, at, organiser, BAN, person, about=reason))
            return True

        return await self._write(work)

    async def unban(
        self, guild_id: int, hashed: str, organiser: str, *, conditions: Sequence[Condition] = ()
    ) -> BanRow | None:
        """Lift a ban, and note the act; return the ban, None if there is none. Raises Unmet."""
        at = self._now()

        def work(db: SqlConnection) -> BanRow | None:
            self._check(db, at, conditions)
            found = db.execute(_LIFTED, {"guild": guild_id, "hashed": hashed}).fetchone()
            if found is None:
                return None
            row = BanRow._make(found)
            add(db, ActRow(guild_id, at, organiser, UNBAN, row.banned))
            return row

        return await self._write(work)

    async def ban_of(self, guild_id: int, discord_id: int) -> BanRow | None:
        return await self._read(lambda db: ban_by_hash(db, guild_id, hash_of_id(db, discord_id)))

    async def bans(self, guild_id: int) -> list[BanRow]:
        """The bans of a guild, the newest first."""
        return await self._rows(BanRow._make, _OF_GUILD, guild=guild_id)

    async def banned_among(self, guild_id: int, keys: Collection[str]) -> set[str]:
        """The keys of the people among these who are banned in a guild."""
        found = await self._rows(tuple, _BANNED, guild=guild_id, keys=json.dumps(list(keys)))
        return {key for (key,) in found}

    async def acts(self, guild_id: int, few: int) -> list[ActRow]:
        """The last few acts of organisers in a guild, the newest first."""
        return await self._rows(ActRow._make, _ACTS, guild=guild_id, few=few)


def ban_by_hash(db: SqlConnection, guild_id: int, hashed: str) -> BanRow | None:
    found = db.execute(_OF_ONE, {"guild": guild_id, "hashed": hashed}).fetchone()
    return BanRow._make(found) if found else None


def add(db: SqlConnection, *acts: ActRow) -> None:
    db.executemany(_ADD, [act._asdict() for act in acts])
