"""Ends of cups, in SQL: the lines of the hall of fame."""

from __future__ import annotations

import json
from typing import Any, Final

from bot.store.rows import CupEnd, EndedCupRow, PodiumPlace
from bot.store.sql.connection import SqlConnection
from bot.store.sql.statements import insert
from bot.store.sql.tables import encode

_DROP: Final = "DELETE FROM cup_ends WHERE cup_id = :id"
_PUT: Final = insert("cup_ends", ("cup_id", "ended_at", "size", "podium"))
_IS_AT: Final = "SELECT 1 FROM cups WHERE id = :id AND seq = :seq AND stage = 'ended'"
MOST: Final = 100
_OF_GUILD: Final = f"""
SELECT cups.id, name, channel_id,
    EXISTS (SELECT 1 FROM cup_people WHERE cup_people.cup_id = cups.id AND person = :person) AS was_in,
    ended_at, size, podium
FROM cups LEFT JOIN cup_ends ON cup_ends.cup_id = cups.id
WHERE guild_id = :guild AND stage = 'ended' ORDER BY cups.id DESC LIMIT {MOST}
"""


def replace_end(db: SqlConnection, cup_id: int, end: CupEnd | None) -> None:
    """Store how a cup has ended, in place of what was stored; None: it has not."""
    db.execute(_DROP, {"id": cup_id})
    if end is not None:
        podium = encode([[one.entrant, one.people] for one in end.podium])
        db.execute(_PUT, {"cup_id": cup_id, "ended_at": end.ended_at, "size": end.size, "podium": podium})


def put_cup_end(db: SqlConnection, cup_id: int, seq: int, end: CupEnd) -> None:
    if db.execute(_IS_AT, {"id": cup_id, "seq": seq}).fetchone():
        replace_end(db, cup_id, end)


def ended_cups(db: SqlConnection, guild_id: int, person: str) -> list[EndedCupRow]:
    return [_row(*found) for found in db.execute(_OF_GUILD, {"guild": guild_id, "person": person})]


def _row(cup_id: int, name: str, channel_id: int, was_in: object, *end: Any) -> EndedCupRow:
    return EndedCupRow(cup_id, name, channel_id, bool(was_in), None if None in end else _end(*end))


def _end(ended_at: int, size: int, podium: str) -> CupEnd:
    return CupEnd(ended_at, size, tuple(PodiumPlace(entrant, tuple(people)) for entrant, people in json.loads(podium)))
