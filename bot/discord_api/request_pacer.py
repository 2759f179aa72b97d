"""The pace of requests: Discord allows a bot fifty a second in all, and counts those that it refuses.

Responses to people are exempt from that limit, and wait for nothing.
"""

from __future__ import annotations

import asyncio
from collections import deque
from types import SimpleNamespace
from typing import Final

import aiohttp

WINDOW: Final = 1.0
"""In seconds."""
EXEMPT: Final = frozenset({"interactions", "webhooks"})
"""The first parts of routes that do not count."""


class RequestPacer:
    """Lets at most `most` requests begin in a second; 0: any number. Those that wait begin in their order."""

    def __init__(self, most: int) -> None:
        self._begun: deque[float] = deque(maxlen=most)
        self._turn = asyncio.Lock()

    def trace(self, config: aiohttp.TraceConfig) -> None:
        """Let requests of a client with this trace wait."""
        config.on_request_start.append(self._begins)

    async def _begins(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        if self._begun.maxlen and request.url.scheme.startswith("http") and not EXEMPT & set(request.url.parts):
            await self.wait()

    async def wait(self) -> None:
        """Wait until a request may begin."""
        now = asyncio.get_running_loop().time
        async with self._turn:
            if len(self._begun) == self._begun.maxlen and (left := self._begun[0] + WINDOW - now()) > 0:
                await asyncio.sleep(left)
            self._begun.append(now())
