"""Time and ids as Discord tells them."""

from __future__ import annotations

import time
from datetime import UTC, datetime

EPOCH_MS = 1_420_070_400_000  # Discord's: the first second of 2015


class SandboxClock:
    """Wall time, which a test may push forward to see something grow old."""

    def __init__(self) -> None:
        self._ahead = 0.0

    def now(self) -> float:
        """Seconds since 1970, the skew included."""
        return time.time() + self._ahead

    def advance(self, seconds: float) -> None:
        """Push the clock forward by `seconds`; timers of the event loop are not moved."""
        self._ahead += seconds

    def stamp(self) -> str:
        """The present moment as ISO 8601 in UTC, as Discord writes it."""
        return stamp(self.now())


def stamp(seconds: float) -> str:
    """Seconds since 1970 as ISO 8601 in UTC with microseconds."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


def parsed(text: str) -> float:
    """What `stamp` wrote, as seconds since 1970."""
    return datetime.fromisoformat(text).timestamp()


class Snowflakes:
    """Ids: 42 bits of milliseconds since 2015, 22 bits that keep them apart; always growing."""

    def __init__(self, clock: SandboxClock) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> int:
        fresh = int(self._clock.now() * 1000 - EPOCH_MS) << 22
        self._last = max(fresh, self._last + 1)
        return self._last


def born(snowflake: int) -> float:
    """When an id was made, in seconds since 1970."""
    return ((snowflake >> 22) + EPOCH_MS) / 1000
