"""Results: what ended tables leave for each person and for ratings, and the standings of a server."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from bot.store.rows import GameRow, ResultRow, RubberPlace, RubberRow, StandingRow
from bot.store.sql.connection import SqlConnection
from bot.store.sql.port import Port
from bot.store.sql.statements import IN_GUILD, insert

_VALUES: Final = ", ".join(f":{name}" for name in ResultRow._fields)
_ADD = f"""
{insert("results", ResultRow._fields).partition("VALUES")[0]} SELECT {_VALUES}
WHERE EXISTS (SELECT 1 FROM people WHERE key = :person AND discord_id IS NOT NULL)
"""
"""Nothing is added for an erased person."""
_OF_PERSON = f"""
SELECT {", ".join(ResultRow._fields)} FROM results
WHERE person = :person AND game = :game AND {IN_GUILD} ORDER BY ended_at, rubber
"""
_GAMES = f"""
SELECT game, count(*), max(ended_at) AS last_at FROM results WHERE person = :person AND {IN_GUILD}
GROUP BY game ORDER BY last_at DESC, game
"""
_OUTCOMES = ", ".join(f"count(CASE outcome WHEN '{outcome}' THEN 1 END)" for outcome in ("won", "drawn", "lost"))
_SHARES = "sum((sides - 1) * CASE outcome WHEN 'won' THEN 1.0 WHEN 'drawn' THEN 0.5 ELSE 0 END)"
_STANDINGS = f"""
SELECT person, CAST(sum(hands) AS BIGINT), {_OUTCOMES}, CAST({_SHARES} AS DOUBLE PRECISION)
FROM results
WHERE guild_id = :guild AND game = :game AND ended_at >= :since AND (CAST(:size AS BIGINT) IS NULL OR size = :size)
    AND outcome IS NOT NULL AND rivals > 0
GROUP BY person HAVING sum(hands) >= :hands
    AND NOT EXISTS (SELECT 1 FROM wishes WHERE wishes.person = results.person AND said ->> '$.profile' = 'hidden')
"""
_ADD_RUBBER = insert("rubbers", RubberRow._fields)
_RUBBERS = f"""
SELECT {", ".join(RubberRow._fields)} FROM rubbers
WHERE guild_id = :guild AND game = :game AND (ended_at, rubber) > (:at, :rubber) ORDER BY ended_at, rubber
"""
_DECIDED_BETWEEN = """
SELECT mine.outcome, count(*) FROM results AS mine
JOIN results AS theirs ON theirs.rubber = mine.rubber AND theirs.person = :other
WHERE mine.person = :person AND mine.game = :game AND (mine.ended_at, mine.rubber) <= (:at, :rubber)
    AND mine.outcome IN ('won', 'lost') AND theirs.outcome IN ('won', 'lost') AND mine.outcome <> theirs.outcome
GROUP BY mine.outcome
"""
_COUNT_RUBBERS = "SELECT count(*) FROM rubbers WHERE guild_id = :guild AND game = :game"
_WANTS_ACROSS = "CAST(said ->> '$.across' AS TEXT) IN ('1', 'true')"
_WHO_WANTS = f"SELECT person FROM wishes WHERE {_WANTS_ACROSS}"
_ACROSS = f"""
SELECT {", ".join(RubberRow._fields)} FROM rubbers
WHERE game = :game AND rubber IN (
    SELECT results.rubber FROM wishes CROSS JOIN results WHERE results.person = wishes.person AND {_WANTS_ACROSS}
) ORDER BY ended_at, rubber
"""
_ENDED = """
SELECT id FROM tables WHERE id > :after AND stage IN ('over', 'closed') ORDER BY id LIMIT :few
"""


class ResultStore(Port):
    """The results of ended tables, a row for each person. They outlive the tables; erasing a person deletes theirs."""

    async def results(self, person: str, game: str, guild_id: int | None = None) -> list[ResultRow]:
        """A person's results, the oldest first; those of one guild, or all."""
        return await self._rows(_result, _OF_PERSON, person=person, game=game, guild=guild_id)

    async def games_played(self, person: str, guild_id: int | None = None) -> list[GameRow]:
        """The games that a person has played in a guild, or in all, the one played last first."""
        return await self._rows(GameRow._make, _GAMES, person=person, guild=guild_id)

    async def standings(
        self, guild_id: int, game: str, size: int | None = None, since: int = 0, hands: int = 0
    ) -> list[StandingRow]:
        """The sums of the results of a guild that count against people, in no order.

        Only of tables of that size that ended `since` then, of people with at least so many hands, who do not hide.
        """
        return await self._rows(
            StandingRow._make, _STANDINGS, guild=guild_id, game=game, size=size, since=since, hands=hands
        )

    async def replace_results(self, table_id: int, rows: Sequence[ResultRow], rubber: RubberRow | None = None) -> None:
        """Replace what a table has left, for people and for ratings; an erased person gets no result."""

        def work(db: SqlConnection) -> None:
            for name in ("results", "rubbers"):
                db.execute(f"DELETE FROM {name} WHERE rubber = :id", {"id": table_id})
            add(db, rows, rubber)

        await self._write(work)

    async def rubbers(self, guild_id: int, game: str, after: RubberPlace = (-1, -1)) -> list[RubberRow]:
        """The results of the tables of a guild for ratings, in the order of their ends; only those `after` one."""
        at, rubber = after
        return await self._rows(_rubber, _RUBBERS, guild=guild_id, game=game, at=at, rubber=rubber)

    async def decided_between(self, person: str, other: str, game: str, until: RubberPlace) -> tuple[int, int]:
        """The numbers of games that a person has won and lost against another, of those up to one.

        That they are of different sides follows from the outcomes.
        """
        at, rubber = until
        found = dict(
            await self._rows(tuple, _DECIDED_BETWEEN, person=person, other=other, game=game, at=at, rubber=rubber)
        )
        return found.get("won", 0), found.get("lost", 0)

    async def count_rubbers(self, guild_id: int, game: str) -> int:
        (count,) = await self._numbers(_COUNT_RUBBERS, guild=guild_id, game=game)
        return count

    async def rubbers_across(self, game: str) -> list[RubberRow]:
        """The same of all guilds, where everybody who held a seat wants a rating across servers."""

        def work(db: SqlConnection) -> list[RubberRow]:
            found = list(map(_rubber, db.execute(_ACROSS, {"game": game})))
            who_wants = {person for (person,) in db.execute(_WHO_WANTS)}
            return [row for row in found if _holders(row) <= who_wants]

        return await self._read_at_once(work)

    async def ended_tables(self, after: int, few: int) -> list[int]:
        """The first few ended tables with a greater id, in order."""
        return await self._numbers(_ENDED, after=after, few=few)


def add(db: SqlConnection, rows: Sequence[ResultRow], rubber: RubberRow | None) -> None:
    db.executemany(_ADD, [{**row._asdict(), "feats": json.dumps(dict(row.feats), sort_keys=True)} for row in rows])
    if rubber is not None:
        db.execute(_ADD_RUBBER, {**rubber._asdict(), "body": json.dumps(rubber.body, separators=(",", ":"))})


def _holders(row: RubberRow) -> set[str]:
    """Return the people who held a seat."""
    return {person for _, person, *_ in row.body["spells"] if person is not None}


def _result(columns: Sequence[Any]) -> ResultRow:
    row = ResultRow._make(columns)
    return row._replace(feats=json.loads(str(row.feats)))


def _rubber(columns: Sequence[Any]) -> RubberRow:
    row = RubberRow._make(columns)
    return row._replace(body=json.loads(str(row.body)))
