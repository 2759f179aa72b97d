"""Traces of erased people at running tables, in SQL."""

from __future__ import annotations

from bot.store.sql.connection import SqlConnection


def shown_to_erased(db: SqlConnection) -> list[int]:
    found = db.execute(
        "SELECT DISTINCT table_id FROM people JOIN shown ON shown.person = people.key"
        " JOIN tables ON tables.id = table_id"
        " WHERE discord_id IS NULL AND shown.channel_id IS NOT NULL AND stage IN ('lobby', 'playing') ORDER BY table_id"
    )
    return [table_id for (table_id,) in found]


def lobbies_of_erased(db: SqlConnection) -> list[tuple[int, str]]:
    return db.execute(
        "SELECT id, key FROM tables JOIN records ON table_id = id AND records.seq = 1"
        " JOIN people ON people.key = body ->> '$.by'"
        " WHERE stage IN ('lobby', 'playing') AND stage = 'lobby' AND cup_id IS NULL AND discord_id IS NULL ORDER BY id"
    ).fetchall()


def seats_of_erased(db: SqlConnection) -> list[tuple[int, int, str]]:
    return db.execute(
        "SELECT table_id, seat, holder FROM seats JOIN people ON people.key = holder"
        " JOIN tables ON tables.id = table_id"
        " WHERE discord_id IS NULL AND stage IN ('lobby', 'playing') ORDER BY table_id, seat"
    ).fetchall()
