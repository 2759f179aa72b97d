"""A beat every ten seconds, by which the bot knows that it has been there, and what time it is.

A beat that comes late tells that nobody could be served since the last: the process or its machine was stopped, or
nothing could be written. A clock that was set is followed when it has shown so for a minute: a mistake that is mended
soon does nothing.
"""

from __future__ import annotations

import logging
from typing import Final, NamedTuple

from bot.availability.outages import Outages
from bot.runtime.steady_clock import Clock
from bot.store import StoreError

log = logging.getLogger(__name__)

EVERY: Final = 10.0
"""Seconds between beats."""
LATE: Final = 15_000
"""After so much time without a beat something was wrong, ms."""
STEP: Final = 2_000
"""A clock that was set by less is not followed, ms."""
SETTLED: Final = 60_000
"""How long a clock that was set must go on so before it is followed, ms."""


class ClockReading(NamedTuple):
    """By how much the system's clock was found to be set, in ms, and when that was first seen."""

    by: int
    seen_at: int


class Heartbeat:
    """Keeps the beat; what the clock and the reminders ask whether people can come to their tables."""

    def __init__(self, outages: Outages, now: Clock) -> None:
        self._reach = outages
        self._now = now
        self._last = now()
        self._step: ClockReading | None = None

    @property
    def is_there(self) -> bool:
        """Whether Discord is there, and the last beat has just been."""
        return self._reach.is_there and 0 <= self._now() - self._last <= LATE

    @property
    def without(self) -> frozenset[int]:
        """The servers that are unavailable."""
        return self._reach.without

    def begin(self) -> None:
        """The first beat is due now."""
        self._last = self._now()

    async def beat(self) -> None:
        """All is well, if this can be written down; what was not well before is credited."""
        now = self._now()
        try:
            if not 0 <= now - self._last <= LATE:
                log.warning("the last beat is %.0f s ago", (now - self._last) / 1000)
                await self._reach.absent(self._last, now)
                self._last = now
            await self._reach.beat()
            self._last = now
            await self._follow(now)
        except StoreError as error:
            log.warning("no beat could be written: %s", error)

    async def _follow(self, now: int) -> None:
        """Follow the system's clock, if it was set and has gone on so for long enough."""
        ahead = self._now.ahead()
        if abs(ahead) < STEP:
            self._step = None
        elif self._step is None or abs(ahead - self._step.by) >= STEP:
            self._step = ClockReading(ahead, now)
        if self._step is None or now - self._step.seen_at < SETTLED:
            return

        def follow() -> None:
            self._now.follow(ahead)
            self._last, self._step = self._last + ahead, None

        await self._reach.shift(ahead, self._now() + ahead, follow)
