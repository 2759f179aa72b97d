"""`voormsi backup` and the bot's own timed backups: checked copies in a folder, of which the newest are kept."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from bot.operations import erasure_log
from bot.runtime.settings import Settings
from bot.store import StoreError
from bot.store.sqlite import file_copies

log = logging.getLogger(__name__)

FORM: Final = "%Y-%m-%d-%H%M%S"
ON_SERVER: Final = "The database is on a PostgreSQL server: back it up and restore it with pg_dump and pg_restore."
PART_KEPT: Final = 24 * 3600.0
"""Seconds after which the process that left an unfinished copy is assumed to be dead."""


class Backup(NamedTuple):
    """A finished copy in the folder; `at`: the time of its content, seconds since the epoch."""

    path: Path
    at: float


class BackupDone(NamedTuple):
    """The files that one backup made and removed."""

    path: Path
    contents: file_copies.Contents
    bytes: int
    seconds: float
    kept: int
    removed: int

    def __str__(self) -> str:
        size = f"{self.bytes / 2**20:.1f} MiB in {self.seconds:.1f} s"
        older = f"{self.kept} older ones kept, {self.removed} removed"
        return f"{self.path}: {self.contents}; checked, {size}; {older}."


def folder_of(settings: Settings) -> Path:
    """The folder for backups: BACKUP_FOLDER, else `backups` beside the database."""
    return settings.backup_folder or settings.database_file.absolute().parent / "backups"


def found(folder: Path, database: Path) -> list[Backup]:
    """The backups of a database in a folder, the newest first."""
    form = f"{database.stem.replace('%', '%%')}-{FORM}.db"
    backups = []
    for path in folder.glob(f"{database.stem}-*.db"):
        with suppress(ValueError):  # another file whose name begins in the same way
            backups.append(Backup(path, datetime.strptime(path.name, form).replace(tzinfo=UTC).timestamp()))
    return sorted(backups, key=lambda backup: backup.at, reverse=True)


def newest(folder: Path, database: Path, now: float) -> Backup | None:
    """The newest backup of a database at `now`, seconds since the epoch.

    A backup from the future, made when the clock was wrong, is returned only if there is no other.
    """
    there = found(folder, database)
    return next((backup for backup in there if backup.at <= now), there[0] if there else None)


def make(database: Path, folder: Path, keep: int, now: float) -> BackupDone:
    """Copy the database into the folder, named after `now`, and remove all but the newest `keep` copies.

    Takes as long as the disk does. Raises DatabaseTrouble, OSError; then nothing has been removed.
    """
    begun = time.monotonic()
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        file_copies.give_to_owner(folder)
    path = folder / f"{database.stem}-{datetime.fromtimestamp(now, UTC).strftime(FORM)}.db"
    contents = file_copies.copy(database, path)
    erasure_log.copy(database, folder / database.name)
    others = [backup for backup in found(folder, database) if backup.path != path]
    for old in others[keep - 1 :]:
        old.path.unlink(missing_ok=True)
    for part in folder.glob(f"{database.stem}-*.part*"):
        with suppress(FileNotFoundError):  # another process has just finished its own copy
            if now - part.stat().st_mtime > PART_KEPT:
                part.unlink()
    kept = min(len(others), keep - 1)
    return BackupDone(path, contents, path.stat().st_size, time.monotonic() - begun, kept, len(others) - kept)


class Timer:
    """Makes a backup, in a thread, whenever the newest is too old."""

    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self._database, self._folder, self._now = settings.database_file, folder_of(settings), now
        self._every = 0 if settings.is_on_server else settings.backup_every * 3600
        self._keep = settings.backup_keep
        self.last: BackupDone | None = None
        self.trouble: str | None = None
        """The reason why the last backup failed, in plain words; None if it did not."""

    async def look(self) -> None:
        """Make a backup if it is time. A failure is logged, and retried at the next call."""
        if not self._every:
            return
        try:
            backups = await asyncio.to_thread(found, self._folder, self._database)
            now = self._now()
            if any(now - self._every < backup.at <= now for backup in backups):  # none of the future: the clock was set
                return
            self.last = await asyncio.to_thread(make, self._database, self._folder, self._keep, now)
        except (StoreError, OSError) as error:
            self.trouble = str(error)
            log.error("No backup could be made: %s", error)
        else:
            self.trouble = None
            log.info("Backup %s", self.last)

    def answer(self) -> dict[str, object]:
        return {"last": str(self.last.path) if self.last else None, "trouble": self.trouble}


def backup(settings: Settings, folder: Path | None) -> int:
    """`voormsi backup [FOLDER]`: 0 after a backup, else 1; prints the result or the reason."""
    if settings.is_on_server:
        print(ON_SERVER, file=sys.stderr)
        return 1
    try:
        done = make(settings.database_file, folder or folder_of(settings), settings.backup_keep, time.time())
    except (StoreError, OSError) as error:
        print(f"No backup was made: {error}", file=sys.stderr)
        return 1
    print(f"Backed up {settings.database} to {done}")
    return 0
