"""Leagues in SQL: the record, the row, the messages, and the cups of divisions."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Final

from bot.store.errors import Conflict, NameTaken
from bot.store.rows import CupActionRow, LeagueMessageRow, LeagueRow, StoredLeague
from bot.store.sql.connection import SqlConnection
from bot.store.sql.statements import earliest, insert, upsert
from bot.store.sql.tables import encode, once

_CHANGES = ", ".join(f"{name} = :{name}" for name in ("stage", "seq", "due_at", "changed_at"))
_CREATE = insert("leagues", LeagueRow._fields[1:]) + " RETURNING id"
_UPDATE = f"UPDATE leagues SET {_CHANGES} WHERE id = :id AND seq = :before"
_ADD_ACTION = insert("league_actions", ("league_id", *CupActionRow._fields))
_PUT_MESSAGE = upsert("league_messages", LeagueMessageRow._fields, key=("league_id", "post"))
_COLUMNS = ", ".join(LeagueRow._fields)
_RECORD = "SELECT seq, at, verb, body, reason FROM league_actions WHERE league_id = :id ORDER BY seq"
_GOING = "stage = 'going'"
_OTHER_NAMES = f"SELECT name FROM leagues WHERE guild_id = :guild_id AND {_GOING}"
_DIVISION = "SELECT id FROM cups WHERE league_id = :league AND season = :season AND division = :division"
MOST: Final = 100


def create_league(
    db: SqlConnection,
    at: int,
    row: LeagueRow,
    entries: Sequence[CupActionRow],
    interaction_id: int | None,
) -> int:
    once(db, interaction_id, at)
    names = db.execute(_OTHER_NAMES, row._asdict())
    if any(name.casefold() == row.name.casefold() for (name,) in names):
        raise NameTaken(row.guild_id, row.name)
    ((league_id,),) = db.execute(_CREATE, row._asdict()).fetchall()
    _add(db, league_id, entries)
    return int(league_id)


def append_league(
    db: SqlConnection, at: int, row: LeagueRow, entries: Sequence[CupActionRow], interaction_id: int | None
) -> None:
    once(db, interaction_id, at)
    if not db.execute(_UPDATE, row._asdict() | {"before": row.seq - len(entries)}).rowcount:
        found = db.execute("SELECT seq FROM leagues WHERE id = :id", {"id": row.id}).fetchone()
        raise Conflict(row.id, row.seq, found[0] if found else None)
    _add(db, row.id, entries)


def _add(db: SqlConnection, league_id: int, entries: Sequence[CupActionRow]) -> None:
    db.executemany(
        _ADD_ACTION, [{"league_id": league_id, **one._asdict(), "body": encode(one.body)} for one in entries]
    )


def league(db: SqlConnection, league_id: int) -> StoredLeague | None:
    db.execute("BEGIN")  # row and record as of one moment
    try:
        rows = _select(db, "WHERE id = :id", id=league_id)
        return StoredLeague(rows[0], _record(db, league_id)) if rows else None
    finally:
        db.execute("COMMIT")


def _record(db: SqlConnection, league_id: int) -> list[CupActionRow]:
    found = db.execute(_RECORD, {"id": league_id})
    return [CupActionRow(seq, at, verb, json.loads(body), reason) for seq, at, verb, body, reason in found]


def leagues(db: SqlConnection, guild_id: int) -> list[LeagueRow]:
    return _select(db, f"WHERE guild_id = :guild ORDER BY id DESC LIMIT {MOST}", guild=guild_id)


def due_leagues(db: SqlConnection, now: int, without: Collection[int] = ()) -> list[int]:
    found = db.execute("SELECT id, guild_id FROM leagues WHERE due_at <= :now ORDER BY due_at", {"now": now})
    return [league_id for league_id, guild in found if guild not in without]


def next_due_league(db: SqlConnection, after: int = 0) -> int | None:
    return earliest(db, after, ("leagues", "due_at"))


def going_leagues(db: SqlConnection) -> list[int]:
    return [league_id for (league_id,) in db.execute(f"SELECT id FROM leagues WHERE {_GOING} ORDER BY id")]


def cup_of_division(db: SqlConnection, league_id: int, season: int, division: int) -> int | None:
    found = db.execute(_DIVISION, {"league": league_id, "season": season, "division": division}).fetchone()
    return None if found is None else int(found[0])


def league_messages(db: SqlConnection, league_id: int) -> list[LeagueMessageRow]:
    columns = ", ".join(LeagueMessageRow._fields)
    found = db.execute(f"SELECT {columns} FROM league_messages WHERE league_id = :id", {"id": league_id})
    return list(map(LeagueMessageRow._make, found))


def put_league_message(db: SqlConnection, row: LeagueMessageRow) -> None:
    db.execute(_PUT_MESSAGE, row._asdict())


def drop_league_message(db: SqlConnection, league_id: int, post: str) -> None:
    db.execute("DELETE FROM league_messages WHERE league_id = :id AND post = :post", {"id": league_id, "post": post})


def unshown_leagues(db: SqlConnection) -> list[int]:
    return [league_id for (league_id,) in db.execute("SELECT id FROM leagues WHERE shown_seq < seq ORDER BY id")]


def raise_league_shown(db: SqlConnection, league_id: int, seq: int) -> None:
    raise_shown = "UPDATE leagues SET shown_seq = :seq WHERE id = :id AND shown_seq < :seq"
    db.execute(raise_shown, {"id": league_id, "seq": seq})


def _select(db: SqlConnection, where: str, **values: object) -> list[LeagueRow]:
    return list(map(LeagueRow._make, db.execute(f"SELECT {_COLUMNS} FROM leagues {where}", values)))
