"""How often Discord may still refuse us: after 10,000 times in ten minutes it bans the address for an hour.

Counted where every request of the client passes, as Discord counts: answers of 401, 403 and 429, but for the limits
of a resource that others share. Long before the ban only what answers people is sent, and then nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Final

import aiohttp

WINDOW: Final = 600_000
SLICE: Final = 10_000
"""Milliseconds."""
BANNED_AT: Final = 10_000
ANSWERS_ONLY: Final = 2_000
"""So many refusals in a window, and only what people wait for is sent: what a table shows can wait."""
NOTHING_MORE: Final = 8_000
"""The rest is left to whoever shares the address, and to the requests that are under way."""
REFUSED: Final = frozenset({401, 403, 429})


class Spent(aiohttp.ClientError):
    """So much has been refused that nothing is asked for some minutes."""


class InvalidRequestGuard:
    """The refusals of the last ten minutes. `now`: milliseconds since the epoch."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._slices: dict[int, int] = {}
        """Beginning of ten seconds -> how many there were."""

    def count(self, status: int, scope: str | None = None) -> None:
        """Discord has answered with this status, and this X-RateLimit-Scope."""
        if status in REFUSED and scope != "shared":
            begun = self._now() // SLICE * SLICE
            self._slices[begun] = self._slices.get(begun, 0) + 1

    @property
    def refused(self) -> int:
        """How often in the last ten minutes."""
        if not self._slices:
            return 0
        now = self._now()  # what lies in the future was counted by a clock that has gone back
        self._slices = {begun: count for begun, count in self._slices.items() if begun <= now < begun + WINDOW}
        return sum(self._slices.values())

    @property
    def shows(self) -> bool:
        """Whether what nobody waits for may be sent."""
        return self.refused < ANSWERS_ONLY

    @property
    def asks(self) -> bool:
        """Whether anything may be."""
        return self.refused < NOTHING_MORE

    def loaded(self) -> dict[str, int]:
        """What the next life of the process must know, for `resume`."""
        return {str(begun): count for begun, count in self._slices.items()}

    def resume(self, loaded: Mapping[str, int]) -> None:
        """Count what was refused in a former life."""
        for begun, count in loaded.items():
            self._slices[int(begun)] = self._slices.get(int(begun), 0) + count

    def trace(self) -> aiohttp.TraceConfig:
        """For the client: every request is counted, and none leaves that may not (it raises Spent)."""
        config = aiohttp.TraceConfig()
        config.on_request_start.append(self._begins)
        config.on_request_end.append(self._ends)
        return config

    async def _begins(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        if request.url.scheme.startswith("http") and not self.asks:  # the gateway is no request
            raise Spent(f"{self.refused} requests were refused in ten minutes")

    async def _ends(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        self.count(request.response.status, request.response.headers.get("X-RateLimit-Scope"))
