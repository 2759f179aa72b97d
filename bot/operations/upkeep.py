"""What a running bot does for itself beside the tables: backups, forgetting, its sign of life."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final

import discord

from bot.operations import backup, health
from bot.operations.prune import limits, prune_all, told
from bot.settings import Settings
from bot.store import Store
from bot.supervisor import Supervisor
from bot.tables import Tables

log = logging.getLogger(__name__)

MINUTE: Final = 60.0
HOUR: Final = 3600.0
DAY: Final = 24 * HOUR


class Upkeep:
    """The supervised tasks that are nobody's play."""

    def __init__(
        self, settings: Settings, store: Store, tables: Tables, client: discord.Client, supervisor: Supervisor
    ) -> None:
        self._settings, self._store, self._tables = settings, store, tables
        self._client, self._supervisor = client, supervisor
        self._backup = backup.Timer(settings)

    def begin(self) -> None:
        """Start them all; what takes long waits until the start is over."""
        start = self._supervisor.start
        start("servers", self.note_servers, every=HOUR, after=MINUTE)
        start("backup", self._backup.look, every=5 * MINUTE, after=MINUTE)
        start("prune", self.prune, every=DAY, after=10 * MINUTE)
        if self._settings.health_file is not None:
            start("health", self._sign, every=10.0)

    def answer(self) -> dict[str, object]:
        """How the bot is, for whoever asks after its health."""
        return {**self._supervisor.answer(), "backup": self._backup.answer()}

    async def note_servers(self) -> None:
        """Write down which servers have removed the bot, or let it in again."""
        if self._client.is_ready():  # unavailable servers are among those it is in
            await self._store.note_servers([guild.id for guild in self._client.guilds])

    async def prune(self) -> None:
        """Let go of what is older than the settings say."""
        old = limits(self._settings, time.time_ns() // 1_000_000)
        done = await prune_all(self._store, old, self._tables.forget)
        log.info("Pruned: %s", told(done))

    async def _sign(self) -> None:
        assert self._settings.health_file is not None
        await asyncio.to_thread(health.write, self._settings.health_file, self.answer())
