"""Time and ids in Discord's formats."""

from __future__ import annotations

import time
from datetime import UTC, datetime

EPOCH_MS = 1_420_070_400_000  # Discord's epoch: the start of 2015


class SandboxClock:
    """Wall time that a test can push forward to make things older."""

    def __init__(self) -> None:
        self._ahead = 0.0

    def now(self) -> float:
        """Seconds since 1970, the skew included."""
        return time.time() + self._ahead

    def advance(self, seconds: float) -> None:
        """Push the clock forward by `seconds`; timers of the event loop are not moved."""
        self._ahead += seconds

    def stamp(self) -> str:
        """The current time as ISO 8601 in UTC, as Discord writes it."""
        return stamp(self.now())


def stamp(seconds: float) -> str:
    """Seconds since 1970 as ISO 8601 in UTC with microseconds."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


def parsed(text: str) -> float:
    """Parse the output of `stamp` into seconds since 1970."""
    return datetime.fromisoformat(text).timestamp()


class Snowflakes:
    """Generate increasing ids: 42 bits of milliseconds since 2015, then 22 bits of a counter."""

    def __init__(self, clock: SandboxClock) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> int:
        fresh = int(self._clock.now() * 1000 - EPOCH_MS) << 22
        self._last = max(fresh, self._last + 1)
        return self._last


def born(snowflake: int) -> float:
    """The creation time of an id, in seconds since 1970."""
    return ((snowflake >> 22) + EPOCH_MS) / 1000
