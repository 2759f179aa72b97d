"""Copies of the database: checked backups, by command and by time, their restore, and a copy to another database."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from bot.operations import erasure_log
from bot.runtime import own_files
from bot.runtime.database import Database, PostgresAddress, UnreadableAddress, database_of, file_of
from bot.runtime.settings import Settings
from bot.runtime.steady_clock import wall
from bot.store import Contents, DatabaseBusy, Restored, StoreError, Transferred
from bot.store.engine import copy_store, dump, is_used, open_read_only, restore_dump
from bot.store.sqlite import file_copies

log = logging.getLogger(__name__)

FORM: Final = "%Y-%m-%d-%H%M%S"
NOT_RESTORED: Final = "read through, not restored: the role may not create a database for that"
NOT_THERE: Final = (
    "Give {user} a folder there (install -d -o {user} -m 700 FOLDER), "
    "or back up to the usual folder, and copy from there what another user needs."
)
PART_KEPT: Final = 24 * 3600.0
"""Seconds after which the process that left an unfinished copy is assumed to be dead."""


class Backup(NamedTuple):
    """A finished copy in the folder; `at`: the time of its content, seconds since the epoch."""

    path: Path
    at: float


class BackupDone(NamedTuple):
    """The files that one backup made and removed; `check`: what was done to check the copy."""

    path: Path
    contents: Contents
    check: str
    bytes: int
    seconds: float
    kept: int
    removed: int

    def __str__(self) -> str:
        size = f"{self.bytes / 2**20:.1f} MiB in {self.seconds:.1f} s"
        older = f"{self.kept} older ones kept, {self.removed} removed"
        return f"{self.path}: {self.contents}; {self.check}, {size}; {older}."


def can_dump(settings: Settings) -> bool:
    """Return whether the bot can make backups: of a server by pg_dump, where that is installed."""
    return not settings.is_on_server or shutil.which("pg_dump") is not None


def folder_of(settings: Settings) -> Path:
    """The folder for backups: BACKUP_FOLDER, else `backups` beside the database."""
    return settings.backup_folder or settings.database_file.absolute().parent / "backups"


def find_backups(folder: Path, database: Database) -> list[Backup]:
    """The backups of a database in a folder, the newest first."""
    stem, ending = _stem(database), _ending(database)
    form = f"{stem.replace('%', '%%')}-{FORM}{ending}"
    backups = []
    for path in folder.glob(f"{stem}-*{ending}"):
        with suppress(ValueError):  # another file whose name begins in the same way
            backups.append(Backup(path, datetime.strptime(path.name, form).replace(tzinfo=UTC).timestamp()))
    return sorted(backups, key=lambda backup: backup.at, reverse=True)


def _stem(database: Database) -> str:
    return database.stem if isinstance(database, Path) else database.name


def _ending(database: Database) -> str:
    return ".db" if isinstance(database, Path) else ".dump"


def newest(folder: Path, database: Database, now: float) -> Backup | None:
    """The newest backup of a database at `now`, seconds since the epoch.

    A backup from the future, made when the clock was wrong, is returned only if there is no other.
    """
    there = find_backups(folder, database)
    return next((backup for backup in there if backup.at <= now), there[0] if there else None)


def make(database: Database, folder: Path, keep: int, now: float) -> BackupDone:
    """Copy the database into the folder, named after `now`, and remove all but the newest `keep` copies.

    Takes as long as the disk does. Raises DatabaseTrouble, OSError; then nothing has been removed.
    """
    begun = time.monotonic()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{_stem(database)}-{datetime.fromtimestamp(now, UTC).strftime(FORM)}{_ending(database)}"
    log_copy = folder.resolve() / f"{file_of(database).name}{erasure_log.ENDING}"
    own_files.refuse_links(path, log_copy)
    contents, check = _copy_database(database, path)
    erasure_log.copy(file_of(database), log_copy)
    others = [backup for backup in find_backups(folder, database) if backup.path != path]
    for old in others[keep - 1 :]:
        old.path.unlink(missing_ok=True)
    for part in folder.glob(f"{_stem(database)}-*.part*"):
        with suppress(FileNotFoundError):  # another process has just finished its own copy
            if now - part.stat().st_mtime > PART_KEPT:
                part.unlink()
    kept = min(len(others), keep - 1)
    return BackupDone(path, contents, check, path.stat().st_size, time.monotonic() - begun, kept, len(others) - kept)


def _copy_database(database: Database, path: Path) -> tuple[Contents, str]:
    """Copy the database to `path`; return what it holds, and what was done to check the copy."""
    if isinstance(database, Path):
        return file_copies.copy(database, path), "checked"
    with file_copies.replacement(path) as half:
        done = dump(database, half)
    return done.contents, "restored for a check" if done.was_restored else NOT_RESTORED


class Timer:
    """Makes a backup, in a thread, whenever the newest is too old."""

    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self._database, self._folder, self._now = settings.database, folder_of(settings), now
        self._every = settings.backup_every * 3600 if can_dump(settings) else 0
        self._keep = settings.backup_keep
        self.last: BackupDone | None = None
        self.trouble: str | None = None
        """The reason why the last backup failed, in plain words; None if it did not."""

    async def look(self) -> None:
        """Make a backup if it is time. A failure is logged, and retried at the next call."""
        if not self._every:
            return
        try:
            backups = await asyncio.to_thread(find_backups, self._folder, self._database)
            now = self._now()
            if any(now - self._every < backup.at <= now for backup in backups):  # none of the future: the clock was set
                return
            self.last = await asyncio.to_thread(make, self._database, self._folder, self._keep, now)
        except (StoreError, OSError) as error:
            self.trouble = str(error)
            log.error("No backup could be made: %s", error)
        else:
            self.trouble = None
            log.info("Backup %s", str(self.last))  # else the log would write its parts

    def answer(self) -> dict[str, object]:
        return {"last": str(self.last.path) if self.last else None, "trouble": self.trouble}


def backup(settings: Settings, folder: Path | None) -> int:
    """`voormsi backup [FOLDER]`: 0 after a backup, else 1; prints the result or the reason."""
    folder = folder or folder_of(settings)
    if refused := own_files.refusal(_nearest_existing_folder(folder), os.W_OK | os.X_OK, NOT_THERE):
        print(f"No backup was made: {refused}", file=sys.stderr)
        return 1
    try:
        done = make(settings.database, folder, settings.backup_keep, time.time())
    except (StoreError, OSError) as error:
        print(f"No backup was made: {error}", file=sys.stderr)
        return 1
    print(f"Backed up {settings.database} to {done}")
    return 0


def _nearest_existing_folder(folder: Path) -> Path:
    """The folder, or the one in which it would be made."""
    return next((path for path in (folder.absolute(), *folder.absolute().parents) if os.path.lexists(path)), folder)


NOT_READABLE: Final = "Put a copy of it where {user} may read it: install -o {user} -m 600 FILE backups/"
ASIDE_SCHEMA: Final = "before_restore_%Y_%m_%d_%H%M%S"


def restore(settings: Settings, file: Path, *, over: bool) -> int:
    """Replace the database: 0 and what was done, else 1 and why nothing was."""
    database = settings.database
    if refused := own_files.refusal(file, os.R_OK, NOT_READABLE):
        print(f"Nothing was restored: {refused}", file=sys.stderr)
        return 1
    if isinstance(database, Path):
        database = database.resolve()
    try:
        if not over and _is_there(database):
            print(f"There is a database at {database}. With --over it is set aside and replaced.", file=sys.stderr)
            return 1
        done = (
            _restore_on_server(file, database)
            if isinstance(database, PostgresAddress)
            else _restore_in_file(file, database)
        )
    except DatabaseBusy as error:
        print(f"Nothing was restored: {error}. If that is the bot, stop it and its standby first.", file=sys.stderr)
        return 1
    except (StoreError, OSError) as error:
        print(f"Nothing was restored: {error}", file=sys.stderr)
        return 1
    print(f"Restored {database} from {file}: {done.contents}.")
    if done.erased:
        print(f"Erased again in it: {done.erased} who were erased since.")
    if done.aside:
        print(f"What was there before is kept as {done.aside}")
    return 0


def _is_there(database: Path | PostgresAddress) -> bool:
    if isinstance(database, PostgresAddress):
        return is_used(database)
    return database.is_file() and database.stat().st_size > 0


def _restore_in_file(file: Path, database: Path) -> Restored:
    erased = 0

    def erase_again(copy: Path) -> None:
        nonlocal erased
        erased = erasure_log.apply(_gather_log(file, database), copy)

    aside = database.with_name(f"{database.name}.before-restore-{datetime.now(UTC).strftime(FORM)}")
    contents: Contents = file_copies.restore(file, database, aside, erase_again)
    return Restored(contents, erased, str(aside) if aside.exists() else None)


def _restore_on_server(file: Path, address: PostgresAddress) -> Restored:
    is_erased = erasure_log.erasure_test(_gather_log(file, file_of(address)))
    aside = datetime.now(UTC).strftime(ASIDE_SCHEMA)
    done = restore_dump(file, address, aside, is_erased or (lambda *_: False))
    return done._replace(aside=f"the schema {done.aside}" if done.aside else None)


def _gather_log(file: Path, database: Path) -> Path:
    """The log of erasures, with those of the backup's folder."""
    erasure_log.gather(database, file.resolve().parent)
    return erasure_log.log_of(database)


def copy(settings: Settings, source: str, target: str | None) -> int:
    """Copy between two databases, each a path or an address: 0 and how much was copied, else 1 and why nothing was.

    Without `target` the copy goes to DATABASE.
    """
    try:
        begin, end = database_of(source), settings.database if target is None else database_of(target)
        if str(begin) == str(end):
            print(f"Nothing was copied: {begin} is DATABASE. Set that to the new one, or name it.", file=sys.stderr)
            return 1
        done = asyncio.run(_copy(begin, end))
        erasure_log.copy(file_of(begin), erasure_log.log_of(file_of(end)))
    except DatabaseBusy as error:
        print(f"{error}. If that is the bot, stop it first. Nothing was copied.", file=sys.stderr)
        return 1
    except (UnreadableAddress, StoreError, OSError) as error:
        print(f"Nothing was copied: {error}", file=sys.stderr)
        return 1
    print(f"Copied {begin} to {end}: {done}. Every row was compared.")
    print(f"Start the bot with DATABASE set to the new one. {begin} stays as it is.")
    return 0


async def _copy(begin: Database, end: Database) -> Transferred:
    async with await open_read_only(begin):
        pass  # it is there, and of today
    return await copy_store(begin, end, wall)
