"""A clock that runs evenly and follows changes of the system's clock only when told to.

It measures elapsed time by a clock that nobody can set and that counts while the machine sleeps. The system's clock
gives the starting time, and `ahead` says how far it has been set since.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, Protocol

_COUNTS_SLEEP: Final = next(
    (getattr(time, name) for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC") if hasattr(time, name)), None
)
"""The clock that counts sleep: the first on Linux, the second on macOS. On Windows `time.monotonic` counts it."""


def wall() -> int:
    """The system's clock, in milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


def elapsed_time() -> int:
    """Milliseconds since an arbitrary moment, by a clock that nobody can set."""
    return (time.monotonic_ns() if _COUNTS_SLEEP is None else time.clock_gettime_ns(_COUNTS_SLEEP)) // 1_000_000


class Clock(Protocol):
    """A clock that follows changes of the system's clock only when told to."""

    def __call__(self) -> int:
        """The time in milliseconds since the epoch."""

    def ahead(self) -> int:
        """Return how far the system's clock has been set forward without being followed, in ms; negative: back."""

    def follow(self, by: int) -> None:
        """Move this clock forward by `by` ms."""


class SteadyClock:
    """The `Clock` of this machine. `wall`, `elapsed`: its readings, in ms."""

    def __init__(self, wall: Callable[[], int] = wall, elapsed: Callable[[], int] = elapsed_time) -> None:
        self._wall, self._elapsed = wall, elapsed
        self._begun = self._offset = wall() - elapsed()

    def __call__(self) -> int:
        return self._offset + self._elapsed()

    def unset(self) -> int:
        """The time since the epoch, in ms, as if the clock had never been set; for intervals of minutes."""
        return self._begun + self._elapsed()

    def ahead(self) -> int:
        return self._wall() - self()

    def follow(self, by: int) -> None:
        self._offset += by
