"""The checks of this machine by `voormsi doctor`: database, disk, backups and more.

They change nothing.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from bot.operations import backup, health
from bot.operations.doctor.findings import Finding, Verdict, unsure, well, wrong
from bot.operations.fatal_errors import missing, remedy_for
from bot.operations.game_faults import REMEDY, game_faults
from bot.runtime.settings import Settings, unknown_settings
from bot.store import DatabaseTrouble
from bot.store.sqlite.integrity import check_file
from bot.store.sqlite.migrations import KNOWN
from rules.registry import INSTALLED

MIB: Final = 2**20
LITTLE_ROOM: Final = 20 * MIB
SOME_ROOM: Final = 200 * MIB
SMALL_FILE: Final = 20 * MIB
"""The size below which free room inside a database is not worth a word."""
LONG_JOURNAL: Final = 64 * MIB
"""The journal is written back into the file at some 4 MiB; it grows longer only during a long read."""
MUCH_FREE: Final = 0.5
MAGIC: Final = b"SQLite format 3\0"
AHEAD: Final = 60.0
"""Seconds by which a file's time may be in the future."""
ONES_OWN: Final = 0o077
LEFT_OVER: Final = 30 * 24 * 3600.0
"""Seconds after which a leftover safety copy is reported."""


def _look_at(path: Path) -> None:
    """Raise OSError if the system does not let us look at a path; from Python 3.14 on, `exists` only says no."""
    with suppress(FileNotFoundError, NotADirectoryError):
        path.stat()


def database(settings: Settings) -> Finding:
    path = settings.database_file.absolute()
    _look_at(path)
    if not path.parent.is_dir():
        return wrong("Database", f"{path.parent} is no folder.", "Make it, or set DATABASE to another path.")
    if path.is_dir():
        return wrong("Database", f"{path} is a folder.", "Set DATABASE to the path of a file.")
    unwritable = [str(p) for p in (path.parent, path) if p.exists() and not os.access(p, os.R_OK | os.W_OK)]
    if unwritable:
        return wrong("Database", f"{' and '.join(unwritable)} may not be written to.", "Give the bot's user the right.")
    if (gone := missing(settings)) is not None:
        return wrong("Database", f"{gone}.", remedy_for(gone, settings))
    if not path.exists():
        return well("Database", f"{path} is not there yet; it will be made.")
    try:
        version = check_file(path)
    except DatabaseTrouble as error:
        if remedy := remedy_for(error, settings):
            return wrong("Database", f"{error}.", remedy)
        return unsure("Database", f"it could not be looked through: {error}.")
    if 0 < version < len(KNOWN):
        text = f"{path} is of an older version; the bot copies it and brings it up to date at its next start."
        return well("Database", text)
    return well("Database", f"{path} is there and may be written to.")


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0


def _journal(database: Path) -> Path:
    return database.with_name(f"{database.name}-wal")


def disk(settings: Settings) -> Finding:
    folder = next(p for p in settings.database_file.absolute().parents if p.is_dir())
    free = shutil.disk_usage(folder).free
    needed = _size(settings.database_file) + _size(_journal(settings.database_file))
    text = f"{free / MIB:.0f} MiB are free for {folder}; the database has {needed / MIB:.1f} MiB."
    if free < LITTLE_ROOM:
        return wrong("Disk", text, "Make room: nothing can be played when the disk is full.")
    if free < SOME_ROOM or free < 2 * needed:
        return unsure("Disk", text, "Make room soon: each backup takes as much as the database.")
    return well("Disk", text)


def journal(settings: Settings) -> Finding | None:
    size = _size(_journal(settings.database_file))
    if size < LONG_JOURNAL:
        return None
    path = _journal(settings.database_file)
    text = f"{path} has {size / MIB:.0f} MiB: something has been reading the database for long."
    return unsure("Journal", text, "End other programs that have it open. It shrinks when the bot is started again.")


def room_inside(settings: Settings) -> Finding | None:
    """Check whether much of the file is free space."""
    if _size(settings.database_file) < SMALL_FILE:
        return None
    with settings.database_file.open("rb") as file:  # as plain bytes, so that a running bot is not disturbed
        header = file.read(100)
    pages, free = (int.from_bytes(header[at : at + 4], "big") for at in (28, 36))
    if not header.startswith(MAGIC) or not pages or free / pages < MUCH_FREE:
        return None
    text = f"{100 * free / pages:.0f} % of the database's file is free room."
    return unsure("Room", text, "Stop the bot and run `voormsi prune`: it writes the file anew.")


