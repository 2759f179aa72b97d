"""Limits of requests to Discord: the pace of all together, and the buckets that discord.py keeps.

discord.py keeps a bucket for each route and channel for five minutes, and looks through all of them for old ones
whenever it makes a new one. Many tables have many threads and DMs.

Discord allows a bot fifty requests a second in all, and counts those that it refuses. Responses to people are exempt
from that limit, and wait for nothing. Of the others those go first that tell somebody
of their turn.
"""

from __future__ import annotations

import asyncio
import heapq
import time
from collections.abc import Callable
from contextvars import ContextVar
from itertools import count
from types import SimpleNamespace
from typing import Final

import aiohttp
from discord.http import HTTPClient

EVERY: Final = 10.0
"""Seconds."""


def clear_seldom(http: HTTPClient, now: Callable[[], float] = time.monotonic) -> None:
    """Let a client remove old buckets only every ten seconds; `now` gives seconds."""
    clear = http._try_clear_expired_ratelimits
    due = now()

    def clear_if_due() -> None:
        nonlocal due
        if now() >= due:
            due = now() + EVERY
            clear()

    http._try_clear_expired_ratelimits = clear_if_due  # type: ignore[method-assign]


AT_ONCE: Final = 20
"""A twentieth of a second's requests may begin at once. More would arrive within one second of those that were late."""
EXEMPT: Final = frozenset({"interactions", "webhooks"})
"""The first parts of routes that do not count."""
HEAD_START: Final = 10.0
"""Seconds by which an urgent request may overtake others; later they go first, so that none waits for ever."""

urgent: ContextVar[bool] = ContextVar("urgent", default=False)
"""True in a task whose requests tell somebody that it is their turn."""


class RequestPacer:
    """Lets at most `most` requests begin in a second, evenly; 0: any number. Those that wait begin in their order."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._free_at = 0.0
        """The time of the loop from which on the next request may begin."""
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        """A heap: the time of the loop by which they are sorted, a number, and what is set when they may begin."""
        self._numbers = count()
        self._timer: asyncio.TimerHandle | None = None

    def trace(self, config: aiohttp.TraceConfig) -> None:
        """Let requests of a client with this trace wait."""
        config.on_request_start.append(self._begins)

    async def _begins(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        if self._most and request.url.scheme.startswith("http") and not EXEMPT & set(request.url.parts):
            await self.wait()

    async def wait(self) -> None:
        """Wait until a request may begin."""
        loop = asyncio.get_running_loop()
        due = loop.time() + (0.0 if urgent.get() else HEAD_START)
        turn = loop.create_future()
        heapq.heappush(self._waiting, (due, next(self._numbers), turn))
        self._let_begin()
        await turn

    def _let_begin(self) -> None:
        """Let as many begin as may begin now, and look again when the next one may."""
        loop = asyncio.get_running_loop()
        while self._waiting:
            now = loop.time()
            if self._free_at > now:
                if self._timer is None:
                    self._timer = loop.call_at(self._free_at, self._look_again)
                return
            _, _, turn = heapq.heappop(self._waiting)
            if not turn.done():  # not cancelled
                turn.set_result(None)
                unused = (max(1, self._most // AT_ONCE) - 1) / self._most
                self._free_at = max(self._free_at, now - unused) + 1 / self._most

    def _look_again(self) -> None:
        self._timer = None
        self._let_begin()
