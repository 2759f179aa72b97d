"""Maintenance of tables by the operator: `voormsi prune`, `recount` and `announce`, and the bot's own timed pruning.

Results of pruned tables stay as they are.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, NamedTuple

from bot.availability.outages import is_in_doubt
from bot.runtime.settings import Settings
from bot.runtime.steady_clock import wall
from bot.runtime.times import DAY, HOUR
from bot.store import DatabaseBusy, Prunable, PruningStore, ResultRow, Retention, RubberRow, Store, Stored, StoreError
from bot.store.engine import announce_beside, open_read_only, open_store
from bot.tables.results import ended_table, results_of, rubber_row_of
from bot.tables.table_service import is_installed, read_entries

IN_DOUBT: Final = (
    "Nothing is removed: by this machine's clock the bot was away for more than a week, until less than a week ago."
    " If the clock is right, let the bot run: then it removes by itself what is old enough."
)


def limits(settings: Settings, now: int) -> Retention:
    """The moments before which data is removed at `now`, ms since the epoch, according to the settings."""
    days = settings.keep_tables_days
    return Retention(
        interactions=now - int(settings.keep_interactions_hours * HOUR),
        tables=None if days is None else now - int(days * DAY),
        guilds=now - int(settings.keep_servers_days * DAY),
        acts=now - int(settings.keep_acts_days * DAY),
        conduct=now,
    )


async def prune_all(
    store: PruningStore, old: Retention, remove: Callable[[Retention], Awaitable[Sequence[int]]] | None = None
) -> Prunable:
    """Remove everything older, in small commits; `remove` removes a few tables (default: the store does)."""
    remove = remove or store.prune_tables
    interactions = tables = 0
    while forgotten := await store.prune_interactions(old):
        interactions += forgotten
    while removed := await remove(old):
        tables += len(removed)
    return Prunable(interactions, tables, await store.prune_guilds(old))


def summary(found: Prunable) -> str:
    """Format as `tables: 12, servers: 1, presses: 300`."""
    return f"tables: {found.tables}, servers: {found.guilds}, presses: {found.interactions}"


def prune(settings: Settings, *, dry_run: bool) -> int:
    """`voormsi prune`: 0 and what was removed, else 1 and why nothing was."""
    try:
        text = asyncio.run(_prune(settings, dry_run))
    except DatabaseBusy as error:
        print(f"{error}. If that is the bot: it prunes by itself, every day.", file=sys.stderr)
        return 1
    except StoreError as error:
        print(error, file=sys.stderr)
        return 1
    if text is None:
        print(IN_DOUBT, file=sys.stderr)
        return 1
    print(text)
    return 0


async def _prune(settings: Settings, dry_run: bool) -> str | None:
    """The result in words; None if nothing is removed because the clock may be wrong."""
    async with await open_read_only(settings.database) as store:
        if await is_in_doubt(store, wall()):
            return None
        if dry_run:
            return f"There are to be removed: {summary(await store.prunable(limits(settings, wall())))}."
    before = _size(settings)
    async with await open_store(settings.database, now=wall) as store:
        done = await prune_all(store, limits(settings, wall()))
        await store.compact()
    if before is None or (after := _size(settings)) is None:
        return f"Removed: {summary(done)}."
    return f"Removed: {summary(done)}. The file had {before / 2**20:.1f} MiB, and has {after / 2**20:.1f} MiB."


def _size(settings: Settings) -> int | None:
    """The size of the database in bytes, if it is a file."""
    return None if settings.is_on_server else settings.database_file.stat().st_size


log = logging.getLogger(__name__)

FEW: Final = 50
NOTED: Final = "recounted"
"""The name of the value that says up to which table the results have been counted; "" if all have."""


class Recounted(NamedTuple):
    """The number of tables that were looked at, of unreadable records, and of tables whose game is not installed."""

    tables: int = 0
    unreadable: int = 0
    without_game: int = 0


async def recount_all(store: Store, after: int = 0) -> Recounted:
    """Replace the results of the ended tables with a greater id; an interrupted count goes on at the next start."""
    done = Recounted()
    while ids := await store.ended_tables(after, FEW):
        for table_id in ids:
            done = await _recount_table(store, table_id, done._replace(tables=done.tables + 1))
        after = ids[-1]
        await store.put_value(NOTED, str(after))
    await store.put_value(NOTED, "")
    return done


async def _recount_table(store: Store, table_id: int, done: Recounted) -> Recounted:
    if (stored := await store.table(table_id)) is None:
        return done
    if not is_installed(stored.row):
        return done._replace(without_game=done.without_game + 1)
    if (found := await asyncio.to_thread(_recorded_results, stored)) is None:
        return done._replace(unreadable=done.unreadable + 1)
    await store.replace_results(table_id, *found)
    return done


async def recount_what_is_left(store: Store) -> None:
    """Count the tables that ended before the database knew results, unless that has been done."""
    if after := await store.get_value(NOTED):
        done = await recount_all(store, int(after))
        log.info("Results counted from the records of %d tables; unreadable: %d; without their game: %d", *done)


def _recorded_results(stored: Stored) -> tuple[list[ResultRow], RubberRow | None] | None:
    """The results of a table by its record, for people and for ratings; None if that cannot be read."""
    row = stored.row
    try:
        if (found := ended_table(row.id, read_entries(stored.record))) is None:
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
    if done.without_game:
        print(f"{done.without_game} tables wait for a game that is not installed: their results stay as they were.")
    return 0


async def _recount(settings: Settings) -> Recounted:
    async with await open_read_only(settings.database):
        pass  # it is there, and of today
    async with await open_store(settings.database, now=wall) as store:
        return await recount_all(store)


LONGEST: Final = 1_000


def announce(settings: Settings, text: str) -> int:
    """Queue the text for the bot, which may be running: 0, else 1 and the reason on stderr."""
    text = text.strip()
    if not 0 < len(text) <= LONGEST:
        print(f"The text has {len(text)} characters; expected 1 to {LONGEST}.", file=sys.stderr)
        return 1
    try:
        count = asyncio.run(announce_beside(settings.database, text, wall()))
    except StoreError as error:
        print(error, file=sys.stderr)
        return 1
    if count:
        when = "The running bot posts it within seconds; if it is stopped, after its next start."
        print(f"Queued for {count} {'table' if count == 1 else 'tables'} in play. {when}")
    else:
        print("No table is in play, so there is nobody to tell.")
    return 0
