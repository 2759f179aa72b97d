"""Cups in SQL: the record, the row, who has entered, and the tables of matches."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Final

from bot.store.errors import Conflict, NameTaken
from bot.store.rows import CupActionRow, CupEnd, CupKey, CupMessageRow, CupPersonRow, CupRow, StoredCup, TableRow
from bot.store.sql.connection import SqlConnection
from bot.store.sql.cup_ends import replace_end
from bot.store.sql.statements import earliest, insert, upsert
from bot.store.sql.tables import encode, once, select_tables

_KEPT = ("id", "guild_id", "opened_at", "owed")
_CHANGES = ", ".join(f"{name} = :{name}" for name in CupRow._fields if name not in _KEPT)
_CREATE = insert("cups", CupRow._fields[1:]) + " RETURNING id"
_UPDATE = f"UPDATE cups SET {_CHANGES}, owed = owed - :paid WHERE id = :id AND seq = :before"
_ADD_ACTION = insert("cup_actions", ("cup_id", *CupActionRow._fields))
_ADD_PERSON = """
INSERT INTO cup_people (cup_id, entrant, person) SELECT :cup_id, :entrant, :person
WHERE EXISTS (SELECT 1 FROM people WHERE key = :person AND discord_id IS NOT NULL) ON CONFLICT DO NOTHING
"""
"""Nothing is added for an erased person."""
_PUT_MESSAGE = upsert("cup_messages", CupMessageRow._fields, key=("cup_id", "post"))
_COLUMNS = ", ".join(f"cups.{name}" for name in CupRow._fields)
_RECORD = "SELECT seq, at, verb, body, reason FROM cup_actions WHERE cup_id = :id ORDER BY seq"
MOST_PAST: Final = 100
GOING: Final = ("sign-up", "running")
_GOING = f"stage IN {GOING}"
_OF_PERSON = f"""
SELECT DISTINCT {_COLUMNS} FROM cup_people JOIN cups ON cups.id = cup_people.cup_id
WHERE person = :key AND {_GOING} ORDER BY cups.id
"""
_OTHER_NAMES = f"SELECT name FROM cups WHERE guild_id = :guild_id AND {_GOING} AND id <> :id"
_IS_OVER = f"SELECT 1 FROM cups WHERE id = :id AND NOT {_GOING}"
_RUNNING_TABLES = "cup_id IS NOT NULL AND tables.stage IN ('lobby', 'playing')"
_UNFINISHED = f"""
SELECT id FROM cups WHERE {_GOING} UNION SELECT cup_id FROM tables WHERE {_RUNNING_TABLES} ORDER BY 1
"""


def create_cup(
    db: SqlConnection,
    at: int,
    row: CupRow,
    entries: Sequence[CupActionRow],
    interaction_id: int | None,
    entered: Sequence[CupPersonRow] = (),
    key: CupKey | None = None,
) -> int:
    once(db, interaction_id, at)
    _check_name(db, row)
    ((cup_id,),) = db.execute(_CREATE, row._asdict()).fetchall()
    row = row._replace(id=cup_id)
    _add(db, row, 0, entries)
    _enter(db, cup_id, entered)
    if key is not None:
        columns = ", ".join(f"{name} = :{name}" for name in key._fields)
        db.execute(f"UPDATE cups SET {columns} WHERE id = :id", {"id": cup_id, **key._asdict()})
    return row.id


def append_cup(
    db: SqlConnection,
    at: int,
    row: CupRow,
    entries: Sequence[CupActionRow],
    entered: Sequence[CupPersonRow],
    interaction_id: int | None,
    paid: int = 0,
    end: CupEnd | None = None,
) -> None:
    before = row.seq - len(entries)
    once(db, interaction_id, at)
    if db.execute(_IS_OVER, {"id": row.id}).fetchone():
        _check_name(db, row)
        replace_end(db, row.id, None)
    if not db.execute(_UPDATE, row._asdict() | {"before": before, "paid": paid}).rowcount:
        found = db.execute("SELECT seq FROM cups WHERE id = :id", {"id": row.id}).fetchone()
        raise Conflict(row.id, row.seq, found[0] if found else None)
    _add(db, row, before, entries)
    _enter(db, row.id, entered)
    if end is not None:
        replace_end(db, row.id, end)


def _enter(db: SqlConnection, cup_id: int, entered: Sequence[CupPersonRow]) -> None:
    db.executemany(_ADD_PERSON, [{"cup_id": cup_id, **one._asdict()} for one in entered])


def _check_name(db: SqlConnection, row: CupRow) -> None:
    """Raise NameTaken if a running cup is to have the name of another one in its guild."""
    if row.stage in GOING and any(
        name.casefold() == row.name.casefold() for (name,) in db.execute(_OTHER_NAMES, row._asdict())
    ):
        raise NameTaken(row.guild_id, row.name)


def _add(db: SqlConnection, row: CupRow, after: int, entries: Sequence[CupActionRow]) -> None:
    seqs = [entry.seq for entry in entries]
    if seqs != list(range(after + 1, row.seq + 1)):
        raise ValueError(f"the entries {seqs} do not lead to {row.seq}")
    db.executemany(_ADD_ACTION, [{"cup_id": row.id, **one._asdict(), "body": encode(one.body)} for one in entries])


def cup(db: SqlConnection, cup_id: int) -> StoredCup | None:
    db.execute("BEGIN")  # row and record as of one moment
    try:
        found = cup_row(db, cup_id)
        return None if found is None else StoredCup(found, _record(db, cup_id))
    finally:
        db.execute("COMMIT")


def _record(db: SqlConnection, cup_id: int) -> list[CupActionRow]:
    found = db.execute(_RECORD, {"id": cup_id})
    return [CupActionRow(seq, at, verb, json.loads(body), reason) for seq, at, verb, body, reason in found]


def cup_row(db: SqlConnection, cup_id: int) -> CupRow | None:
    return next(iter(_select(db, "WHERE id = :id", id=cup_id)), None)


def running_cups(db: SqlConnection, guild_id: int) -> list[CupRow]:
    return _select(db, f"WHERE guild_id = :guild AND {_GOING} ORDER BY id", guild=guild_id)


def past_cups(db: SqlConnection, guild_id: int) -> list[CupRow]:
    return _select(db, f"WHERE guild_id = :guild AND NOT {_GOING} ORDER BY id DESC LIMIT {MOST_PAST}", guild=guild_id)


def cups_of_person(db: SqlConnection, key: str) -> list[CupRow]:
    return list(map(CupRow._make, db.execute(_OF_PERSON, {"key": key})))


def due_cups(db: SqlConnection, now: int, without: Collection[int] = ()) -> list[int]:
    found = db.execute("SELECT id, guild_id FROM cups WHERE due_at <= :now ORDER BY due_at", {"now": now})
    return [cup_id for cup_id, guild in found if guild not in without]


def next_due_cup(db: SqlConnection, after: int = 0) -> int | None:
    return earliest(db, after, ("cups", "due_at"))


def unfinished_cups(db: SqlConnection) -> list[int]:
    return [cup_id for (cup_id,) in db.execute(_UNFINISHED)]


def cup_messages(db: SqlConnection, cup_id: int) -> list[CupMessageRow]:
    found = db.execute(
        f"SELECT {', '.join(CupMessageRow._fields)} FROM cup_messages WHERE cup_id = :id", {"id": cup_id}
    )
    return list(map(CupMessageRow._make, found))


def put_cup_message(db: SqlConnection, row: CupMessageRow) -> None:
    db.execute(_PUT_MESSAGE, row._asdict())


def drop_cup_message(db: SqlConnection, cup_id: int, post: str) -> None:
    db.execute("DELETE FROM cup_messages WHERE cup_id = :id AND post = :post", {"id": cup_id, "post": post})


def unshown_cups(db: SqlConnection) -> list[int]:
    return [cup_id for (cup_id,) in db.execute("SELECT id FROM cups WHERE shown_seq < seq ORDER BY id")]


def raise_cup_shown(db: SqlConnection, cup_id: int, seq: int) -> None:
    db.execute("UPDATE cups SET shown_seq = :seq WHERE id = :id AND shown_seq < :seq", {"id": cup_id, "seq": seq})


def table_of_match(db: SqlConnection, cup_id: int, match: int, since: int) -> TableRow | None:
    where = "WHERE cup_id = :cup AND match_number = :match AND match_since = :since"
    return next(iter(select_tables(db, where, cup=cup_id, match=match, since=since)), None)


def running_tables_of_cup(db: SqlConnection, cup_id: int) -> list[TableRow]:
    return select_tables(db, f"WHERE cup_id = :cup AND {_RUNNING_TABLES} ORDER BY id", cup=cup_id)


def _select(db: SqlConnection, where: str, **values: object) -> list[CupRow]:
    return list(map(CupRow._make, db.execute(f"SELECT {_COLUMNS} FROM cups {where}", values)))
