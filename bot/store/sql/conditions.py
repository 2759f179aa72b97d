"""Conditions in SQL: looked at in the transaction that writes."""

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
from bot.store.sql import blocks, conduct, organising, preferences, tables
from bot.store.sql.connection import SqlConnection
from bot.store.sql.cups import GOING

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


def check(db: SqlConnection, at: int, conditions: Sequence[Condition]) -> None:
    """Raise Unmet for the first condition that does not hold, TooManyUses for a use that is one too many."""
    for one in conditions:
        if isinstance(one, LimitedUse):
            conduct.use(db, at, one)
        elif isinstance(one, Contact):
            conduct.reach(db, at, one)
        elif not _holds(db, one):
            raise Unmet(one)


def _holds(db: SqlConnection, condition: Condition) -> bool:
    match condition:
        case FewerThan(most=most, counted=counted, of=of):
            return count_rows(db, counted, of) < most
        case Unbanned(guild_id=guild_id, people=people):
            return not any(_is_banned(db, guild_id, one) for one in people)
        case Unblocked(person=person, by=by):
            return blocks.blocks(db, person).by.isdisjoint(by)
        case SamePreferences(guild_id=guild_id, said=said):
            return preferences.guild_preferences(db, guild_id) == said
        case StillNamed(guild_id=guild_id, person=person):
            return db.execute(_NAMED, {"guild": guild_id, "person": person}).fetchone() is not None
    raise TypeError(condition)


def count_rows(db: SqlConnection, counted: CountedRows, of: str | int) -> int:
    if counted is CountedRows.TABLES_OF_PERSON:
        return sum(row.cup_id is None for row in tables.rows(db, tables.opened_by(db, str(of))))
    (found,) = db.execute(_COUNTS[counted], {"of": of}).fetchone()
    return int(found)


def _is_banned(db: SqlConnection, guild_id: int, person: str) -> bool:
    who = conduct.hash_of(db, person)
    return who is not None and organising.ban_by_hash(db, guild_id, who) is not None