def backups(settings: Settings) -> Finding | None:
    """Check the backups of a file, and whether they are on another disk than the file."""
    if not _size(settings.database_file):
        return None
    finding, folder = newest_backup(settings), backup.folder_of(settings)
    if (
        finding.verdict is Verdict.WELL
        and folder.stat().st_dev == settings.database_file.absolute().parent.stat().st_dev
    ):
        text = f"{finding.words} They are on the database's own disk: keep a copy elsewhere as well."
        return finding._replace(words=text)
    return finding


def newest_backup(settings: Settings) -> Finding:
    """Check whether the bot makes backups by itself, and how old the newest is."""
    if not settings.backup_every:
        return unsure("Backups", "BACKUP_EVERY=0: the bot makes none.", "`voormsi backup` makes one at any time.")
    folder = backup.folder_of(settings)
    _look_at(folder)
    existing = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())
    if not existing.is_dir() or not os.access(existing, os.W_OK | os.X_OK):
        text = f"no files may be written in {folder}."
        return wrong("Backups", text, "Give the bot's user the right, or set BACKUP_FOLDER to another folder.")
    newest = backup.newest(folder, settings.database, time.time())
    if newest is None:
        return unsure("Backups", f"there is none in {folder}.", "The bot makes one when it has run for a minute.")
    age = (time.time() - newest.at) / 3600
    text = f"the newest is {newest.path}, {age:.1f} hours old."
    if age > 2 * settings.backup_every + 1:
        remedy = "Is the bot running? Its log says why it could make none."
        return wrong("Backups", f"{text} One every {settings.backup_every:g} hours is wanted.", remedy)
    return well("Backups", text)


def leftovers(settings: Settings) -> Finding | None:
    """Check for old copies that are never rotated: from before a restore, or before a migration."""
    base = settings.database_file.absolute()
    found = [*base.parent.glob(f"{base.name}.v*.backup"), *base.parent.glob(f"{base.name}.before-restore-*")]
    old = sorted(str(path) for path in found if time.time() - path.stat().st_mtime > LEFT_OVER)
    if not old:
        return None
    return unsure("Copies", f"{' and '.join(old)} still know who was erased since.", "Remove what you do not need.")


def wall_clock(settings: Settings) -> Finding | None:
    """Check whether the clock is behind the database's last change."""
    ahead = settings.database_file.stat().st_mtime - time.time() if settings.database_file.is_file() else 0.0
    if ahead < AHEAD:
        return None
    text = f"is {ahead:.0f} s behind the database's last change."
    return wrong("This machine's clock", text, "Let the machine keep time by NTP.")


def privacy(settings: Settings) -> Finding | None:
    """Check whether others on this machine can read the token."""
    env = Path(".env")
    if sys.platform == "win32" or not settings.token or not env.is_file() or not env.stat().st_mode & ONES_OWN:
        return None
    return unsure("Privacy", f"others on this machine may read {env}.", f"chmod 600 {env}")


def variables(_: Settings) -> Finding | None:
    """Check for variables that are no settings, probably misspelt ones."""
    unknown = unknown_settings()
    return unsure("Settings", " ".join(unknown), ".env.example lists all settings.") if unknown else None


def sign_of_life(settings: Settings) -> Finding | None:
    path = settings.health_file
    if path is None:
        return None
    _look_at(path)
    folder = path.absolute().parent
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        return wrong("Sign of life", f"HEALTH_FILE may not be written in {folder}.", "Make it, or set another path.")
    if not path.is_file():
        return None
    if (silence := health.silence(path, time.time())) is not None:
        return unsure("Bot", silence, "If it should be running: look at its log.")
    if (ailment := health.ailment(path, time.time())) is not None:
        return wrong("Bot", ailment, "Its log says more; docs/operations.md, Troubleshooting.")
    return well("Bot", "is running, and says that it is well.")


def installed_games(_: Settings) -> Finding | None:
    """Check the games of other packages; None if there are none."""
    if faults := game_faults():
        return wrong("Games", "; ".join(map(str, faults)) + ".", REMEDY)
    if not INSTALLED:
        return None
    return well("Games", f"these are installed beside the program's own: {', '.join(sorted(INSTALLED))}.")


Check = Callable[[Settings], Finding | None]
OF_FILE: Final[tuple[Check, ...]] = (database, disk, journal, room_inside, backups, leftovers, wall_clock)
"""The checks of a database that is a file."""
CHECKS: Final[tuple[Check, ...]] = (privacy, variables, sign_of_life, installed_games)
"""The checks, in order; a check with nothing to report returns None."""
