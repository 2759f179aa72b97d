"""Cups: the record, the row, who has entered, the messages, the tables of matches, and the ends."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from bot.store.conditions import Condition
from bot.store.errors import Conflict, NameTaken
from bot.store.rows import (
    CupActionRow,
    CupEnd,
    CupKey,
    CupMessageRow,
    CupPersonRow,
    CupRow,
    EndedCupRow,
    PodiumPlace,
    StoredCup,
    TableRow,
)
from bot.store.sql.connection import SqlConnection
from bot.store.sql.key_value import put_values
from bot.store.sql.port import Port
from bot.store.sql.statements import IS_WAITING, TEXTS, earliest, encode, insert, upsert
from bot.store.sql.tables import SELECT, record_press

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
_SELECT = f"SELECT {_COLUMNS} FROM cups"
_ROW = f"{_SELECT} WHERE id = :id"
_MESSAGES = f"SELECT {', '.join(CupMessageRow._fields)} FROM cup_messages WHERE cup_id = :id"
_DROP_MESSAGE = "DELETE FROM cup_messages WHERE cup_id = :id AND post = :post"
_RAISE_SHOWN = "UPDATE cups SET shown_seq = :seq WHERE id = :id AND shown_seq < :seq"
_DUE = "SELECT id, guild_id FROM cups WHERE due_at <= :now ORDER BY due_at"
_RECORD = "SELECT seq, at, verb, body, reason FROM cup_actions WHERE cup_id = :id ORDER BY seq"
MOST_PAST: Final = 100
GOING: Final = ("sign-up", "running")
_GOING = f"stage IN {GOING}"
_PAST = f"{_SELECT} WHERE guild_id = :guild AND NOT {_GOING} ORDER BY id DESC LIMIT {MOST_PAST}"
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
_GAME = "body -> '$.rules' ->> '$.game'"
_GAME_OF = f"SELECT {_GAME} FROM cup_actions WHERE cup_id = :id AND seq = 1"
_OF_OTHER_GAMES = f"""
SELECT {_COLUMNS}, {_GAME} FROM cups JOIN cup_actions ON cup_actions.cup_id = cups.id AND cup_actions.seq = 1
WHERE {_GOING} AND NOT ({_GAME} IN {TEXTS.format("games")}) ORDER BY cups.id
"""
_TOLD_TO_WAIT = f"""
SELECT DISTINCT id FROM cups JOIN cup_messages ON cup_id = id WHERE {_GOING} AND {IS_WAITING} ORDER BY id
"""
_OWE = "UPDATE cups SET owed = :owed WHERE id = :id"
_DROP_END: Final = "DELETE FROM cup_ends WHERE cup_id = :id"
_PUT_END: Final = insert("cup_ends", ("cup_id", "ended_at", "size", "podium"))
_IS_AT: Final = "SELECT 1 FROM cups WHERE id = :id AND seq = :seq AND stage = 'ended'"
_ENDED: Final = f"""
SELECT cups.id, name, channel_id,
    EXISTS (SELECT 1 FROM cup_people WHERE cup_people.cup_id = cups.id AND person = :person) AS was_in,
    ended_at, size, podium
