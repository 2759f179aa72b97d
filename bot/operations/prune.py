"""`voormsi prune` and the bot's own timed pruning: remove data that is older than the settings allow."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from bot.availability.outages import is_in_doubt
from bot.runtime.settings import Settings
from bot.runtime.steady_clock import wall
from bot.runtime.times import DAY, HOUR
from bot.store import DatabaseBusy, Prunable, PruningStore, Retention, StoreError
from bot.store.engine import open_read_only, open_store

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
