"""A beat every ten seconds, by which the bot knows that it has been there, and what time it is.

A beat that comes late tells that nobody could be served since the last: the process or its machine was stopped, nothing
could be written, or the clock was set forward. One that comes before the last tells that the clock was set back.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from bot.reach import Reach
from bot.store import StoreError

log = logging.getLogger(__name__)

EVERY: Final = 10.0
"""Seconds between beats."""
LATE: Final = 15_000
"""After so much time without a beat something was wrong, ms."""


class Pulse:
    """Keeps the beat; what the clock and the reminders ask whether people can come to their tables."""

    def __init__(self, reach: Reach, now: Callable[[], int]) -> None:
        self._reach = reach
        self._now = now
        self._last = now()

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
        except StoreError as error:
            log.warning("no beat could be written: %s", error)
        else:
            self._last = now
