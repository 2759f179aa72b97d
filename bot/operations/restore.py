"""`voormsi restore`: replace the database by a checked backup, without people who were erased since."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot.operations import erasure_log
from bot.operations.backup import FORM
from bot.runtime import own_files
from bot.runtime.database import PostgresAddress, file_of
from bot.runtime.settings import Settings
from bot.store import Contents, DatabaseBusy, Restored, StoreError
from bot.store.engine import is_used, restore_dump
from bot.store.sqlite import file_copies

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
        done = _on_server(file, database) if isinstance(database, PostgresAddress) else _in_file(file, database)
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


def _in_file(file: Path, database: Path) -> Restored:
    erased = 0

    def erase_again(copy: Path) -> None:
        nonlocal erased
        erased = erasure_log.apply(_gathered(file, database), copy)

    aside = database.with_name(f"{database.name}.before-restore-{datetime.now(UTC).strftime(FORM)}")
    contents: Contents = file_copies.restore(file, database, aside, erase_again)
    return Restored(contents, erased, str(aside) if aside.exists() else None)


def _on_server(file: Path, address: PostgresAddress) -> Restored:
    is_erased = erasure_log.by_log(_gathered(file, file_of(address)))
    aside = datetime.now(UTC).strftime(ASIDE_SCHEMA)
    done = restore_dump(file, address, aside, is_erased or (lambda *_: False))
    return done._replace(aside=f"the schema {done.aside}" if done.aside else None)


def _gathered(file: Path, database: Path) -> Path:
    """The log of erasures, with those of the backup's folder."""
    erasure_log.gather(database, file.resolve().parent)
    return erasure_log.log_of(database)
