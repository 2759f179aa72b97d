"""Conditions, looked at in the transaction that writes, and the numbers of rows that are limited."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.store.conditions import (
    Condition,
    Contact,
    CountedRows,
    FewerThan,
    SamePreferences,
    StillNamed,
    Unbanned,
    Unblocked,
)
from bot.store.errors import Unmet
from bot.store.rows import LimitedUse
from bot.store.sql.conduct import blocks, hash_of, reach, use
from bot.store.sql.connection import SqlConnection
from bot.store.sql.cups import GOING
from bot.store.sql.guilds import ban_by_hash, guild_preferences
from bot.store.sql.port import Port
from bot.store.sql.table_lists import rows, tables_opened_by

_COUNTS: Final = {
    CountedRows.TABLES_OF_GUILD: (
        "SELECT count(*) FROM tables WHERE guild_id = :of AND stage IN ('lobby', 'playing') AND cup_id IS NULL"
    ),
    CountedRows.CUPS_OF_GUILD: f"SELECT count(*) FROM cups WHERE guild_id = :of AND stage IN {GOING}",
    CountedRows.LEAGUES_OF_GUILD: "SELECT count(*) FROM leagues WHERE guild_id = :of AND stage = 'going'",
    CountedRows.TEMPLATES_OF_GUILD: "SELECT count(*) FROM cup_templates WHERE guild_id = :of",
    CountedRows.BLOCKS_OF_PERSON: "SELECT count(*) FROM blocks WHERE person = :of",
}
_NAMED: Final = "SELECT 1 FROM organisers WHERE guild_id = :guild AND person = :person"


class CountStore(Port):
    """The numbers of rows that are limited."""

    async def count_rows(self, counted: CountedRows, of: str | int) -> int:
        """The number of such rows of a person (a key) or a guild, as `FewerThan` counts them."""
        return await self._read(lambda db: count_rows(db, counted, of))

    def _check(self, db: SqlConnection, at: int, conditions: Sequence[Condition]) -> None:
        for condition in conditions:
            if isinstance(condition, LimitedUse):
                use(db, at, condition)
            elif isinstance(condition, Contact):
                reach(db, at, condition)
            elif not _holds(db, condition):
                raise Unmet(condition)


def _holds(db: SqlConnection, condition: Condition) -> bool:
    match condition:
        case FewerThan(most=most, counted=counted, of=of):
            return count_rows(db, counted, of) < most
        case Unbanned(guild_id=guild_id, people=people):
            return not any(_is_banned(db, guild_id, person) for person in people)
        case Unblocked(person=person, by=by):
            return blocks(db, person).by.isdisjoint(by)
        case SamePreferences(guild_id=guild_id, said=said):
            return guild_preferences(db, guild_id) == said
        case StillNamed(guild_id=guild_id, person=person):
            return db.execute(_NAMED, {"guild": guild_id, "person": person}).fetchone() is not None
    raise TypeError(condition)


def count_rows(db: SqlConnection, counted: CountedRows, of: str | int) -> int:
    if counted is CountedRows.TABLES_OF_PERSON:
        return sum(row.cup_id is None for row in rows(db, tables_opened_by(db, str(of))))
    (found,) = db.execute(_COUNTS[counted], {"of": of}).fetchone()
    return int(found)


def _is_banned(db: SqlConnection, guild_id: int, person: str) -> bool:
    who = hash_of(db, person)
    return who is not None and ban_by_hash(db, guild_id, who) is not None
