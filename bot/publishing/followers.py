"""Hands that follow the trick: redrawn a moment after others have played, as far as the limits of edits leave room."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from bot.publishing.delivery.delivery_queues import QueueKey

AFTER: Final = 2.0
"""Seconds between a play of others and the edit; all plays in between are one edit."""
RATE: Final = 5.0
"""The most such edits a second, for all tables; more are left out, since a hand whose turn comes is drawn anyway."""


class Followers:
    """Wakes the queues of hands in which only the plays of others have changed."""

    def __init__(self, wake: Callable[[QueueKey], None]) -> None:
        self._wake = wake
        self._waiting: dict[QueueKey, asyncio.TimerHandle] = {}
        self._free_at = 0.0
        """The time of the loop from which on the edits so far are within the rate."""

    def note(self, queue: QueueKey) -> None:
        """Note that others have played; do nothing if an edit is due already, or the limit is reached."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        if queue in self._waiting or self._free_at > now + 1:
            return
        self._free_at = max(now, self._free_at) + 1 / RATE
        self._waiting[queue] = loop.call_later(AFTER, self._due, queue)

    def forget(self, queue: QueueKey) -> None:
        """Drop the edit that is due for a hand, since it is redrawn now."""
        if (timer := self._waiting.pop(queue, None)) is not None:
            timer.cancel()

    def stop(self) -> None:
        for timer in self._waiting.values():
            timer.cancel()
        self._waiting.clear()

    def _due(self, queue: QueueKey) -> None:
        del self._waiting[queue]
        self._wake(queue)
