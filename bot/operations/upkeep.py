"""Periodic maintenance of a running bot: backups, pruning, database checks, health file and health pages."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from typing import Final

import discord

from bot.availability.outages import Outages, is_in_doubt
from bot.operations import backup, health
from bot.operations.maintenance import IN_DOUBT, limits, prune_all, recount_what_is_left, summary
from bot.operations.monitoring import HealthPages, HealthState, Page, health_pages, metrics_pages
from bot.publishing.table_publisher import TablePublisher
from bot.runtime import metrics
from bot.runtime.background_tasks import Supervisor
from bot.runtime.settings import Settings
from bot.runtime.steady_clock import wall
from bot.store import Retention, Store
from bot.tables import TableService

log = logging.getLogger(__name__)

MINUTE: Final = 60.0
HOUR: Final = 3600.0
DAY: Final = 24 * HOUR
LOOK_THROUGH: Final = 10 * MINUTE
"""Seconds between two checks of all pages of the database."""


class Upkeep:
    """The supervised tasks that have nothing to do with play."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        tables: TableService,
        publisher: TablePublisher,
        outages: Outages,
        client: discord.AutoShardedClient,
        supervisor: Supervisor,
        now: Callable[[], int] = wall,
    ) -> None:
        self._settings, self._store, self._tables = settings, store, tables
        self._publisher, self._outages = publisher, outages
        self._client, self._supervisor, self._now = client, supervisor, now
        self._backup = backup.Timer(settings)
        self.health_state = HealthState(client, store, supervisor, lambda: outages.is_connected)
        self.health_state.others["backup"] = self._backup.answer
        self._pages: list[HealthPages] = []

    def begin(self) -> None:
        """Start all tasks; the slow ones are delayed until start-up is over."""
        wanted: defaultdict[int, dict[str, Page]] = defaultdict(dict)  # by port: both kinds may share one
        if (port := self._settings.health_port) is not None:
            wanted[port] |= health_pages(self.health_state.answer)
        if (port := self._settings.metrics_port) is not None:
            wanted[port] |= metrics_pages(self._supervisor, self._store)
        host = self._settings.monitor_host
        self._pages = [HealthPages(host, port, pages) for port, pages in wanted.items()]
        start = self._supervisor.start
        start("lateness", self._supervisor.measure_lateness)
        start("servers", self.note_servers, every=HOUR, after=MINUTE)
        start("backup", self._backup.look, every=5 * MINUTE, after=MINUTE)
        start("look through", self._store.check_integrity, every=LOOK_THROUGH, after=LOOK_THROUGH)
        start("recount", partial(recount_what_is_left, self._store), every=DAY, after=5.0)
        start("clean", self._clean, every=10 * MINUTE, after=5.0)
        start("prune", self.prune, every=DAY, after=10 * MINUTE)
        for pages in self._pages:
            start(f"pages {pages.port}", pages.open, every=MINUTE)
        if (path := self._settings.health_file) is not None:
            start("health", partial(health.sign, path, self.health_state.answer), every=10.0)

    async def end(self) -> None:
        """Close the ports and remove the health file; to be called after the supervisor has stopped."""
        metrics.current = metrics.Metrics()
        if self._settings.health_file is not None:
            await asyncio.to_thread(health.remove, self._settings.health_file)
        for pages in self._pages:
            await pages.close()

    async def _clean(self) -> None:
        """Finish erasures whose traces could not be removed from the files."""
        if not await self._store.clean():
            log.warning("What erasures have deleted is still in the files of the database, since they are being read.")

    async def note_servers(self) -> None:
        """Store which guilds the bot was removed from or added to again."""
        if self._client.is_ready():  # unavailable servers are among those it is in
            await self._store.set_present_guilds([guild.id for guild in self._client.guilds])

    async def prune(self) -> None:
        """Remove data that is older than the settings allow, unless the clock may be wrong."""
        now = self._now()
        if await is_in_doubt(self._store, now):
            log.warning(IN_DOUBT)
            return
        old = limits(self._settings, now)
        if not self._client.is_ready():
            old = old._replace(guilds=None)  # any of them may have added the bot again
        await self.note_servers()
        done = await prune_all(self._store, old, self._remove)
        there = {guild.id for guild in self._client.guilds}
        await self._outages.forget_guilds(there.union(await self._store.left_guilds()))
        log.info("Pruned: %s", summary(done))

    async def _remove(self, old: Retention) -> list[int]:
        removed = await self._tables.remove(old)
        self._publisher.forget(removed)
        return removed
