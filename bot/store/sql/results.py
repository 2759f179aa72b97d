"""Results in SQL: what ended tables leave for each person, and the standings of a server."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

from bot.store.rows import ResultRow, RubberRow, StandingRow
from bot.store.sql.connection import SqlConnection
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
_OUTCOMES = ", ".join(f"count(CASE outcome WHEN '{one}' THEN 1 END)" for one in ("won", "drawn", "lost"))
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
SELECT {", ".join(RubberRow._fields)} FROM rubbers WHERE guild_id = :guild AND game = :game ORDER BY ended_at, rubber
"""
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


def add(db: SqlConnection, rows: Sequence[ResultRow], rubber: RubberRow | None) -> None:
    db.executemany(_ADD, [{**row._asdict(), "feats": json.dumps(dict(row.feats), sort_keys=True)} for row in rows])
    if rubber is not None:
        db.execute(_ADD_RUBBER, {**rubber._asdict(), "body": json.dumps(rubber.body, separators=(",", ":"))})


def replace_results(
    db: SqlConnection, table_id: int, rows: Sequence[ResultRow], rubber: RubberRow | None = None
) -> None:
    for name in ("results", "rubbers"):
        db.execute(f"DELETE FROM {name} WHERE rubber = :id", {"id": table_id})
    add(db, rows, rubber)


def rubbers(db: SqlConnection, guild_id: int, game: str) -> list[RubberRow]:
    return _read_rubbers(db.execute(_RUBBERS, {"guild": guild_id, "game": game}))


def rubbers_across(db: SqlConnection, game: str) -> list[RubberRow]:
    db.execute("BEGIN")  # the rubbers and the wishes as of one moment
    try:
        found = _read_rubbers(db.execute(_ACROSS, {"game": game}))
        who_wants = {person for (person,) in db.execute(_WHO_WANTS)}
    finally:
        db.execute("COMMIT")
    return [row for row in found if _holders(row) <= who_wants]


def _holders(row: RubberRow) -> set[str]:
    """Return the people who held a seat."""
    return {person for _, person, *_ in row.body["spells"] if person is not None}


def _read_rubbers(found: Iterable[Sequence[Any]]) -> list[RubberRow]:
    return [row._replace(body=json.loads(str(row.body))) for row in map(RubberRow._make, found)]


def count_rubbers(db: SqlConnection, guild_id: int, game: str) -> int:
    found = db.execute(
        "SELECT count(*) FROM rubbers WHERE guild_id = :guild AND game = :game", {"guild": guild_id, "game": game}
    )
    return int(found.fetchone()[0])


def results(db: SqlConnection, person: str, game: str, guild_id: int | None = None) -> list[ResultRow]:
    return list(map(_read, db.execute(_OF_PERSON, {"person": person, "game": game, "guild": guild_id})))


def standings(
    db: SqlConnection, guild_id: int, game: str, size: int | None = None, since: int = 0, hands: int = 0
) -> list[StandingRow]:
    asked = {"guild": guild_id, "game": game, "size": size, "since": since, "hands": hands}
    return list(map(StandingRow._make, db.execute(_STANDINGS, asked)))


def ended_tables(db: SqlConnection, after: int, few: int) -> list[int]:
    return [table_id for (table_id,) in db.execute(_ENDED, {"after": after, "few": few})]


def _read(columns: Sequence[Any]) -> ResultRow:
    row = ResultRow._make(columns)
    return row._replace(feats=json.loads(str(row.feats)))
