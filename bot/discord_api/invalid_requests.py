"""The guard against Discord's ban for invalid requests: 10,000 in ten minutes ban the address for an hour.

Every response to the client is counted as Discord counts: those with status 401, 403 and 429, but not rate limits of
a resource shared with others. Long before the ban only responses to people are sent, and later nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Final

import aiohttp

WINDOW: Final = 600_000
SLICE: Final = 10_000
"""The window of Discord's limit, and the length of the slices it is counted in, in ms."""
BANNED_AT: Final = 10_000
ANSWERS_ONLY: Final = 2_000
"""From this many refusals in a window on, only responses to interactions are sent: messages of tables can wait."""
NOTHING_MORE: Final = 8_000
"""From this many on nothing is sent. The rest is left to others on the same address and to requests in progress."""
REFUSED: Final = frozenset({401, 403, 429})


class Spent(aiohttp.ClientError):
    """The error that so many requests were refused that none is sent for some minutes."""


class InvalidRequestGuard:
    """Counts the refusals of the last ten minutes. `now`: ms since the epoch."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._slices: dict[int, int] = {}
        """Beginning of a slice (ms since the epoch) -> the number of refusals in it."""

    def count(self, status: int, scope: str | None = None) -> None:
        if status in REFUSED and scope != "shared":
            begun = self._now() // SLICE * SLICE
            self._slices[begun] = self._slices.get(begun, 0) + 1

    @property
    def refused(self) -> int:
        if not self._slices:
            return 0
        now = self._now()  # a slice in the future was counted before the clock was set back
        self._slices = {begun: count for begun, count in self._slices.items() if begun <= now < begun + WINDOW}
        return sum(self._slices.values())

    @property
    def shows(self) -> bool:
        return self.refused < ANSWERS_ONLY

    @property
    def asks(self) -> bool:
        return self.refused < NOTHING_MORE

    def counts(self) -> dict[str, int]:
        """Return the counts that the next process needs, for `resume`."""
        return {str(begun): count for begun, count in self._slices.items()}

    def resume(self, loaded: Mapping[str, int]) -> None:
        for begun, count in loaded.items():
            self._slices[int(begun)] = self._slices.get(int(begun), 0) + count

    def trace(self) -> aiohttp.TraceConfig:
        """Return a trace for the client, which counts every response and raises Spent if a request may not be sent."""
        config = aiohttp.TraceConfig()
        config.on_request_start.append(self._begins)
        config.on_request_end.append(self._ends)
        return config

    async def _begins(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        if request.url.scheme.startswith("http") and not self.asks:  # the gateway's websocket does not count
            raise Spent(f"{self.refused} requests were refused in ten minutes")

    async def _ends(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        self.count(request.response.status, request.response.headers.get("X-RateLimit-Scope"))
