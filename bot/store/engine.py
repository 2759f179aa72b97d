"""The choice of the engine behind the ports: PostgreSQL for an address, SQLite for a path."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.runtime.database import Database, PostgresAddress
from bot.store.errors import CannotOpen
from bot.store.rows import Dumped, LockWait, Restored, ServerRow, Transferred
from bot.store.sql.store import Store, fill
from bot.store.sqlite.migrations import KNOWN
from bot.store.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from bot.store.postgres.store import PostgresStore

SCHEMA_VERSION: Final = len(KNOWN)
"""The version of the schema that this program reads and writes, the same for every engine."""


async def open_store(database: Database, now: Callable[[], int], waiting: LockWait | None = None) -> Store:
    """Open the database for this process alone; a missing file is made, an older one is backed up and migrated.

    `now` gives milliseconds since the epoch. `waiting`: of a second process on a server, which waits for the first one
    to end, and leaves the schema alone until then. Raises DatabaseTrouble: for a second process that does not wait,
    a newer schema, a damaged database, one of another program or not writable, a full disk, a server that does not
    answer.
    """
    return await _open(database, now, waiting)


async def open_read_only(database: Database) -> Store:
    """Open the database of a bot that may be running: methods that write raise ReadOnly.

    Raises DatabaseTrouble, also if there is no database or its schema has another version than this program's.
    """
    if isinstance(database, Path):
        return await SqliteStore.open_read_only(database)
    return await _postgres(database).open_read_only(database)


async def announce_beside(database: Database, text: str, at: int) -> int:
    """Queue an announcement in the database of a bot that may be running; return for how many tables.

    `at`: ms since the epoch. Raises DatabaseTrouble, as `open_read_only`, and if the bot is writing for long.
    """
    if isinstance(database, Path):
        return await SqliteStore.announce_beside(database, text, at)
    return await _postgres(database).announce_beside(database, text, at)


async def copy_store(source: Database, target: Database, now: Callable[[], int]) -> Transferred:
    """Copy everything from one database to an empty one, in one transaction, and compare it row by row.

    No other process may use either of them; an older source is brought up to date first. Raises DatabaseTrouble; then
    the target has no row.
    """
    async with await _open(source, now) as full, await _open(target, now) as empty:
        return await fill(empty, full)


def dump(address: PostgresAddress, target: Path) -> Dumped:
    """Dump a database on a server, which may be in use, into `target`, an empty file, and check the dump.

    Takes as long as disk and network do. Raises DatabaseTrouble.
    """
    _postgres(address)
    from bot.store.postgres import dumps

    return dumps.dump(address, target)


def examine_server(address: PostgresAddress) -> ServerRow:
    """Look at the server; takes a second. Raises DatabaseTrouble."""
    _postgres(address)
    from bot.store.postgres import server_check

    return server_check.examine(address)


def is_used(address: PostgresAddress) -> bool:
    """Return whether there is a database of ours on the server. Raises DatabaseTrouble, also for another program's."""
    _postgres(address)
    from bot.store.postgres import restoring

    return restoring.is_used(address)


def restore_dump(source: Path, address: PostgresAddress, aside: str, is_erased: Callable[[int, int], bool]) -> Restored:
    """Restore a dump in place of the database on a server, whose tables are kept in the schema `aside`.

    Everybody for whom `is_erased(discord_id, met_at)` holds is erased again. Raises DatabaseTrouble.
    """
    _postgres(address)
    from bot.store.postgres import restoring

    return restoring.restore(source, address, aside, is_erased)


async def _open(
    database: Database, now: Callable[[], int], waiting: LockWait | None = None
) -> SqliteStore | PostgresStore:
    if isinstance(database, Path):
        return await SqliteStore.open(database, now=now)
    return await _postgres(database).open(database, now=now, waiting=waiting)


def _postgres(address: PostgresAddress) -> type[PostgresStore]:
    """Import the engine, whose driver is an extra."""
    try:
        from bot.store.postgres.store import PostgresStore
    except ImportError as error:
        detail = "PostgreSQL needs an extra: uv sync --extra postgres, or pip install 'psycopg[binary]'"
        raise CannotOpen(address, detail=detail) from error
    return PostgresStore
