"""Copies of the database: made while it is in use, checked before they bear their name, and put back in its place.

A copy is one file, without a journal beside it. These functions take seconds for a large database: call them in a
thread.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from bot.store.errors import CannotOpen, Corrupt, DiskFull
from bot.store.sqlite import key_value, message_state, migrations
from bot.store.sqlite.lock import ProcessLock
from bot.store.sqlite.trouble import trouble

COUNTED = ("tables", "records", "people")
SIDES = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database that is in use, or that was not closed."""
SPARE = 2**20
"""Bytes that are left free beside a copy."""


class Contents(NamedTuple):
    """What a checked database holds: its schema's version, how many tables, entries of records and people."""

    version: int
    tables: int
    entries: int
    people: int

    def __str__(self) -> str:
        return f"schema {self.version}, tables: {self.tables}, entries: {self.entries}, people: {self.people}"


def copy(source: Path, target: Path) -> Contents:
    """A checked copy of the database as it is at one moment, in place of what bore the name `target`.

    Nobody who writes to the database meanwhile has to wait. Raises DatabaseTrouble, and then there is no `target`
    that was not there before.
    """
    with _errors_of(source, target.parent):
        _need_room(source, target.parent)
        with _unfinished(target) as half, closing(_reading(source)) as db:
            db.execute("BEGIN")  # counted and copied in one state
            held = _counted(db, source)
            with closing(sqlite3.connect(half, isolation_level=None)) as fresh:
                db.backup(fresh)
                fresh.execute("PRAGMA journal_mode = DELETE")
            if (found := _arrived(half, source)) != held:
                raise Corrupt(source, detail=f"copied were {held}, and {found} arrived")
    return held


def _arrived(half: Path, source: Path) -> Contents:
    """What a copy holds that was just made; what is wrong with it is told of its source, which has a name."""
    try:
        return checked(half)
    except Corrupt as error:
        raise Corrupt(source, detail=f"found in a copy of it: {error.facts['detail']}") from error


def checked(path: Path) -> Contents:
    """What a database holds that nobody is using, every page and reference of it looked at.

    Raises Corrupt, NotADatabase, DatabaseNewer and other DatabaseTrouble.
    """
    with _errors_of(path), closing(_reading(path)) as db:
        held = _counted(db, path)
        for (finding,) in db.execute("PRAGMA integrity_check(1)"):
            if finding != "ok":
                raise Corrupt(path, detail=" ".join(str(finding).split()))
        if broken := db.execute("PRAGMA foreign_key_check").fetchone():
            raise Corrupt(path, detail=f"a row of {broken[0]} refers to one in {broken[2]} that is not there")
    return held


class Restored(NamedTuple):
    """What was put in place, and under which name the database is kept that was there before (None: none was)."""

    contents: Contents
    aside: Path | None


def restore(source: Path, database: Path, aside: Path, amend: Callable[[Path], object]) -> Restored:
    """Put a checked copy of `source` in the place of `database`, which is kept as `aside`.

    `amend` may change the copy before it takes its place. What has been shown since is shown as the copy has it, and no
    new table gets the number of one that is lost. At no moment is there no database, or half of one. Raises
    DatabaseTrouble: of the source, or of a bot that is running on the database.
    """
    with _locked(database) as target, _errors_of(database), _unfinished(target) as half:
        held = copy(source, half)
        amend(half)
        with closing(sqlite3.connect(half)) as db, db:
            message_state.doubt(db)
            key_value.skip_numbers(db)
        loaded = _set_aside(target, aside) if _is_there(target) else None
    return Restored(held, loaded)


@contextmanager
def _locked(database: Path) -> Iterator[Path]:
    """Keep bots off the database while another takes its place; its resolved path.

    The lock is that of the old file. A bot that opens the new one finds it whole, and free.
    """
    lock = ProcessLock(database)
    try:
        if lock.path != lock.database:
            give_to_owner(lock.path)
        yield lock.database
    finally:
        if not _is_there(lock.database):  # it was made only to be locked, and nothing was restored
            lock.database.unlink(missing_ok=True)
        lock.release()


def _is_there(database: Path) -> bool:
    return database.is_file() and database.stat().st_size > 0


def _set_aside(database: Path, aside: Path) -> Path:
    """Give the database a second name, with what lies in its journal; only its own name is then to be taken over."""
    try:
        with closing(sqlite3.connect(database, isolation_level=None)) as db:
            db.execute("PRAGMA journal_mode = DELETE")  # what lies in the journal comes into the file
    except sqlite3.Error:
        pass  # it is damaged, which is why it is replaced: the journal is kept as it is
    for side in SIDES:
        beside = _with(database, side)
        if beside.exists():
            beside.replace(_with(aside, side))
    try:
        os.link(database, aside)
    except OSError:  # a file system without links
        shutil.copy2(database, aside)
    return aside


def _with(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


@contextmanager
def _unfinished(target: Path) -> Iterator[Path]:
    """A name to write under; what is there at the end takes the target's name, durably. Readable by its owner alone."""
    half = _with(target, f".{os.getpid()}.part")
    half.unlink(missing_ok=True)
    half.touch(0o600)
    give_to_owner(half)
    try:
        yield half
        _sync(half)
        half.replace(target)
        if sys.platform != "win32":
            _sync(target.parent)
    finally:
        for left in (half, *(_with(half, side) for side in SIDES)):
            left.unlink(missing_ok=True)


def give_to_owner(path: Path) -> None:
    """What root makes belongs to the owner of the folder that it lies in: the bot is to use it."""
    if sys.platform != "win32" and os.geteuid() == 0:
        owner = path.parent.stat()
        os.chown(path, owner.st_uid, owner.st_gid)


def _sync(path: Path) -> None:
    """Wait until the disk has it."""
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _reading(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing. Raises CannotOpen where there is no file, so that none is made."""
    if not path.is_file():
        raise CannotOpen(path, detail="there is no such file")
    db = sqlite3.connect(path, isolation_level=None, timeout=30)
    db.execute("PRAGMA query_only = ON")
    return db


def _counted(db: sqlite3.Connection, path: Path) -> Contents:
    version = migrations.version(db, path)
    if not version:
        raise Corrupt(path, detail="it is empty")
    return Contents(version, *(db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in COUNTED))


def _need_room(source: Path, folder: Path) -> None:
    needed = sum(p.stat().st_size for p in (source, _with(source, "-wal")) if p.is_file()) + SPARE
    if shutil.disk_usage(folder).free < needed:
        raise DiskFull(folder, detail=f"a copy of {source} needs {needed / 2**20:.0f} MiB")


@contextmanager
def _errors_of(path: Path, folder: Path | None = None) -> Iterator[None]:
    """Errors as trouble with `path`; where that is only read, those of writing are trouble with the `folder` of it."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        found = trouble(error, path)
        if folder is not None and (isinstance(error, OSError) or isinstance(found, DiskFull)):
            found = trouble(error, folder)
        raise found from error
