"""Accelerated time: the clock of a process, and the sleeps and timeouts of an event loop."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, Self

WALL: Final = time.time
ELAPSED: Final = time.clock_gettime_ns
VARIABLE: Final = "ACCELERATED_CLOCK"
"""The environment variable with the clock of a process."""


class AcceleratedClock(NamedTuple):
    """A clock `times` as fast as the wall clock. At wall time `since` it shows `at` (seconds since 1970)."""

    times: float
    since: float
    at: float

    @classmethod
    def from_now(cls, times: float) -> Self:
        """A clock this fast from now on, starting at this process's current time."""
        return cls(times, WALL(), time.time())

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse the output of `str`, from another process."""
        return cls(*map(float, text.split()))

    def __str__(self) -> str:
        return f"{self.times!r} {self.since!r} {self.at!r}"

    def now(self) -> float:
        """Seconds since 1970."""
        return self.at + (WALL() - self.since) * self.times

    def begin(self) -> None:
        """Use this clock for this process and its running event loop."""
        time.time = self.now
        time.time_ns = lambda: int(self.now() * 1e9)
        begun = {clock: ELAPSED(clock) for clock in (time.CLOCK_MONOTONIC, time.CLOCK_BOOTTIME)}
        time.clock_gettime_ns = lambda clock: int(begun[clock] + (ELAPSED(clock) - begun[clock]) * self.times)
        _set_speed(self.times)


def accelerate(times: float) -> AcceleratedClock:
    """Accelerate this process and its running event loop from now on."""
    clock = AcceleratedClock.from_now(times)
    clock.begin()
    return clock


@contextmanager
def accelerated_waits(times: float = 50.0) -> Iterator[None]:
    """Accelerate the sleeps and timeouts of the running event loop for the duration of the block.

    Not for tests in which people press: their timeout of three seconds is shorter, too. The wall clock is not affected.
    """
    _set_speed(times)
    try:
        yield
    finally:
        _set_speed(1)


def _set_speed(times: float) -> None:
    """Let the running event loop's time pass `times` as fast as the wall clock."""
    loop: Any = asyncio.get_running_loop()
    at, since = loop.time(), time.monotonic()
    select = type(loop._selector).select
    loop.time = lambda: at + (time.monotonic() - since) * times
    loop._selector.select = lambda timeout=None: select(loop._selector, timeout and timeout / times)
