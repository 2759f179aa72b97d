"""A sleep until a moment of the clock that ends earlier if an earlier moment becomes known."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

LONGEST_SLEEP: Final = 60.0
"""Seconds. The clock may be set meanwhile, so the moments are read again now and then."""


class Wakeup:
    """For a loop that reads its next moment from the store while others change it: `open`, read, `sleep_to`."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._sooner = asyncio.Event()
        self._sleeping_to: int | None = None

    def open(self) -> None:
        """Begin to take note of moments, because one that comes after the read would be missed."""
        self._sooner.clear()
        self._sleeping_to = None

    def tell(self, moment: int | None) -> None:
        """Announce that something is due at `moment`, ms since the epoch."""
        if moment is not None and (self._sleeping_to is None or moment < self._sleeping_to):
            self._sooner.set()

    def ring(self) -> None:
        """Announce that something is due now."""
        self._sooner.set()

    async def sleep_to(self, moment: int | None) -> None:
        """Sleep until this moment (None: for long), or until an earlier one is announced."""
        self._sleeping_to = moment
        seconds = LONGEST_SLEEP
        if moment is not None:
            seconds = min(max((moment - self._now()) / 1000, 0), LONGEST_SLEEP)
        try:
            async with asyncio.timeout(seconds):
                await self._sooner.wait()
        except TimeoutError:
            return
