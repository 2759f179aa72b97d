"""The time of day for a running process: it goes on evenly, and a clock that is set is followed only when we say so.

Elapsed time is measured by a clock that nobody can set and that counts while the machine sleeps. The system's clock
gives the beginning, and `ahead` tells how far it has been set since.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, Protocol

_COUNTS_SLEEP: Final = next(
    (getattr(time, name) for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC") if hasattr(time, name)), None
)
"""On Linux the first; the second counts sleep on macOS. Windows has neither: there `time.monotonic` does."""


def wall() -> int:
    """Milliseconds since the epoch, by the system's clock."""
    return time.time_ns() // 1_000_000


def elapsed() -> int:
    """Milliseconds since some moment, by a clock that nobody can set."""
    return (time.monotonic_ns() if _COUNTS_SLEEP is None else time.clock_gettime_ns(_COUNTS_SLEEP)) // 1_000_000


class Clock(Protocol):
    """A clock that follows the system's clock, when that is set, only if it is told to."""

    def __call__(self) -> int:
        """Milliseconds since the epoch."""
        ...

    def ahead(self) -> int:
        """How far the system's clock has been set forward and not been followed, ms; negative: back."""
        ...

    def follow(self, by: int) -> None:
        """Show `by` ms more from now on."""
        ...


class SteadyClock:
    """A `Clock` of this machine. `wall`, `elapsed`: its readings, in ms."""

    def __init__(self, wall: Callable[[], int] = wall, elapsed: Callable[[], int] = elapsed) -> None:
        self._wall, self._elapsed = wall, elapsed
        self._begun = self._offset = wall() - elapsed()

    def __call__(self) -> int:
        return self._offset + self._elapsed()

    def unset(self) -> int:
        """Milliseconds since the epoch as if nobody had set the clock since the start: for what lasts minutes."""
        return self._begun + self._elapsed()

    def ahead(self) -> int:
        return self._wall() - self()

    def follow(self, by: int) -> None:
        self._offset += by
