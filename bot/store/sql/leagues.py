"""Leagues: the record, the row, the messages, and the cups of divisions."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from bot.store.conditions import Condition
from bot.store.errors import Conflict, NameTaken
from bot.store.rows import CupActionRow, LeagueMessageRow, LeagueRow, StoredLeague
from bot.store.sql.connection import SqlConnection
from bot.store.sql.cups import read_action
from bot.store.sql.port import Port
from bot.store.sql.statements import IS_WAITING, TEXTS, earliest, encode, insert, upsert
from bot.store.sql.tables import record_press

_CHANGES = ", ".join(f"{name} = :{name}" for name in ("stage", "seq", "due_at", "changed_at"))
_CREATE = insert("leagues", LeagueRow._fields[1:]) + " RETURNING id"
_UPDATE = f"UPDATE leagues SET {_CHANGES} WHERE id = :id AND seq = :before"
_ADD_ACTION = insert("league_actions", ("league_id", *CupActionRow._fields))
_PUT_MESSAGE = upsert("league_messages", LeagueMessageRow._fields, key=("league_id", "post"))
_COLUMNS = ", ".join(LeagueRow._fields)
_SELECT = f"SELECT {_COLUMNS} FROM leagues"
_MESSAGES = f"SELECT {', '.join(LeagueMessageRow._fields)} FROM league_messages WHERE league_id = :id"
_DROP_MESSAGE = "DELETE FROM league_messages WHERE league_id = :id AND post = :post"
_RAISE_SHOWN = "UPDATE leagues SET shown_seq = :seq WHERE id = :id AND shown_seq < :seq"
_DUE = "SELECT id, guild_id FROM leagues WHERE due_at <= :now ORDER BY due_at"
_RECORD = "SELECT seq, at, verb, body, reason FROM league_actions WHERE league_id = :id ORDER BY seq"
_GOING = "stage = 'going'"
_OTHER_NAMES = f"SELECT name FROM leagues WHERE guild_id = :guild_id AND {_GOING}"
_DIVISION = "SELECT id FROM cups WHERE league_id = :league AND season = :season AND division = :division"
_GAME = "body -> '$.rules' -> '$.cup' ->> '$.game'"
_GAME_OF = f"SELECT {_GAME} FROM league_actions WHERE league_id = :id AND seq = 1"
_OF_OTHER_GAMES = f"""
SELECT {", ".join(f"leagues.{name}" for name in LeagueRow._fields)}, {_GAME}
FROM leagues JOIN league_actions ON league_actions.league_id = leagues.id AND league_actions.seq = 1
WHERE {_GOING} AND NOT ({_GAME} IN {TEXTS.format("games")}) ORDER BY leagues.id
"""
_TOLD_TO_WAIT = f"""
SELECT DISTINCT id FROM leagues JOIN league_messages ON league_id = id WHERE {_GOING} AND {IS_WAITING} ORDER BY id
"""
MOST: Final = 100


class LeagueStore(Port):
    """The records of leagues, the rows that follow from them, and their messages."""

    async def create_league(
        self,
        row: LeagueRow,
        entries: Sequence[CupActionRow],
        interaction_id: int | None,
        *,
        conditions: Sequence[Condition] = (),
    ) -> int:
        """Store a new league and return its id, which no other has ever had.

        Raises Repeated, NameTaken, Unmet, TooManyUses.
        """
        at = self._now()

        def work(db: SqlConnection) -> int:
            self._check(db, at, conditions)
            record_press(db, interaction_id, at)
            names = db.execute(_OTHER_NAMES, row._asdict())
            if any(name.casefold() == row.name.casefold() for (name,) in names):
                raise NameTaken(row.guild_id, row.name)
            ((league_id,),) = db.execute(_CREATE, row._asdict()).fetchall()
            _add(db, league_id, entries)
            return int(league_id)

        return await self._write(work)

    async def append_league(
        self,
        row: LeagueRow,
        entries: Sequence[CupActionRow],
        interaction_id: int | None,
        *,
        conditions: Sequence[Condition] = (),
    ) -> None:
        """Store what was done in a league, with its row. Raises Repeated, Conflict, Unmet."""
        at = self._now()

        def work(db: SqlConnection) -> None:
            self._check(db, at, conditions)
            record_press(db, interaction_id, at)
            if not db.execute(_UPDATE, row._asdict() | {"before": row.seq - len(entries)}).rowcount:
                found = db.execute("SELECT seq FROM leagues WHERE id = :id", {"id": row.id}).fetchone()
                raise Conflict(row.id, row.seq, found[0] if found else None)
            _add(db, row.id, entries)

        await self._write(work)

    async def league(self, league_id: int) -> StoredLeague | None:
        """A league as of one moment; None if there is none."""

        def work(db: SqlConnection) -> StoredLeague | None:
            found = db.execute(f"{_SELECT} WHERE id = :id", {"id": league_id}).fetchone()
            if found is None:
                return None
            return StoredLeague(LeagueRow._make(found), list(map(read_action, db.execute(_RECORD, {"id": league_id}))))

        return await self._read_at_once(work)

    async def league_row(self, league_id: int) -> LeagueRow | None:
        return await self._first(LeagueRow._make, f"{_SELECT} WHERE id = :id", id=league_id)

    async def leagues(self, guild_id: int) -> list[LeagueRow]:
        """The last hundred leagues of a guild, the newest first."""
        newest = f"{_SELECT} WHERE guild_id = :guild ORDER BY id DESC LIMIT {MOST}"
        return await self._rows(LeagueRow._make, newest, guild=guild_id)

    async def due_leagues(self, now: int, without: Collection[int] = ()) -> list[int]:
        """The leagues in which the clock has to act at `now`, the longest due first; not of guilds in `without`."""
        found = await self._rows(tuple, _DUE, now=now)
        return [league_id for league_id, guild in found if guild not in without]

    async def next_due_league(self, after: int = 0) -> int | None:
        """The first moment after `after` at which a league is due; None if there is none."""
        return await self._read(lambda db: earliest(db, after, ("leagues", "due_at")))

    async def going_leagues(self) -> list[int]:
        """The leagues that are not over."""
        return await self._numbers(f"SELECT id FROM leagues WHERE {_GOING} ORDER BY id")

    async def cup_of_division(self, league_id: int, season: int, division: int) -> int | None:
        """The cup that was created for a division; None: not yet."""
        found = await self._numbers(_DIVISION, league=league_id, season=season, division=division)
        return found[0] if found else None

    async def league_game(self, league_id: int) -> str | None:
        """The game of a league; None: the usual one, which is not written, or there is no such league."""
        return await self._first(lambda found: found[0], _GAME_OF, id=league_id)

    async def leagues_of_other_games(self, games: Collection[str]) -> list[tuple[LeagueRow, str]]:
        """The leagues that are not over, whose game is none of these, which the usual one is among; with the game."""

        def pair(found: Sequence[Any]) -> tuple[LeagueRow, str]:
            return LeagueRow._make(found[:-1]), found[-1]

        return await self._rows(pair, _OF_OTHER_GAMES, games=encode(list(games)))

    async def leagues_told_to_wait(self) -> list[int]:
        """The leagues that are not over, with a message that they wait for their game."""
        return await self._numbers(_TOLD_TO_WAIT)

    async def league_messages(self, league_id: int) -> list[LeagueMessageRow]:
        return await self._rows(LeagueMessageRow._make, _MESSAGES, id=league_id)

    async def put_league_message(self, row: LeagueMessageRow) -> None:
        """Store the state of a message, replacing that of the same league and post."""
        await self._execute(_PUT_MESSAGE, **row._asdict())

    async def drop_league_message(self, league_id: int, post: str) -> None:
        await self._execute(_DROP_MESSAGE, id=league_id, post=post)

    async def unshown_leagues(self) -> list[int]:
        """The leagues with entries that have not been shown."""
        return await self._numbers("SELECT id FROM leagues WHERE shown_seq < seq ORDER BY id")

    async def raise_league_shown(self, league_id: int, seq: int) -> None:
        """Store that everything of a league has been shown up to this entry; it never goes back."""
        await self._execute(_RAISE_SHOWN, id=league_id, seq=seq)


def _add(db: SqlConnection, league_id: int, entries: Sequence[CupActionRow]) -> None:
    db.executemany(
        _ADD_ACTION, [{"league_id": league_id, **entry._asdict(), "body": encode(entry.body)} for entry in entries]
    )
