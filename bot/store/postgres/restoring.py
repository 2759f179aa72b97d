"""Restoring a dump on the server, in place of the database that is there.

The tables that are there move into a schema of their own. Until all is done a table marks the database as unfinished,
so that a bot refuses it, whenever the restore is interrupted.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from bot.runtime.database import PostgresAddress
from bot.runtime.steady_clock import wall
from bot.store.errors import DatabaseNewer, DatabaseTrouble, NotADatabase
from bot.store.postgres import migrations, pg_dump, session_lock
from bot.store.postgres.dumps import contents, translate_errors
from bot.store.postgres.migrations import UNFINISHED
from bot.store.postgres.session import READING, PostgresSession, connect
from bot.store.postgres.store import skip_numbers
from bot.store.rows import Restored
from bot.store.sql.lost_by_restore import lose_numbers, note_lost_cups
from bot.store.sql.messages import show_again
from bot.store.sql.people import erase_where

_TABLES: Final = """
SELECT quote_ident(relname) FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = CAST(:schema AS regnamespace)
    AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e') ORDER BY relname
"""
_SCHEMA: Final = "SELECT current_schema(), quote_ident(current_schema())"


def is_used(address: PostgresAddress) -> bool:
    """Return whether there is a database of ours. Raises DatabaseTrouble, also for another program's."""
    with translate_errors(address), closing(connect(address, READING)) as db:
        try:
            return migrations.version(db, address, is_restoring=True) > 0 and _aside_schema(db) is None
        except DatabaseNewer:
            return True


def restore(source: Path, address: PostgresAddress, aside: str, is_erased: Callable[[int, int], bool]) -> Restored:
    """Restore a dump in place of the database, whose tables are kept in the schema `aside`.

    Everybody for whom `is_erased(discord_id, met_at)` holds is erased again. Messages are redrawn as the dump has
    them, and a new table or cup never gets the number of one that is lost. Raises DatabaseTrouble: then the database
    is as it was, or, if the connection is lost meanwhile, marked as unfinished.
    """
    with translate_errors(address), closing(connect(address)) as db:
        session_lock.take(db, address)
        schema, quoted = db.execute(_SCHEMA).fetchone()
        _look_into(source, schema)
        kept = _set_aside(db, address, quoted, aside)
        try:
            pg_dump.restore(source, address)
            migrations.migrate(db, address, is_restoring=True)
            held = contents(db, address, is_restoring=True)
            erased = _amend(db, address, kept, is_erased)
        except BaseException:
            _put_back(db, quoted, kept)
            raise
        return Restored(held, erased, kept)


def _look_into(source: Path, schema: str) -> None:
    """Raise DatabaseTrouble unless the file is a dump of our tables in this schema."""
    found = re.search(r" TABLE DATA (\S+) schema_version ", pg_dump.list_of(source))
    if found is None:
        raise NotADatabase(source, detail="it has none of its tables")
    if found[1] != schema:
        raise DatabaseTrouble(source, detail=f"its tables are in the schema {found[1]}, and the database's in {schema}")


def _set_aside(db: PostgresSession, address: PostgresAddress, schema: str, aside: str) -> str | None:
    """Move all tables into the schema `aside`, and mark the database; return that schema, None if there is no table.

    After a restore that was interrupted, return the schema of that one.
    """
    with db.transaction():
        if (before := _aside_schema(db)) is not None:
            _drop_tables(db, schema)
            kept = before or None
        else:
            with suppress(DatabaseNewer):
                migrations.version(db, address)
            kept = aside if (tables := _tables(db, schema)) else None
            if kept:
                db.script(f"CREATE SCHEMA {kept}")
            for table in tables:
                db.script(f"ALTER TABLE {schema}.{table} SET SCHEMA {kept}")
        db.script(f"CREATE TABLE {schema}.{UNFINISHED} AS SELECT CAST('{kept or ''}' AS TEXT) AS aside")
    return kept


def _aside_schema(db: PostgresSession) -> str | None:
    """The schema in which an interrupted restore keeps what was there, "" if there was nothing; None: there is none."""
    if not db.execute("SELECT to_regclass(:name)", {"name": UNFINISHED}).fetchone()[0]:
        return None
    (found,) = db.execute(f"SELECT aside FROM {UNFINISHED}").fetchone()
    return str(found)


def _amend(
    db: PostgresSession, address: PostgresAddress, kept: str | None, is_erased: Callable[[int, int], bool]
) -> int:
    """Make the restored database ready for a bot, and take the mark away; return how many people were erased again."""
    old = connect(address, {**READING, "search_path": kept}) if kept else None
    try:
        with db.transaction():
            erased = erase_where(db, wall(), is_erased)
            show_again(db)
            lose_numbers(db, skip_numbers)
            note_lost_cups(db, old)
            db.script(f"DROP TABLE {UNFINISHED}")
            db.script("ANALYZE")  # without statistics until autovacuum comes, plans are bad
    finally:
        if old is not None:
            old.close()
    return erased


def _put_back(db: PostgresSession, schema: str, kept: str | None) -> None:
    with db.transaction():
        _drop_tables(db, schema)
        if kept:
            for table in _tables(db, kept):
                db.script(f"ALTER TABLE {kept}.{table} SET SCHEMA {schema}")
            db.script(f"DROP SCHEMA {kept}")


def _tables(db: PostgresSession, schema: str) -> list[str]:
    return [name for (name,) in db.execute(_TABLES, {"schema": schema}).fetchall()]


def _drop_tables(db: PostgresSession, schema: str) -> None:
    for table in _tables(db, schema):
        db.script(f"DROP TABLE {schema}.{table} CASCADE")
