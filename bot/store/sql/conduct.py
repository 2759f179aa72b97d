"""The conduct of people: whom they block, and what is held against them by a keyed hash of the Discord id.

What is held by the hash outlives an erasure without the id. While a person is known, blocks and results are in their
own tables; an erasure moves here what is held against them, and blocks go back when the person is met again.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Sequence
from typing import Final

from bot.runtime.times import DAY
from bot.store.conditions import CONTACT, FIRST_CONTACT, Condition, Contact
from bot.store.errors import TooManyUses
from bot.store.rows import Blocks, LimitedUse
from bot.store.sql.connection import SqlConnection
from bot.store.sql.port import Port
from bot.store.sql.statements import insert

BLOCK, OPENED, DEADLINES = "block", "opened", "deadlines"
"""The kinds that an erasure leaves; all others are uses."""
OF_GUILD: Final = ""
"""The hash in a row of a use by anybody in a guild."""
KEPT: Final = {BLOCK: 730 * DAY, OPENED: 30 * DAY, DEADLINES: 180 * DAY}
"""The time after the erasure, in ms, for which each is kept."""
MOST_RUBBERS: Final = 50
"""The number of rubbers of a game and guild whose deadlines are kept."""
_ADD: Final = insert("conduct", ("hashed", "kind", "guild_id", "person", "about", "at", "until"))
_DISCORD_ID: Final = "SELECT discord_id FROM people WHERE key = :key"
_REACHED: Final = "SELECT discord_id, locale FROM people WHERE key = :key"
"""Somebody who has never pressed or typed anything has no locale."""
HASH_OF_RECEIVER: Final = 24
"""The digits of the hash that tell receivers apart."""
_NTH_USE: Final = """
SELECT at FROM conduct WHERE hashed = :hashed AND kind = :kind AND guild_id = :guild AND at > :since AND at <= :at
ORDER BY at DESC LIMIT 1 OFFSET :others
"""
_OF_KIND: Final = "SELECT guild_id, about FROM conduct WHERE hashed = :hashed AND kind = :kind ORDER BY guild_id, id"
_FORGET_KIND: Final = "DELETE FROM conduct WHERE hashed = :hashed AND kind = :kind"
_FORGET: Final = f"{_FORGET_KIND} AND guild_id = :guild AND about = :about"
_KEEP_BLOCKS: Final = f"""
{_ADD.partition("VALUES")[0]} SELECT CAST(:hashed AS TEXT), '{BLOCK}', 0, person, '', at, :until
FROM blocks WHERE blocked = :key
"""
_GIVE_BACK_BLOCKS: Final = f"""
INSERT INTO blocks (person, blocked, at) SELECT person, :key, min(at) FROM conduct
WHERE hashed = :hashed AND kind = '{BLOCK}' AND person IS NOT NULL GROUP BY person
"""
_TURNS: Final = "SELECT guild_id, game, kept, missed FROM results WHERE person = :key ORDER BY ended_at, rubber"
_ADD_BLOCK = insert("blocks", ("person", "blocked", "at")) + " ON CONFLICT DO NOTHING"
_UNBLOCK = "DELETE FROM blocks WHERE person = :person AND blocked = :blocked"

Turns = tuple[int, int]
"""The deadlines that a person has kept in a rubber, and those that they have missed."""


class ConductStore(Port):
    """The conduct that others and servers hold against people; it outlives an erasure for a time.

    Beside bans these are the blocks against them (`BlockStore.blocks`), the running tables that they opened
    (`TableLists.tables_opened_by`), the deadlines that they missed, and how often they have done what is limited.
    """

    async def use(self, used: LimitedUse) -> None:
        """Count a use by a person. Raises TooManyUses; an erased person uses nothing."""
        at = self._now()
        await self._write(lambda db: use(db, at, used))

    async def deadlines_before(self, person: str, guild_id: int | None, game: str) -> list[tuple[int, int]]:
        """The deadlines that a person kept and missed in each rubber before an erasure, the oldest rubber first.

        Those of one guild, or all.
        """

        def work(db: SqlConnection) -> list[Turns]:
            who = hash_of(db, person)
            return [] if who is None else _deadlines(db, who, guild_id, game)

        return await self._read(work)


class BlockStore(Port):
    """The blocks of people by others."""

    async def block(self, key: str, blocked: str, *, conditions: Sequence[Condition] = ()) -> None:
        """Store that a person has blocked another; a second time changes nothing. Raises Unmet."""
        at = self._now()

        def work(db: SqlConnection) -> None:
            self._check(db, at, conditions)
            db.execute(_ADD_BLOCK, {"person": key, "blocked": blocked, "at": at})

        await self._write(work)

    async def unblock(self, key: str, blocked: str) -> None:
        await self._execute(_UNBLOCK, person=key, blocked=blocked)

    async def blocks(self, key: str) -> Blocks:
        """The people whom a person has blocked, and those who have blocked them."""
        return await self._read(lambda db: blocks(db, key))


def hash_of_id(db: SqlConnection, discord_id: int) -> str:
    (key,) = db.execute("SELECT value FROM memories WHERE name = 'ban key'").fetchone()
    return hmac.new(bytes.fromhex(key), str(discord_id).encode(), hashlib.sha256).hexdigest()


def hash_of(db: SqlConnection, key: str) -> str | None:
    """The hash of the person with this key; None for an erased or unknown one."""
    found = db.execute(_DISCORD_ID, {"key": key}).fetchone()
    return hash_of_id(db, found[0]) if found and found[0] is not None else None


def use(db: SqlConnection, at: int, used: LimitedUse) -> None:
    """Count a use by a person, by all the keys that they have had. Raises TooManyUses if it is one too many."""
    who = hash_of(db, used.person) if used.person else OF_GUILD
    if who is None:
        return
    of = {"hashed": who, "kind": used.kind, "guild": used.guild_id, "at": at}
    full = [
        found[0] + limit.window
        for limit in used.limits
        if (found := db.execute(_NTH_USE, {**of, "since": at - limit.window, "others": limit.most - 1}).fetchone())
    ]
    if full:
        raise TooManyUses(used, max(full))
    _add(db, who, used.kind, used.guild_id, "", at, at + max(limit.window for limit in used.limits))


def reach(db: SqlConnection, at: int, contact: Contact) -> None:
    """Count that a person reaches another. Raises TooManyUses if it is once too often."""
    found = db.execute(_REACHED, {"key": contact.person}).fetchone()
    if not found or found[0] is None:
        return
    discord_id, has_used_bot = found[0], bool(found[1])
    kind = f"{CONTACT} {hash_of_id(db, discord_id)[:HASH_OF_RECEIVER]}"
    limits = contact.limits if has_used_bot else (contact.first,)
    try:
        use(db, at, LimitedUse(kind, contact.by, 0, limits))
    except TooManyUses as error:
        told = error.used._replace(kind=CONTACT if has_used_bot else FIRST_CONTACT)
        raise TooManyUses(told, error.until) from None


def keep(db: SqlConnection, at: int, key: str, opened: Sequence[int]) -> None:
    """Keep what is held against a person who is about to be erased; `opened`: the running tables that they opened."""
    if (who := hash_of(db, key)) is None:
        return
    db.execute(_KEEP_BLOCKS, {"hashed": who, "key": key, "until": at + KEPT[BLOCK]})
    db.execute(_FORGET_KIND, {"hashed": who, "kind": OPENED})
    for table_id in opened:
        _add(db, who, OPENED, 0, str(table_id), at, at + KEPT[OPENED])
    _keep_deadlines(db, at, who, db.execute(_TURNS, {"key": key}).fetchall())


def _keep_deadlines(db: SqlConnection, at: int, who: str, rows: Iterable[tuple[int, str, int, int]]) -> None:
    """Add new results to what is kept of a person; games in which no deadline was missed leave nothing."""
    new: dict[tuple[int, str], list[Turns]] = {}
    for guild_id, game, kept, missed in rows:
        new.setdefault((guild_id, game), []).append((kept, missed))
    for (guild_id, game), turns in new.items():
        before = _deadlines(db, who, guild_id, game)
        together = [*before, *turns][-MOST_RUBBERS:]
        if before:
            old = _write_deadlines(game, before)
            db.execute(_FORGET, {"hashed": who, "kind": DEADLINES, "guild": guild_id, "about": old})
        if any(missed for _, missed in together):
            _add(db, who, DEADLINES, guild_id, _write_deadlines(game, together), at, at + KEPT[DEADLINES])


def _write_deadlines(game: str, turns: Sequence[Turns]) -> str:
    return json.dumps([game, turns], separators=(",", ":"))


def _deadlines(db: SqlConnection, who: str, guild_id: int | None, game: str) -> list[Turns]:
    rows = (json.loads(about) for guild, about in _rows_of_kind(db, who, DEADLINES) if guild_id in (None, guild))
    return [(kept, missed) for of_game, turns in rows if of_game == game for kept, missed in turns]


def tables_opened_before(db: SqlConnection, key: str) -> list[int]:
    """The tables that a person opened before an erasure, of whatever stage."""
    who = hash_of(db, key)
    return [] if who is None else [int(about) for _, about in _rows_of_kind(db, who, OPENED)]


def give_back_blocks(db: SqlConnection, key: str, discord_id: int) -> None:
    """Let the blocks against somebody who is met again after an erasure hold for the new key."""
    who = hash_of_id(db, discord_id)
    db.execute(_GIVE_BACK_BLOCKS, {"hashed": who, "key": key})
    db.execute(_FORGET_KIND, {"hashed": who, "kind": BLOCK})


def _rows_of_kind(db: SqlConnection, who: str, kind: str) -> list[tuple[int, str]]:
    return db.execute(_OF_KIND, {"hashed": who, "kind": kind}).fetchall()


def _add(db: SqlConnection, who: str, kind: str, guild_id: int, about: str, at: int, until: int) -> None:
    row = {"hashed": who, "kind": kind, "guild_id": guild_id, "person": None, "about": about, "at": at, "until": until}
    db.execute(_ADD, row)


def blocks(db: SqlConnection, key: str) -> Blocks:
    blocked = db.execute("SELECT blocked FROM blocks WHERE person = :key ORDER BY at, blocked", {"key": key})
    by = db.execute("SELECT person FROM blocks WHERE blocked = :key", {"key": key})
    return Blocks(tuple(key for (key,) in blocked), frozenset(key for (key,) in by))
