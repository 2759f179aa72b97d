"""Heartbeats: the store notes every ten seconds that the bot runs; and the watch over another process's.

A late heartbeat means that nobody was served since the last one: the process or its machine was stopped, or nothing
could be written. If the system's clock is set, the bot follows only after a minute, so that a mistake that is soon
corrected has no effect.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final, NamedTuple

from bot.availability.outages import Outages
from bot.runtime.steady_clock import Clock
from bot.store import StoreError

TAKEN_OVER_AFTER: Final = 15_000
"""The time without a new heartbeat after which another process takes over, ms."""
SKIPPED: Final = 5_000
"""The time between two looks, ms, after which the watch begins anew: this process stood still, or the database did."""


class HeartbeatWatch:
    """Judges whether nobody is served though another process has the database. `elapsed`: ms, by any clock."""

    def __init__(self, elapsed: Callable[[], int]) -> None:
        self._elapsed = elapsed
        self._beat: str | None = None
        self._since = self._looked_at = elapsed()

    def is_dead(self, beat: str | None, *, is_connected: bool) -> bool:
        """Return whether the heartbeat has been the same for too long while this process was connected to Discord.

        Without that it could do no better than the other one, which writes no heartbeat while Discord is lost. `beat`:
        None if the other one never writes any.
        """
        now = self._elapsed()
        if beat is None or beat != self._beat or not is_connected or now - self._looked_at > SKIPPED:
            self._beat, self._since = beat, now
        self._looked_at = now
        return now - self._since > TAKEN_OVER_AFTER


log = logging.getLogger(__name__)

EVERY: Final = 10.0
"""Seconds between heartbeats."""
LATE: Final = 15_000
"""The time since the last heartbeat above which the bot counts as stopped meanwhile, ms."""
STEP: Final = 2_000
"""The smallest change of the system's clock that is followed, ms."""
SETTLED: Final = 60_000
"""The time for which a change of the system's clock must last before it is followed, ms."""


class ClockReading(NamedTuple):
    """A change of the system's clock: by how much (ms), and when it was first seen."""

    by: int
    seen_at: int


class Heartbeat:
    """Writes the heartbeat. Deadlines and reminders ask it whether people can reach their tables."""

    def __init__(self, outages: Outages, now: Clock) -> None:
        self._outages = outages
        self._now = now
        self._last = now()
        self._step: ClockReading | None = None

    @property
    def is_connected(self) -> bool:
        """True if Discord is connected and the last heartbeat is recent."""
        return self._outages.is_connected and 0 <= self._now() - self._last <= LATE

    @property
    def lost_guilds(self) -> frozenset[int]:
        return self._outages.lost_guilds

    def begin(self) -> None:
        """Count the time to the first heartbeat from now."""
        self._last = self._now()

    async def beat(self) -> None:
        """Write a heartbeat; if the last one is too old, credit the time since then first."""
        now = self._now()
        try:
            if not 0 <= now - self._last <= LATE:
                log.warning("the last beat is %.0f s ago", (now - self._last) / 1000)
                await self._outages.credit_absence(self._last, now)
                self._last = now
            await self._outages.beat()
            self._last = now
            await self._follow(now)
        except StoreError as error:
            log.warning("no beat could be written: %s", error)

    async def _follow(self, now: int) -> None:
        """Follow the system's clock if it was set and has stayed so for `SETTLED`."""
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

        await self._outages.shift(ahead, self._now() + ahead, follow)
