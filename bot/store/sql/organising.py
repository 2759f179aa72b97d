"""Bans in a server, and what its organisers did."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Final

from bot.store.conditions import Condition
from bot.store.rows import ActRow, BanRow
from bot.store.sql.conduct import hash_of, hash_of_id
from bot.store.sql.connection import SqlConnection
from bot.store.sql.port import Port
from bot.store.sql.statements import TEXTS, insert, upsert

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
