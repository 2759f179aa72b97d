"""Migrations of PostgreSQL's schema: numbered as those of SQLite, beginning with the one that makes all of it.

The table `schema_version` has one row: the version, which shows that the schema is ours, too.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

from bot.runtime.database import PostgresAddress
from bot.store.errors import DatabaseNewer, HalfRestored, NotADatabase
from bot.store.postgres.session import PostgresSession

log = logging.getLogger(__name__)

FIRST: Final = 22
UNFINISHED: Final = "restore_in_progress"
"""The table that a database has while a backup is restored into it."""


def read(folder: Path) -> dict[int, str]:
    """Version -> the statements that lead to it, without a gap."""
    found = {int(file.name.split("_")[0]): file.read_text("utf-8") for file in sorted(folder.glob("[0-9]*.sql"))}
    if list(found) != list(range(FIRST, FIRST + len(found))):
        raise ValueError(f"the migrations in {folder} are not numbered {FIRST}, {FIRST + 1} ...")
    return found


STEPS: Final = read(Path(__file__).parent)
KNOWN: Final = max(STEPS)
_RELATIONS: Final = """
SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = CAST(current_schema() AS regnamespace)
"""


def version(db: PostgresSession, address: PostgresAddress, *, is_restoring: bool = False) -> int:
    """The schema's version, 0 for an empty one. Raises DatabaseNewer, NotADatabase (another program's).

    Raises HalfRestored during a restore, unless `is_restoring` says that this process restores.
    """
    tables = {name for (name,) in db.execute(_RELATIONS)}
    if UNFINISHED in tables and not is_restoring:
        raise HalfRestored(address)
    tables.discard(UNFINISHED)
    if not tables:
        return 0
    if not {"schema_version", "records"} <= tables:
        raise NotADatabase(address, detail="it belongs to another program")
    (found,) = db.execute("SELECT version FROM schema_version").fetchone() or (0,)
    if found > KNOWN:
        raise DatabaseNewer(address, found=found, known=KNOWN)
    return int(found)


def migrate(db: PostgresSession, address: PostgresAddress, *, is_restoring: bool = False) -> None:
    """Apply all missing migrations, or none."""
    found = version(db, address, is_restoring=is_restoring)
    missing = {number: sql for number, sql in STEPS.items() if number > found}
    if not missing:
        return
    if found:
        log.info("%s: its schema is brought from %d to %d", address, found, KNOWN)
    else:
        log.info("there was no database at %s: its tables are made, with schema %d", address, KNOWN)
    with db.transaction():
        for sql in missing.values():
            db.script(sql)
        db.execute("DELETE FROM schema_version")
        db.execute("INSERT INTO schema_version (version) VALUES (:version)", {"version": KNOWN})
    if found:
        log.info("%s: its schema is %d now", address, KNOWN)
