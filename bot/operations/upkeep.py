"""What a running bot does for itself beside the tables: backups, forgetting, its sign of life."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from bot.operations import backup, health
from bot.settings import Settings
from bot.store import Store
from bot.supervisor import Supervisor

LOOKS_FOR_BACKUP: Final = 300.0
"""Seconds between two looks at whether a backup is due; the first comes when a start is over."""
SETTLED: Final = 60.0
FORGET_AFTER: Final = 24 * 3_600_000
"""How long a press is remembered as done, ms; Discord delivers no interaction twice after minutes."""


class Upkeep:
    """The supervised tasks that are nobody's play."""

    def __init__(self, settings: Settings, store: Store, supervisor: Supervisor) -> None:
        self._settings, self._store, self._supervisor = settings, store, supervisor
        self._backup = backup.Timer(settings)

    def begin(self) -> None:
        """Start them all."""
        start = self._supervisor.start
        start("forget presses", self._forget_presses, every=3600.0)
        start("backup", self._backup.look, every=LOOKS_FOR_BACKUP, after=SETTLED)
        if self._settings.health_file is not None:
            start("health", self._sign, every=10.0)

    def answer(self) -> dict[str, object]:
        """How the bot is, for whoever asks after its health."""
        return {**self._supervisor.answer(), "backup": self._backup.answer()}

    async def _sign(self) -> None:
        assert self._settings.health_file is not None
        await asyncio.to_thread(health.write, self._settings.health_file, self.answer())

    async def _forget_presses(self) -> None:
        await self._store.forget_interactions(time.time_ns() // 1_000_000 - FORGET_AFTER)
