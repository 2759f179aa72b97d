"""Lists of tables, found by what stands in their rows."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any

from bot.store.rows import SeatRow, TableRow, TableStage
from bot.store.sql.conduct import tables_opened_before
from bot.store.sql.connection import SqlConnection
from bot.store.sql.port import Port
from bot.store.sql.statements import NUMBERS, TEXTS, earliest
from bot.store.sql.tables import SELECT, TABLE_COLUMNS

_SEAT = ", ".join(f"seats.{name}" for name in SeatRow._fields)
_RUNNING = "stage IN ('lobby', 'playing')"
_IN_THREAD = f"""
SELECT {TABLE_COLUMNS}, places.thread_id FROM places JOIN tables ON tables.id = places.table_id
WHERE places.thread_id = :channel ORDER BY places.table_id DESC LIMIT 2
"""
_IN_CHANNEL = f"""
SELECT {TABLE_COLUMNS}, places.thread_id FROM tables LEFT JOIN places ON places.table_id = tables.id
WHERE tables.channel_id = :channel AND """
_RUNNING_IN_CHANNEL = f"{_IN_CHANNEL} {_RUNNING} ORDER BY tables.id DESC LIMIT 25"
_ENDED_IN_CHANNEL = f"{_IN_CHANNEL} NOT {_RUNNING} ORDER BY tables.id DESC LIMIT 1"
_PLAYED_AT = f"""
SELECT id FROM tables WHERE channel_id = :place AND {_RUNNING} AND stage = 'playing'
UNION SELECT tables.id FROM places JOIN tables ON tables.id = places.table_id
WHERE places.thread_id = :place AND tables.stage = 'playing' ORDER BY 1
"""
_OF_PERSON = f"""
SELECT {TABLE_COLUMNS}, {_SEAT} FROM seats JOIN tables ON tables.id = seats.table_id
WHERE seats.holder = :key AND {_RUNNING} ORDER BY tables.deadline_at IS NULL, tables.deadline_at, tables.id
"""
_WITH_ROOM = f"""
{SELECT}
WHERE guild_id = :guild AND {_RUNNING} AND cup_id IS NULL AND EXISTS (
    SELECT 1 FROM seats WHERE table_id = tables.id AND kind = CASE stage WHEN 'lobby' THEN 'empty' ELSE 'computer' END
) ORDER BY stage, id DESC
"""
_SEATS_RUNNING = f"""
SELECT tables.id, {_SEAT} FROM tables JOIN seats ON seats.table_id = tables.id
WHERE {_RUNNING} ORDER BY tables.id, seats.seat
"""
_STAGES = f"""
SELECT stage, count(*) FROM tables WHERE {_RUNNING} GROUP BY stage
UNION ALL SELECT stage, count(*) FROM tables WHERE stage IN ('over', 'closed') GROUP BY stage
"""
_OPENED_BY = f"""
SELECT tables.id FROM records JOIN tables ON tables.id = records.table_id
WHERE records.seq = 1 AND records.body ->> '$.by' = :key AND {_RUNNING}
UNION SELECT id FROM tables WHERE id IN {NUMBERS.format("before")} AND {_RUNNING}
"""
_DUE = """
SELECT id, guild_id, due_at AS at FROM tables WHERE due_at <= :now
UNION SELECT id, guild_id, deadline_at FROM tables WHERE deadline_at <= :now ORDER BY at
"""
_OF_OTHER_GAMES = f"""
{SELECT} WHERE {_RUNNING} AND NOT (game IN {TEXTS.format("games")}) ORDER BY id
"""
_AWAITING = """
SELECT id FROM tables INDEXED BY tables_silent WHERE silent_until IS NOT NULL AND stage = 'playing' ORDER BY id
"""
_BY_NAME = f"""
{SELECT} WHERE guild_id = :guild AND lower(name) = lower(:name) ORDER BY {_RUNNING} DESC, id DESC
"""
_REMATCH = f"{SELECT} WHERE rematch_of = :id AND {_RUNNING} ORDER BY id DESC LIMIT 1"
_OF_IDS = f"{SELECT} WHERE id IN {NUMBERS.format('ids')}"
_WIDTH = len(TableRow._fields)


class TableLists(Port):
    """Tables found by what stands in their rows. A running table is a lobby or in play."""

    async def row(self, table_id: int) -> TableRow | None:
        return await self._first(TableRow._make, f"{SELECT} WHERE id = :id", id=table_id)

    async def rows(self, table_ids: Collection[int]) -> list[TableRow]:
        """The rows of these tables; ids without a table are skipped."""
        return await self._read(lambda db: rows(db, table_ids))

    async def running(self, guild_id: int) -> list[TableRow]:
        """The running tables of a guild, the oldest first."""
        running = f"{SELECT} WHERE guild_id = :guild AND {_RUNNING} ORDER BY id"
        return await self._rows(TableRow._make, running, guild=guild_id)

    async def tables_with_room(self, guild_id: int) -> list[TableRow]:
        """The guild's lobbies with an empty seat, then its tables in play with a computer; the newest first.

        Tables of cups are left out: nobody may sit down there.
        """
        return await self._rows(TableRow._make, _WITH_ROOM, guild=guild_id)

    async def stages(self) -> dict[TableStage, int]:
        """Stage -> number of tables, for all four stages."""
        found = await self._rows(tuple, _STAGES)
        return dict.fromkeys(("lobby", "playing", "over", "closed"), 0) | dict(found)

    async def running_with_seats(self) -> list[tuple[TableRow, list[SeatRow]]]:
        """The running tables of all guilds with their seats, guild by guild, the oldest first."""

        def work(db: SqlConnection) -> list[tuple[TableRow, list[SeatRow]]]:
            found = list(map(TableRow._make, db.execute(f"{SELECT} WHERE {_RUNNING} ORDER BY guild_id, id")))
            seats: dict[int, list[SeatRow]] = {row.id: [] for row in found}
            for table_id, *seat in db.execute(_SEATS_RUNNING):
                seats[table_id].append(SeatRow._make(seat))
            return [(row, seats[row.id]) for row in found]

        return await self._read_at_once(work)

    async def tables_of_other_games(self, games: Collection[str]) -> list[TableRow]:
        """The running tables of all guilds whose game is none of these, the oldest first."""
        return await self._rows(TableRow._make, _OF_OTHER_GAMES, games=json.dumps(list(games)))

    async def tables_awaiting_answers(self) -> list[int]:
        """The tables in play that wait for answers of people, or at which only computers are left."""
        return await self._numbers(_AWAITING)

    async def tables_opened_by(self, key: str) -> list[int]:
        """The running tables that a person has opened, as the first entries of the records say.

        Of somebody who came back after an erasure, also those from before.
        """
        return await self._read(lambda db: tables_opened_by(db, key))

    async def tables_of_person(self, key: str) -> list[tuple[TableRow, SeatRow]]:
        """The running tables at which a person has a seat, with the seat; the soonest deadline first."""
        return await self._rows(_row_and_seat, _OF_PERSON, key=key)

    async def tables_by_name(self, guild_id: int, name: str) -> list[TableRow]:
        """The guild's tables of that name, in whatever case: the running one, then the newest first."""
        return await self._rows(TableRow._make, _BY_NAME, guild=guild_id, name=name)

    async def tables_named(self, name: str) -> list[TableRow]:
        """The tables of that name in all guilds, in whatever case; the newest first."""
        named = f"{SELECT} WHERE lower(name) = lower(:name) ORDER BY id DESC"
        return await self._rows(TableRow._make, named, name=name)

    async def rematch_of(self, table_id: int) -> TableRow | None:
        """The newest running table that is a rematch of this one, None if there is none."""
        return await self._first(TableRow._make, _REMATCH, id=table_id)

    async def tables_in_channel(self, channel_id: int) -> list[tuple[TableRow, int | None]]:
        """Tables with their threads: of a thread the newest two, of a channel the newest 25 running and one ended.

        Running ones come first, then the newest.
        """

        def work(db: SqlConnection) -> list[tuple[TableRow, int | None]]:
            return [
                (TableRow._make(columns[:-1]), columns[-1])
                for query in (_IN_THREAD, _RUNNING_IN_CHANNEL, _ENDED_IN_CHANNEL)
                for columns in db.execute(query, {"channel": channel_id})
            ]

        found = await self._read(work)
        return sorted(found, key=lambda both: (both[0].stage in ("lobby", "playing"), both[0].id), reverse=True)

    async def tables_played_at(self, place: int) -> list[int]:
        """The tables in play in this thread, or in this channel and its threads."""
        return await self._numbers(_PLAYED_AT, place=place)

    async def due(self, now: int, without: Collection[int] = ()) -> list[int]:
        """The tables for which the clock has to act at `now`, the longest due first; not of guilds in `without`."""
        found = await self._rows(tuple, _DUE, now=now)
        return list(dict.fromkeys(table_id for table_id, guild, _ in found if guild not in without))

    async def next_due(self, after: int = 0) -> int | None:
        """The first moment after `after` at which a table is due; None if there is none."""
        return await self._read(lambda db: earliest(db, after, ("tables", "due_at"), ("tables", "deadline_at")))


def rows(db: SqlConnection, table_ids: Collection[int]) -> list[TableRow]:
    return list(map(TableRow._make, db.execute(_OF_IDS, {"ids": json.dumps(list(table_ids))})))


def tables_opened_by(db: SqlConnection, key: str) -> list[int]:
    before = json.dumps(tables_opened_before(db, key))
    return [table_id for (table_id,) in db.execute(_OPENED_BY, {"key": key, "before": before})]


def _row_and_seat(columns: Sequence[Any]) -> tuple[TableRow, SeatRow]:
    return TableRow._make(columns[:_WIDTH]), SeatRow._make(columns[_WIDTH:])
