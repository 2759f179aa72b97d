"""A standby: the bot while another process serves. It is connected to Discord, answers nothing and writes nothing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from types import TracebackType
from typing import Any, Final, Self

import discord

from bot.availability.heartbeat import HeartbeatWatch
from bot.availability.outages import BEAT
from bot.discord_api.client import HeldEvents
from bot.operations import health
from bot.operations.monitoring import HealthPages, health_pages
from bot.operations.version import program_version
from bot.runtime.background_tasks import Supervisor
from bot.runtime.settings import Settings
from bot.runtime.steady_clock import elapsed_time
from bot.store import LockWait, ServingProcess

log = logging.getLogger(__name__)

SILENT: Final = 30_000
"""The time without a look at the database, ms, after which the standby is not well."""


class Standby:
    """Waits for the database. `connect` begins the connection to Discord, whose events are `held`."""

    def __init__(
        self,
        settings: Settings,
        client: discord.AutoShardedClient,
        held: HeldEvents,
        connect: Callable[[], asyncio.Task[None]],
        elapsed: Callable[[], int] = elapsed_time,
    ) -> None:
        self._settings, self._client, self._held, self._connect = settings, client, held, connect
        self._elapsed = elapsed
        self._watch = HeartbeatWatch(elapsed)
        self._supervisor = Supervisor()
        self._pages: HealthPages | None = None
        self._connection: asyncio.Task[None] | None = None
        self._waits_for = ""
        self._looked_at = elapsed()
        self.has_ended_another = False
        """True if a process that may still be running was cut off from the database."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, _: object, __: TracebackType | None) -> None:
        """Stop telling of itself: it serves or, if it could not wait to the end, leaves Discord."""
        await self._supervisor.stop()
        if self._pages is not None:
            await self._pages.close()
        if self._connection is None:
            return
        if self._settings.health_file is not None:
            await asyncio.to_thread(health.remove, self._settings.health_file)
        if kind is not None:
            self._connection.cancel()
            await asyncio.wait({self._connection})

    @property
    def waiting(self) -> LockWait:
        return LockWait(BEAT, self._look)

    async def _look(self, serving: ServingProcess) -> bool:
        """Connect to Discord at the first look; return whether to end the process that has the database.

        Raises the error of the connection to Discord.
        """
        if self._connection is None:
            self._begin()
        assert self._connection is not None
        if self._connection.done():
            await self._connection
        if serving.name != self._waits_for:
            log.info("standby: %s has the database; this process takes over when it ends", serving.name)
            self._waits_for = serving.name
        self._looked_at = self._elapsed()
        if not self._watch.is_dead(serving.beat, is_connected=self._held.is_connected):
            return False
        if not self.has_ended_another:
            log.warning("standby: %s has had no heartbeat for too long, and is ended", serving.name)
        self.has_ended_another = True
        return True

    def _begin(self) -> None:
        self._connection = self._connect()
        if (path := self._settings.health_file) is not None:
            self._supervisor.start("health", partial(health.sign, path, self.answer), every=10.0)
        if (port := self._settings.health_port) is not None:
            self._pages = HealthPages(self._settings.monitor_host, port, health_pages(self.answer))
            self._supervisor.start("pages", self._pages.open, every=60.0)

    async def answer(self) -> dict[str, Any]:
        """The health report: as `HealthState.answer`, without the parts that there are not yet."""
        silent = self._elapsed() - self._looked_at
        why = [f"the database has not answered for {silent / 1000:.0f} s"] if silent > SILENT else []
        return {
            "well": not why,
            "why": why,
            "ready": False,
            "standby": True,
            "waits_for": self._waits_for,
            "version": program_version(),
            "gateway": {"connected": self._held.is_connected, "servers": len(self._client.guilds)},
        }
