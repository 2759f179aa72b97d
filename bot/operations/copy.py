"""`voormsi copy FROM [TO]`: move a whole database, between SQLite and PostgreSQL or within one of them."""

from __future__ import annotations

import asyncio
import sys

from bot.operations import erasure_log
from bot.runtime.database import Database, UnreadableAddress, database_of, file_of
from bot.runtime.settings import Settings
from bot.runtime.steady_clock import wall
from bot.store import DatabaseBusy, StoreError, Transferred
from bot.store.engine import copy_store, open_read_only


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
