"""Templates of which a cup is made each week, in SQL."""

from __future__ import annotations

from collections.abc import Collection

from bot.store.rows import ActRow, WeeklyCupRow
from bot.store.sql.connection import SqlConnection
from bot.store.sql.organising import add
from bot.store.sql.statements import earliest, upsert

_PUT = upsert("weekly_cups", WeeklyCupRow._fields, key=("guild_id", "template"))
_MOVE = """
UPDATE weekly_cups SET starts_at = :starts_at, due_at = :due_at, cup_id = :cup_id, unseen = :unseen
WHERE guild_id = :guild_id AND template = :template AND starts_at = :before RETURNING template
"""
_COLUMNS = ", ".join(WeeklyCupRow._fields)
_CUP = """
SELECT id FROM cups WHERE guild_id = :guild_id AND template = :template AND template_start = :starts_at
"""


def put_weekly_cup(db: SqlConnection, row: WeeklyCupRow) -> None:
    db.execute(_PUT, row._asdict())


def move_weekly_cup(db: SqlConnection, row: WeeklyCupRow, before: int, act: ActRow | None = None) -> None:
    moved = db.execute(_MOVE, {**row._asdict(), "before": before}).fetchone()
    if act is not None and moved is not None:
        add(db, act)


def drop_weekly_cup(db: SqlConnection, guild_id: int, template: str) -> None:
    drop = "DELETE FROM weekly_cups WHERE guild_id = :guild_id AND template = :template"
    db.execute(drop, {"guild_id": guild_id, "template": template})


def weekly_cups(db: SqlConnection, guild_id: int) -> list[WeeklyCupRow]:
    return _select(db, "WHERE guild_id = :guild_id ORDER BY template", guild_id=guild_id)


def due_weekly_cups(db: SqlConnection, now: int, without: Collection[int] = ()) -> list[WeeklyCupRow]:
    found = _select(db, "WHERE due_at <= :now ORDER BY due_at", now=now)
    return [row for row in found if row.guild_id not in without]


def next_due_weekly_cup(db: SqlConnection, after: int = 0) -> int | None:
    return earliest(db, after, ("weekly_cups", "due_at"))


def cup_of_week(db: SqlConnection, guild_id: int, template: str, starts_at: int) -> int | None:
    found = db.execute(_CUP, {"guild_id": guild_id, "template": template, "starts_at": starts_at}).fetchone()
    return None if found is None else int(found[0])


def _select(db: SqlConnection, where: str, **values: object) -> list[WeeklyCupRow]:
    return list(map(WeeklyCupRow._make, db.execute(f"SELECT {_COLUMNS} FROM weekly_cups {where}", values)))
