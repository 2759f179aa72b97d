"""The right to send anything to Discord: as long as no other process can have taken over the database.

A process that was stopped for a while does not know of it, perhaps in the middle of a request. Another one takes over
no sooner than after `TAKEN_OVER_AFTER` (`bot.availability.heartbeat`), so a shorter time since the database
answered is proof enough.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Final

import aiohttp

from bot.store import StoreError

PROVEN_FOR: Final = 10.0
"""Seconds for which an answer of the database proves that this process still has it."""


class TakenOver(aiohttp.ClientError):
    """Another process may have taken over, so nothing is sent."""


TracedRequest = (
    aiohttp.TraceRequestStartParams | aiohttp.TraceRequestHeadersSentParams | aiohttp.TraceRequestChunkSentParams
)


class TakeoverGuard:
    """Lets requests begin and go on only while the database is ours, by `confirm` (see StoreHealth) once there is one.

    aiohttp reports headers, and each chunk of a body, just before it writes them. So a request that was interrupted is
    not completed later.
    """

    def __init__(self) -> None:
        self.confirm: Callable[[float], Awaitable[None]] | None = None

    def trace(self, config: aiohttp.TraceConfig) -> None:
        """Hold back requests of a client with this trace."""
        config.on_request_start.append(self._check)
        config.on_request_headers_sent.append(self._check)
        config.on_request_chunk_sent.append(self._check)

    async def _check(self, _: aiohttp.ClientSession, __: SimpleNamespace, request: TracedRequest) -> None:
        if self.confirm is None or not request.url.scheme.startswith("http"):
            return
        try:
            await self.confirm(PROVEN_FOR)
        except StoreError as error:
            raise TakenOver(str(error)) from error
