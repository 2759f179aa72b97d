"""PostgreSQL chooses the indexes itself, and reads no growing table from end to end for a statement of the bot."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import closing
from typing import Any, Final, NamedTuple

import psycopg
import pytest

from bot.runtime.database import PostgresAddress
from bot.store.postgres.session import PostgresSession, connect, translate_statement
from bot.store.postgres.store import PostgresStore
from bot.store.sql.outages import NO_VALUES
from tests.store.samples import NOW
from tests.store.store_calls import CALLS, known_to

LATER: Final = NOW + 100_000
TABLES: Final = 2_000
_FILL: Final = f"""
INSERT INTO people SELECT 'key ' || n, n, 0 FROM generate_series(100, 3000) AS n;
INSERT INTO names SELECT key, 'Person' FROM people;
INSERT INTO wishes SELECT key, '{{}}' FROM people;
INSERT INTO hints SELECT key, 'voormsi', hint, 1, 1, 1, 1 FROM people, unnest(ARRAY['heads', 'queue']) AS hint;
INSERT INTO tables (id, name, guild_id, channel_id, language, stage, game, seq, hand, turn_seat, due_at, opened_at,
    changed_at, shown_seq, deadline_at, wait_since, silent_since, silent_until)
SELECT n, 'Table ' || n, 100 + n / 100, n / 4, 'en',
    CASE n % 8 WHEN 0 THEN 'lobby' WHEN 1 THEN 'over' ELSE 'playing' END, 'voormsi', 10, 1, 0, {LATER} + n, 0, n, 10,
    CASE WHEN n % 8 > 1 THEN {LATER} + n END, {LATER} - n, NULL, NULL
FROM generate_series(1000, 999 + {TABLES}) AS n;
INSERT INTO seats SELECT tables.id, seat, 'key ' || (100 + (tables.id * 4 + seat) % 2900), 'person'
FROM tables, generate_series(0, 3) AS seat;
INSERT INTO places SELECT id, id + 10000, id + 20000 FROM tables;
INSERT INTO records (table_id, seq, at, verb, body) SELECT id, n, n, 'play', '{{"by": "key 100"}}'
FROM generate_series(1, 10) AS n, tables;
INSERT INTO shown (table_id, audience, post, attempted_seq, shown_seq, person)
SELECT id, 'seat:' || seat, 'hand', 1, 1, 'key ' || (100 + (id * 4 + seat) % 2900)
FROM tables, generate_series(0, 3) AS seat;
INSERT INTO interactions SELECT n, n FROM generate_series(100, 5000) AS n;
INSERT INTO results SELECT id, 'key ' || (100 + id % 2900), guild_id, 'voormsi', 4, 4, 3, id, 'won', 1, 1, 1, ''
FROM tables;
INSERT INTO rubbers SELECT id, guild_id, 'voormsi', 4, id, '{{}}' FROM tables;
UPDATE memories SET value = '9999' WHERE name = 'last table';
"""
BIG: Final = frozenset(
    "people names wishes hints tables seats places records shown interactions results rubbers".split()
)
ALLOWED: Final = {
    ("announce", "tables"): "for the operator, who tells all tables something",
    ("credit", "tables"): "at a start and after an outage, which moves most deadlines",
    ("erase", "shown"): "once for who goes",
    ("erase_where", "people"): "at a start, if anybody has been erased",
    ("prunable", "interactions"): "for the operator, who asks what would be removed",
    ("prunable", "tables"): "for the operator, who asks what would be removed",
    ("prune_interactions", "interactions"): "once a day",
    ("prune_guilds", "tables"): "once a day",
    ("prune_tables", "tables"): "once a day",
    ("rubbers_across", "wishes"): "for who looks at all servers; a row a person who has chosen something",
    ("running_with_seats", "seats"): "for the operator, who lists the tables of all servers",
    ("running_with_seats", "tables"): "for the operator, who lists the tables of all servers",
    ("shift", "tables"): "once, when a clock was set: it changes nearly all rows",
    ("stages", "tables"): "counted for who reads the metrics",
    ("tables_of_other_games", "tables"): "at a start",
    ("unshown_tables", "tables"): "at a start and twice a minute, off the loop; every play would write an index",
}
"""Reasons why a statement may read a table from end to end."""
OF_A_PRESS: Final = frozenset(
    "append hints known_person message_states people person place preferences put_hints put_message_states put_queue"
    " record row rows shown_seq table".split()
)
PREPARED_AFTER: Final = 6
"""Executions after which the server has decided whether it plans a prepared statement without its values."""
_BOUND: Final = re.compile(rb"%\((\w+)\)s")


class Heard(NamedTuple):
    """A statement, as the store made it."""

    sql: str
    values: Mapping[str, Any]


StatementOfMethod = tuple[str, Heard]
"""The method of the store, and a statement that it made."""


@pytest.fixture
async def filled(address: PostgresAddress, store: PostgresStore) -> AsyncIterator[psycopg.Connection[Any]]:
    """A connection of the store's to its database, in which there are many tables, and no statistics yet."""
    with closing(connect(address)._inner) as db:
        db.execute(_FILL.encode())
        yield db


