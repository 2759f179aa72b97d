"""`voormsi recount`, and the bot's own count after an upgrade: compute the results of ended tables from their records.

Results of pruned tables stay as they are.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from typing import Final, NamedTuple

from bot.runtime.settings import Settings
from bot.runtime.steady_clock import wall
from bot.store import DatabaseBusy, ResultRow, RubberRow, Store, Stored, StoreError
from bot.store.engine import open_read_only, open_store
from bot.tables.results import ended, results_of, rubber_row_of
from bot.tables.table_service import recorded

log = logging.getLogger(__name__)

FEW: Final = 50
NOTED: Final = "recounted"
"""The name of the value that says up to which table the results have been counted; "" if all have."""


class Recounted(NamedTuple):
    """The number of tables that were counted, and of those whose records cannot be read."""

    tables: int = 0
    unreadable: int = 0


async def recount_all(store: Store, after: int = 0) -> Recounted:
    """Replace the results of the ended tables with a greater id; an interrupted count goes on at the next start."""
    done = Recounted()
    while ids := await store.ended_tables(after, FEW):
        for table_id in ids:
            stored = await store.table(table_id)
            found = None if stored is None else await asyncio.to_thread(_left_by, stored)
            if found is not None:
                await store.replace_results(table_id, *found)
            done = Recounted(done.tables + 1, done.unreadable + (found is None and stored is not None))
        after = ids[-1]
        await store.put_value(NOTED, str(after))
    await store.put_value(NOTED, "")
    return done


async def recount_what_is_left(store: Store) -> None:
    """Count the tables that ended before the database knew results, unless that has been done."""
    if after := await store.get_value(NOTED):
        done = await recount_all(store, int(after))
        log.info("Results counted from the records of %d tables; unreadable: %d", *done)


def _left_by(stored: Stored) -> tuple[list[ResultRow], RubberRow | None] | None:
    """The results of a table by its record, for people and for ratings; None if that cannot be read."""
    row = stored.row
    try:
        if (found := ended(row.id, recorded(stored.record))) is None:
            return [], None
        return results_of(found[0], row.guild_id, found[1]), rubber_row_of(found[0], row.guild_id, found[1])
    except (ValueError, KeyError, TypeError):
        log.warning("The record of table %d cannot be read: its results stay as they are", row.id, exc_info=True)
        return None


def recount(settings: Settings) -> int:
    """`voormsi recount`: 0 and how much was counted, else 1 and why nothing was."""
    try:
        done = asyncio.run(_recount(settings))
    except DatabaseBusy as error:
        print(f"{error}. If that is the bot, stop it first: it counts each rubber by itself.", file=sys.stderr)
        return 1
    except StoreError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"Counted the results of {done.tables} ended tables from their records.")
    if done.unreadable:
        print(f"{done.unreadable} records cannot be read: the results of these tables stay as they were.")
    return 0


async def _recount(settings: Settings) -> Recounted:
    async with await open_read_only(settings.database):
        pass  # it is there, and of today
    async with await open_store(settings.database, now=wall) as store:
        return await recount_all(store)
