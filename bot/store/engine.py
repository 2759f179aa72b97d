"""The choice of the engine behind the ports: SQLite is the only one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bot.store.ports import Store
from bot.store.sqlite.store import SqliteStore


async def open_store(database: Path, now: Callable[[], int]) -> Store:
    """Open the database for this process alone; a missing one is made, an older one is backed up and migrated.

    `now` gives milliseconds since the epoch. Raises DatabaseTrouble: for a second process, a newer schema, a damaged
    database, one of another program or not writable, a full disk.
    """
    return await SqliteStore.open(database, now=now)


async def open_read_only(database: Path) -> Store:
    """Open the database of a bot that may be running: methods that write raise ReadOnly.

    Raises DatabaseTrouble, also if there is no database or its schema has another version than this program's.
    """
    return await SqliteStore.open_read_only(database)


async def announce_beside(database: Path, text: str, at: int) -> int:
    """Queue an announcement in the database of a bot that may be running; return for how many tables.

    `at`: ms since the epoch. Raises DatabaseTrouble, as `open_read_only`, and if the bot is writing for long.
    """
    return await SqliteStore.announce_beside(database, text, at)
