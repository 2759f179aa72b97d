"""Accelerated time for a whole process: its clock, and all sleeps and waits of asyncio."""

from __future__ import annotations

import asyncio
import selectors
import time
from typing import Final, NamedTuple, Self

WALL: Final = time.time
ELAPSED: Final = time.clock_gettime_ns
VARIABLE: Final = "HASTE"


class Haste(NamedTuple):
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
        """Use this clock for this process; `HastyLoop.hasten` is for its loop."""
        time.time = self.now
        time.time_ns = lambda: int(self.now() * 1e9)
        begun = {clock: ELAPSED(clock) for clock in (time.CLOCK_MONOTONIC, time.CLOCK_BOOTTIME)}
        time.clock_gettime_ns = lambda clock: int(begun[clock] + (ELAPSED(clock) - begun[clock]) * self.times)


class _Selector(selectors.DefaultSelector):
    """A selector whose timeouts are divided by the speed."""

    times = 1.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        return super().select(timeout / self.times if timeout else timeout)


class HastyLoop(asyncio.SelectorEventLoop):
    """An event loop whose time can be accelerated."""

    def __init__(self) -> None:
        self._since = self._at = time.monotonic()
        self._waits = _Selector()
        super().__init__(self._waits)

    def time(self) -> float:
        return self._at + (time.monotonic() - self._since) * self._waits.times

    def hasten(self, times: float) -> None:
        """Run `times` as fast as the wall clock from now on."""
        self._at, self._since = self.time(), time.monotonic()
        self._waits.times = times


def hasten(times: float) -> Haste:
    """Accelerate this process, whose running loop is a HastyLoop, from now on."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, HastyLoop)
    haste = Haste.from_now(times)
    haste.begin()
    loop.hasten(times)
    return haste