@pytest.fixture
async def asked(store: PostgresStore, filled: object, monkeypatch: pytest.MonkeyPatch) -> list[StatementOfMethod]:
    """Every statement of everything that the store can do."""
    heard: list[Heard] = []
    execute, executemany = PostgresSession.execute, PostgresSession.executemany

    def one(self: PostgresSession, sql: str, values: Mapping[str, Any] = NO_VALUES, /) -> Any:
        heard.append(Heard(sql, values))
        return execute(self, sql, values)

    def many(self: PostgresSession, sql: str, values: Iterable[Mapping[str, Any]], /) -> Any:
        rows = list(values)
        heard.extend(Heard(sql, row) for row in rows[:1])
        return executemany(self, sql, rows)

    with monkeypatch.context() as patch:
        patch.setattr(PostgresSession, "execute", one)
        patch.setattr(PostgresSession, "executemany", many)
        known, found = await known_to(store), []
        for name, call in CALLS.items():
            heard.clear()
            await call(store, known)
            found += [(name, one) for one in heard if re.match(r"\s*(SELECT|WITH|INSERT|UPDATE|DELETE)", one.sql)]
    return found


def read_through(plan: Mapping[str, Any]) -> Iterator[str]:
    """The big tables that a plan reads from end to end."""
    if plan["Node Type"] == "Seq Scan" and plan["Relation Name"] in BIG:
        yield plan["Relation Name"]
    for part in plan.get("Plans", ()):
        yield from read_through(part)


def scans(db: psycopg.Connection[Any], statement: bytes) -> set[str]:
    """As `read_through`, for the plan that the server chooses now."""
    ((plan,),) = db.execute(b"EXPLAIN (FORMAT JSON) " + statement).fetchall()
    return set(read_through(json.loads(plan)[0]["Plan"]))


def written_out(db: psycopg.Connection[Any], sql: bytes, values: Mapping[str, Any]) -> bytes:
    numbers = {name: int(value) if isinstance(value, bool) else value for name, value in values.items()}
    return psycopg.ClientCursor(db).mogrify(sql, numbers).encode()


def test_no_table_that_grows_is_read_from_end_to_end(
    filled: psycopg.Connection[Any], asked: list[StatementOfMethod]
) -> None:
    filled.execute("ANALYZE")
    assert read_for(asked, filled) <= ALLOWED.keys()


def test_a_press_reads_none_also_where_the_server_has_no_statistics_yet(
    filled: psycopg.Connection[Any], asked: list[StatementOfMethod]
) -> None:
    assert read_for([(name, one) for name, one in asked if name in OF_A_PRESS], filled) == set()


def read_for(asked: Iterable[StatementOfMethod], db: psycopg.Connection[Any]) -> set[tuple[str, str]]:
    """The methods that read big tables from end to end, and these tables."""
    statements = ((name, written_out(db, translate_statement(one.sql), one.values)) for name, one in asked)
    return {(name, table) for name, statement in statements for table in scans(db, statement)}


@pytest.mark.slow
def test_nor_is_it_by_a_statement_that_has_been_prepared(
    filled: psycopg.Connection[Any], asked: list[StatementOfMethod]
) -> None:
    filled.execute("ANALYZE")
    found = set()
    for name, one in asked:
        if one.sql.split()[0] in ("SELECT", "WITH"):
            statement, executed = prepared(one)
            filled.execute(statement)
            execute = written_out(filled, executed, one.values)
            for _ in range(PREPARED_AFTER):
                filled.execute(execute)
            found |= {(name, table) for table in scans(filled, execute)}
            filled.execute("DEALLOCATE one")
    assert found <= ALLOWED.keys()


def prepared(one: Heard) -> tuple[bytes, bytes]:
    """The statements that prepare and execute this one."""
    sql = translate_statement(one.sql)
    names = list(dict.fromkeys(_BOUND.findall(sql)))
    numbered = _BOUND.sub(lambda found: b"$%d" % (names.index(found[1]) + 1), sql).replace(b"%%", b"%")
    values = b", ".join(b"%%(%s)s" % name for name in names)
    return b"PREPARE one AS " + numbered, b"EXECUTE one" + (b" (%s)" % values if names else b"")
