"""A loop that does what is due, then sleeps until more will be; it wakes earlier if an earlier moment becomes known."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from typing import Final

LONGEST_SLEEP: Final = 60.0
"""Seconds. The clock may be set meanwhile, so the moments are read again now and then."""
PAUSE_WHILE_LOST: Final = 0.5
"""Seconds between looks while nothing may be done."""


class DueLoop(ABC):
    """For what has its moments in the store, where others change them. All moments are in ms since the epoch.

    `may_act`: whether anything may be done now.
    """

    def __init__(self, now: Callable[[], int], may_act: Callable[[], bool]) -> None:
        self._now = now
        self._may_act = may_act
        self._sooner = asyncio.Event()
        self._sleeping_to: int | None = None

    @abstractmethod
    async def act(self, now: int) -> None:
        """Do what is due."""

    @abstractmethod
    async def next_due(self, now: int) -> int | None:
        """Return the first moment after `now` at which something is due; None if there is none yet."""

    async def look(self) -> None:
        """Do what is due, then sleep until the next moment. To be called again and again."""
        if not self._may_act():
            return await asyncio.sleep(PAUSE_WHILE_LOST)
        self._sooner.clear()  # before the store is read: a moment that comes after that would be missed
        self._sleeping_to = None
        now = self._now()
        await self.act(now)
        moment = self._sleeping_to = await self.next_due(now)
        seconds = LONGEST_SLEEP if moment is None else min(max((moment - self._now()) / 1000, 0), LONGEST_SLEEP)
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._sooner.wait()
        return None

    def wake_at(self, moment: int | None) -> None:
        """Announce that something is due at `moment`."""
        if moment is not None and (self._sleeping_to is None or moment < self._sleeping_to):
            self._sooner.set()

    def wake(self) -> None:
        self._sooner.set()
