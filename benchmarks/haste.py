"""Time that runs faster than the wall's, for a whole process: its clock, and all that asyncio sleeps and waits."""

from __future__ import annotations

import asyncio
import selectors
import time
from typing import Final, NamedTuple, Self

WALL: Final = time.time
ELAPSED: Final = time.clock_gettime_ns
VARIABLE: Final = "HASTE"


class Haste(NamedTuple):
    """A clock that runs `times` as fast as the wall's: `since` by the wall's is `at` by this one (seconds, 1970)."""

    times: float
    since: float
    at: float

    @classmethod
    def from_now(cls, times: float) -> Self:
        """So fast from this moment on, whatever the clock of this process shows."""
        return cls(times, WALL(), time.time())

    @classmethod
    def read(cls, text: str) -> Self:
        """What `str` wrote, for another process."""
        return cls(*map(float, text.split()))

    def __str__(self) -> str:
        return f"{self.times!r} {self.since!r} {self.at!r}"

    def now(self) -> float:
        """Seconds since 1970."""
        return self.at + (WALL() - self.since) * self.times

    def begin(self) -> None:
        """From now on this process goes by this clock; `HastyLoop.hasten` is for its loop."""
        time.time = self.now
        time.time_ns = lambda: int(self.now() * 1e9)
        begun = {clock: ELAPSED(clock) for clock in (time.CLOCK_MONOTONIC, time.CLOCK_BOOTTIME)}
        time.clock_gettime_ns = lambda clock: int(begun[clock] + (ELAPSED(clock) - begun[clock]) * self.times)


class _Selector(selectors.DefaultSelector):
    """Waits the shorter, the faster time runs."""

    times = 1.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        return super().select(timeout / self.times if timeout else timeout)


class HastyLoop(asyncio.SelectorEventLoop):
    """A loop whose seconds may be made shorter."""

    def __init__(self) -> None:
        self._since = self._at = time.monotonic()
        self._waits = _Selector()
        super().__init__(self._waits)

    def time(self) -> float:
        return self._at + (time.monotonic() - self._since) * self._waits.times

    def hasten(self, times: float) -> None:
        """From now on `times` as fast as the wall's."""
        self._at, self._since = self.time(), time.monotonic()
        self._waits.times = times


def hasten(times: float) -> Haste:
    """Make this process, whose running loop is a HastyLoop, so fast from now on."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, HastyLoop)
    haste = Haste.from_now(times)
    haste.begin()
    loop.hasten(times)
    return haste