FROM cups LEFT JOIN cup_ends ON cup_ends.cup_id = cups.id
WHERE guild_id = :guild AND stage = 'ended' ORDER BY cups.id DESC LIMIT {MOST_PAST}
"""
_OF_MATCH = f"{SELECT} WHERE cup_id = :cup AND match_number = :match AND match_since = :since"
_TABLES = f"{SELECT} WHERE cup_id = :cup AND {_RUNNING_TABLES} ORDER BY id"


class CupStore(Port):
    """The records of cups, and the rows that follow from them. A running cup is in its sign-up or being played."""

    async def create_cup(
        self,
        row: CupRow,
        entries: Sequence[CupActionRow],
        interaction_id: int | None,
        entered: Sequence[CupPersonRow] = (),
        key: CupKey | None = None,
        *,
        conditions: Sequence[Condition] = (),
    ) -> int:
        """Store a new cup and return its id, which no other has ever had.

        `key`: what it is for; that has no other. Raises Repeated, NameTaken, Unmet, TooManyUses, BadRow for a key that
        has a cup.
        """
        at = self._now()

        def work(db: SqlConnection) -> int:
            self._check(db, at, conditions)
            record_press(db, interaction_id, at)
            _check_name(db, row)
            ((cup_id,),) = db.execute(_CREATE, row._asdict()).fetchall()
            _add(db, row._replace(id=cup_id), 0, entries)
            _enter(db, cup_id, entered)
            if key is not None:
                columns = ", ".join(f"{name} = :{name}" for name in key._fields)
                db.execute(f"UPDATE cups SET {columns} WHERE id = :id", {"id": cup_id, **key._asdict()})
            return int(cup_id)

        return await self._write(work)

    async def append_cup(
        self,
        row: CupRow,
        entries: Sequence[CupActionRow],
        entered: Sequence[CupPersonRow],
        interaction_id: int | None,
        paid: int = 0,
        end: CupEnd | None = None,
        *,
        conditions: Sequence[Condition] = (),
    ) -> None:
        """Append entries up to `row.seq` and update the row, whose `owed` only shrinks: by `paid`.

        `entered`: who is new among the entrants; an erased person is not stored. `end`: how the cup has ended, in place
        of what was stored before; None: it has not. Guild and time of opening never change. Raises Repeated, Conflict,
        Unmet, NameTaken if the cup is going again under the name of another one, and ValueError if the entries do not
        lead to `row.seq`.
        """
        at, before = self._now(), row.seq - len(entries)

        def work(db: SqlConnection) -> None:
            self._check(db, at, conditions)
            record_press(db, interaction_id, at)
            if db.execute(_IS_OVER, {"id": row.id}).fetchone():
                _check_name(db, row)
                _replace_end(db, row.id, None)
            if not db.execute(_UPDATE, row._asdict() | {"before": before, "paid": paid}).rowcount:
                found = db.execute("SELECT seq FROM cups WHERE id = :id", {"id": row.id}).fetchone()
                raise Conflict(row.id, row.seq, found[0] if found else None)
            _add(db, row, before, entries)
            _enter(db, row.id, entered)
            if end is not None:
                _replace_end(db, row.id, end)

        await self._write(work)

    async def cup(self, cup_id: int) -> StoredCup | None:
        """A cup as of one moment; None if there is none."""

        def work(db: SqlConnection) -> StoredCup | None:
            found = db.execute(_ROW, {"id": cup_id}).fetchone()
            if found is None:
                return None
            return StoredCup(CupRow._make(found), list(map(read_action, db.execute(_RECORD, {"id": cup_id}))))

        return await self._read_at_once(work)

    async def cup_row(self, cup_id: int) -> CupRow | None:
        return await self._first(CupRow._make, _ROW, id=cup_id)

    async def running_cups(self, guild_id: int) -> list[CupRow]:
        """The running cups of a guild, the oldest first."""
        running = f"{_SELECT} WHERE guild_id = :guild AND {_GOING} ORDER BY id"
        return await self._rows(CupRow._make, running, guild=guild_id)

    async def past_cups(self, guild_id: int) -> list[CupRow]:
        """The last hundred cups of a guild that are over, also cancelled ones, the newest first."""
        return await self._rows(CupRow._make, _PAST, guild=guild_id)

    async def ended_cups(self, guild_id: int, person: str) -> list[EndedCupRow]:
        """The last hundred cups of a guild that have ended, the newest first."""
        return await self._rows(lambda found: _ended_cup(*found), _ENDED, guild=guild_id, person=person)

    async def put_cup_end(self, cup_id: int, seq: int, end: CupEnd) -> None:
        """Store how a cup has ended, unless something was done in it after this entry."""

        def work(db: SqlConnection) -> None:
            if db.execute(_IS_AT, {"id": cup_id, "seq": seq}).fetchone():
                _replace_end(db, cup_id, end)

        await self._write(work)

    async def cups_of_person(self, key: str) -> list[CupRow]:
        """The running cups that a person has ever entered, the oldest first."""
        return await self._rows(CupRow._make, _OF_PERSON, key=key)

    async def due_cups(self, now: int, without: Collection[int] = ()) -> list[int]:
        """The cups in which the clock has to act at `now`, the longest due first; not of guilds in `without`."""
        found = await self._rows(tuple, _DUE, now=now)
        return [cup_id for cup_id, guild in found if guild not in without]

    async def next_due_cup(self, after: int = 0) -> int | None:
        """The first moment after `after` at which a cup is due; None if there is none."""
        return await self._read(lambda db: earliest(db, after, ("cups", "due_at")))

    async def unfinished_cups(self) -> list[int]:
        """The running cups, and those that are over but have tables that are not."""
        return await self._numbers(_UNFINISHED)

    async def cup_game(self, cup_id: int) -> str | None:
        """The game of a cup; None: the usual one, which is not written, or there is no such cup."""
        return await self._first(lambda found: found[0], _GAME_OF, id=cup_id)

    async def cups_of_other_games(self, games: Collection[str]) -> list[tuple[CupRow, str]]:
        """The running cups whose game is none of these, which the usual one is among, each with its game."""

        def pair(found: Sequence[Any]) -> tuple[CupRow, str]:
            return CupRow._make(found[:-1]), found[-1]

        return await self._rows(pair, _OF_OTHER_GAMES, games=encode(list(games)))

    async def cups_told_to_wait(self) -> list[int]:
        """The running cups with a message that they wait for their game."""
        return await self._numbers(_TOLD_TO_WAIT)

    async def owe_cups(self, owed: Mapping[int, int], noted: Mapping[str, str]) -> None:
        """Replace what cups owe their deadlines, by their ids; `noted`: values by name for the same transaction."""

        def work(db: SqlConnection) -> None:
            put_values(db, noted)
            db.executemany(_OWE, [{"id": cup_id, "owed": time} for cup_id, time in owed.items()])

        await self._write(work)

    async def cup_messages(self, cup_id: int) -> list[CupMessageRow]:
        return await self._rows(CupMessageRow._make, _MESSAGES, id=cup_id)

    async def put_cup_message(self, row: CupMessageRow) -> None:
        """Store the state of a message, replacing that of the same cup and post."""
        await self._execute(_PUT_MESSAGE, **row._asdict())

    async def drop_cup_message(self, cup_id: int, post: str) -> None:
        await self._execute(_DROP_MESSAGE, id=cup_id, post=post)

    async def unshown_cups(self) -> list[int]:
        """The cups with entries that have not been shown."""
        return await self._numbers("SELECT id FROM cups WHERE shown_seq < seq ORDER BY id")

    async def raise_cup_shown(self, cup_id: int, seq: int) -> None:
        """Store that everything of a cup has been shown up to this entry; it never goes back."""
        await self._execute(_RAISE_SHOWN, id=cup_id, seq=seq)

    async def table_of_match(self, cup_id: int, match: int, since: int) -> TableRow | None:
        """The table at which a match is played since that entry of the cup."""
        return await self._first(TableRow._make, _OF_MATCH, cup=cup_id, match=match, since=since)

    async def running_tables_of_cup(self, cup_id: int) -> list[TableRow]:
        """The running tables of a cup, the oldest first."""
        return await self._rows(TableRow._make, _TABLES, cup=cup_id)


def _enter(db: SqlConnection, cup_id: int, entered: Sequence[CupPersonRow]) -> None:
    db.executemany(_ADD_PERSON, [{"cup_id": cup_id, **person._asdict()} for person in entered])


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
    db.executemany(
        _ADD_ACTION, [{"cup_id": row.id, **entry._asdict(), "body": encode(entry.body)} for entry in entries]
    )


def read_action(columns: Sequence[Any]) -> CupActionRow:
    seq, at, verb, body, reason = columns
    return CupActionRow(seq, at, verb, json.loads(body), reason)


def _replace_end(db: SqlConnection, cup_id: int, end: CupEnd | None) -> None:
    """Store how a cup has ended, in place of what was stored; None: it has not."""
    db.execute(_DROP_END, {"id": cup_id})
    if end is not None:
        podium = encode([[place.entrant, place.people] for place in end.podium])
        db.execute(_PUT_END, {"cup_id": cup_id, "ended_at": end.ended_at, "size": end.size, "podium": podium})


def _ended_cup(cup_id: int, name: str, channel_id: int, was_in: object, *end: Any) -> EndedCupRow:
    return EndedCupRow(cup_id, name, channel_id, bool(was_in), None if None in end else _end(*end))


def _end(ended_at: int, size: int, podium: str) -> CupEnd:
    return CupEnd(ended_at, size, tuple(PodiumPlace(entrant, tuple(people)) for entrant, people in json.loads(podium)))
