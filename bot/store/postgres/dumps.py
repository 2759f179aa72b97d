"""Backups of a database on a server: dump it while it is in use, and check the dump.

These functions take seconds for a large database: call them in a thread.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

import psycopg

from bot.runtime.database import PostgresAddress
from bot.store.errors import Corrupt, DatabaseTrouble
from bot.store.postgres import migrations, pg_dump
from bot.store.postgres.session import READING, PostgresSession, connect, trouble_of
from bot.store.rows import Contents, Dumped
from bot.store.sql.statements import count_contents

_SCRATCH: Final = "voormsi_check_"
_ABANDONED: Final = 24 * 3600
"""Seconds after which the process that made a scratch database is assumed to be dead."""
_MAY_CREATE: Final = "SELECT rolsuper OR rolcreatedb FROM pg_roles WHERE rolname = current_user"
_OWN_DATABASES: Final = """
SELECT datname FROM pg_database JOIN pg_roles ON pg_roles.oid = datdba WHERE rolname = current_user
"""


def dump(address: PostgresAddress, target: Path) -> Dumped:
    """Dump the database as of one moment into `target`, an empty file, and check the dump.

    Writers do not wait meanwhile. Raises DatabaseTrouble.
    """
    with translate_errors(address), closing(connect(address, READING)) as db:
        _refuse_older_programs(db, address)
        db.execute("BEGIN")  # counted and dumped in one state
        held = contents(db, address)
        schema, snapshot = db.execute("SELECT current_schema(), pg_export_snapshot()").fetchone()
        pg_dump.dump(address, target, schema, snapshot)
        db.execute("ROLLBACK")
        if not db.execute(_MAY_CREATE).fetchone()[0]:
            pg_dump.read_through(target)
            return Dumped(held, was_restored=False)
    with translate_errors(address), _scratch(address, schema) as scratch:
        pg_dump.restore(target, scratch)
        with closing(connect(scratch, READING)) as db:
            found = contents(db, scratch)
    if found != held:
        raise Corrupt(address, detail=f"dumped were {held}, and {found} arrived")
    return Dumped(held, was_restored=True)


def contents(db: PostgresSession, address: PostgresAddress, *, is_restoring: bool = False) -> Contents:
    """Count what a database holds. Raises DatabaseTrouble."""
    version = migrations.version(db, address, is_restoring=is_restoring)
    if not version:
        raise DatabaseTrouble(address, detail="it is empty")
    return count_contents(db, version)


def _refuse_older_programs(db: PostgresSession, address: PostgresAddress) -> None:
    ((number,),) = db.execute("SELECT CAST(current_setting('server_version_num') AS INTEGER)").fetchall()
    for program in ("pg_dump", "pg_restore"):
        found, server = pg_dump.major_version(program, address), number // 10000
        if found < server:
            detail = f"{program} {found} is older than the server: install postgresql-client-{server}"
            raise DatabaseTrouble(address, detail=detail)


@contextmanager
def _scratch(address: PostgresAddress, schema: str) -> Iterator[PostgresAddress]:
    """Yield the address of an empty database. It is dropped at the end, and so are those that others left behind."""
    name = f"{_SCRATCH}{int(time.time())}_{os.getpid()}"
    scratch = address.sibling(name)
    with closing(connect(address)) as db:
        for (found,) in db.execute(_OWN_DATABASES).fetchall():
            if (made := re.fullmatch(rf"{_SCRATCH}(\d+)_\d+", found)) and time.time() - int(made[1]) > _ABANDONED:
                _drop(db, found)
        db.script(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'")
        try:
            with closing(connect(scratch)) as inside:
                inside.script('CREATE SCHEMA IF NOT EXISTS "{}"'.format(schema.replace('"', '""')))
            yield scratch
        finally:
            _drop(db, name)


def _drop(db: PostgresSession, name: str) -> None:
    with suppress(psycopg.Error):  # the next backup drops it
        db.script(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


@contextmanager
def translate_errors(address: PostgresAddress) -> Iterator[None]:
    """Turn errors of the driver into DatabaseTrouble."""
    try:
        yield
    except psycopg.Error as error:
        raise trouble_of(error, address) from None
