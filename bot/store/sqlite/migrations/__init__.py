"""Migrations of the schema: numbered SQL files; all missing ones are applied in order in one transaction.

`PRAGMA user_version` is the schema's version, `PRAGMA application_id` shows that the database is ours.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.runtime import own_files
from bot.store.errors import Corrupt, DatabaseNewer, NotADatabase

log = logging.getLogger(__name__)

APPLICATION_ID = 0x566F6F72  # "Voor"


def read(folder: Path) -> tuple[str, ...]:
    """The migrations of a folder, in SQL: `0001_what_it_does.sql` and so on, without a gap."""
    found = sorted(folder.glob("[0-9]*.sql"))
    if [int(file.name.split("_")[0]) for file in found] != list(range(1, len(found) + 1)):
        raise ValueError(f"the migrations in {folder} are not numbered 1, 2, 3 ...")
    return tuple(file.read_text("utf-8") for file in found)


KNOWN = read(Path(__file__).parent)


def version(db: sqlite3.Connection, path: Path) -> int:
    """The schema's version, 0 for an empty database. Raises DatabaseNewer, NotADatabase (another program's)."""
    (found,) = db.execute("PRAGMA user_version").fetchone()
    (owner,) = db.execute("PRAGMA application_id").fetchone()
    (objects,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if owner != APPLICATION_ID and (owner or objects):
        raise NotADatabase(path, detail="it belongs to another program")
    if found > len(KNOWN):
        raise DatabaseNewer(path, found=found, known=len(KNOWN))
    return int(found)


def migrate(db: sqlite3.Connection, path: Path, at: int, *, is_copy: bool = False) -> None:
    """Apply all missing migrations, or none. A database with content is backed up beside itself first, unless `is_copy`
    is set.
    """
    found = version(db, path)
    if found == len(KNOWN):
        return
    if found and not is_copy:
        before = path.with_name(f"{path.name}.v{found}-{at}.backup")
        log.info("%s: its schema is brought from %d to %d; a copy from before: %s", path, found, len(KNOWN), before)
        back_up(db, before)
    script = "\n".join(KNOWN[found:])
    identity = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {len(KNOWN)};"
    try:
        db.executescript(f"BEGIN IMMEDIATE;\n{script}\n{identity}")
        check_references(db, path)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    if found and not is_copy:
        log.info("%s: its schema is %d now", path, len(KNOWN))


def check_references(db: sqlite3.Connection, path: Path) -> None:
    """Raise Corrupt if a row refers to one that is not there."""
    if broken := db.execute("PRAGMA foreign_key_check").fetchone():
        raise Corrupt(path, detail=f"a row of {broken[0]} refers to one in {broken[2]} that is not there")


def back_up(db: sqlite3.Connection, target: Path) -> None:
    """Copy a database while it is open. An unfinished copy never has the target's name."""
    half = target.with_name(f"{target.name}.part")
    for left in target.parent.glob(f"{target.name.partition('.v')[0]}.v*.part"):  # of a process that died while copying
        left.unlink()
    own_files.create(half)
    with closing(sqlite3.connect(half)) as copy:
        db.backup(copy)
    with half.open("r+b") as file:
        os.fsync(file)
    half.replace(target)
