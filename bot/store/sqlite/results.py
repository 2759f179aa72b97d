"""Results in SQL: what ended tables leave for each person, and the standings of a server."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Any, Final

from bot.store.rows import ResultRow, StandingRow
from bot.store.sqlite.statements import insert

_VALUES: Final = ", ".join(f":{name}" for name in ResultRow._fields)
_ADD = f"""
{insert("results", ResultRow._fields).partition("VALUES")[0]} SELECT {_VALUES}
WHERE EXISTS (SELECT 1 FROM people WHERE key = :person AND discord_id IS NOT NULL)
"""
"""Nothing is added for an erased person."""
_OF_PERSON = f"""
SELECT {", ".join(ResultRow._fields)} FROM results
WHERE person = :person AND game = :game AND (:guild IS NULL OR guild_id = :guild) ORDER BY ended_at, rubber
"""
_STANDINGS = """
SELECT person, sum(hands), sum(outcome = 'won'), sum(outcome = 'drawn'), sum(outcome = 'lost'),
    sum((sides - 1) * CASE outcome WHEN 'won' THEN 1.0 WHEN 'drawn' THEN 0.5 ELSE 0 END)
FROM results
WHERE guild_id = :guild AND game = :game AND ended_at >= :since AND (:size IS NULL OR size = :size)
    AND outcome IS NOT NULL AND rivals > 0
GROUP BY person HAVING sum(hands) >= :hands
    AND NOT EXISTS (SELECT 1 FROM wishes WHERE wishes.person = results.person AND said ->> '$.profile' = 'hidden')
"""
_ENDED = """
SELECT id FROM tables WHERE id > :after AND stage IN ('over', 'closed') ORDER BY id LIMIT :few
"""


def add(db: sqlite3.Connection, rows: Sequence[ResultRow]) -> None:
    db.executemany(_ADD, [{**row._asdict(), "feats": json.dumps(dict(row.feats), sort_keys=True)} for row in rows])


def replace_results(db: sqlite3.Connection, table_id: int, rows: Sequence[ResultRow]) -> None:
    db.execute("DELETE FROM results WHERE rubber = :id", {"id": table_id})
    add(db, rows)


def results(db: sqlite3.Connection, person: str, game: str, guild_id: int | None = None) -> list[ResultRow]:
    return list(map(_read, db.execute(_OF_PERSON, {"person": person, "game": game, "guild": guild_id})))


def standings(
    db: sqlite3.Connection, guild_id: int, game: str, size: int | None = None, since: int = 0, hands: int = 0
) -> list[StandingRow]:
    asked = {"guild": guild_id, "game": game, "size": size, "since": since, "hands": hands}
    return list(map(StandingRow._make, db.execute(_STANDINGS, asked)))


def ended_tables(db: sqlite3.Connection, after: int, few: int) -> list[int]:
    return [table_id for (table_id,) in db.execute(_ENDED, {"after": after, "few": few})]


def _read(columns: Sequence[Any]) -> ResultRow:
    row = ResultRow._make(columns)
    return row._replace(feats=json.loads(str(row.feats)))
