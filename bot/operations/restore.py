"""`voormsi restore`: replace the database by a checked backup, without people who were erased since."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

from bot.operations import erasure_log
from bot.operations.backup import FORM
from bot.runtime.settings import Settings
from bot.store import StoreError
from bot.store.sqlite import file_copies


def restore(settings: Settings, file: Path, *, over: bool) -> int:
    """Replace the database: 0 and what was done, else 1 and why nothing was."""
    if settings.is_on_server:
        print("The database is on a PostgreSQL server: restore it with pg_restore.", file=sys.stderr)
        return 1
    database = settings.database_file.resolve()
    if not over and database.is_file() and database.stat().st_size:
        print(f"There is a database at {database}. With --over it is set aside and replaced.", file=sys.stderr)
        return 1
    erased = 0

    def erase_again(copy: Path) -> None:
        nonlocal erased
        erasure_log.gather(database, file.resolve().parent)
        erased = erasure_log.apply(erasure_log.log_of(database), copy)

    aside = database.with_name(f"{database.name}.before-restore-{datetime.now(UTC).strftime(FORM)}")
    try:
        contents = file_copies.restore(file, database, aside, erase_again)
    except (StoreError, OSError) as error:
        print(f"Nothing was restored: {error}", file=sys.stderr)
        return 1
    print(f"Restored {database} from {file}: {contents}.")
    if erased:
        print(f"Erased again in it: {erased} who were erased since.")
    if aside.exists():
        print(f"What was there before is kept as {aside}")
    return 0
