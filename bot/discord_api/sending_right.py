"""The right to send anything to Discord: as long as no other process can have taken over the database.

A process that was stopped for a while does not know of it. Another one takes over no sooner than after
`bot.availability.heartbeat.LATE`, so a shorter time since the database answered is proof enough.
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


class SendingRight:
    """Lets requests begin only while the database is ours, by `confirm` (see StoreHealth) once there is one."""

    def __init__(self) -> None:
        self.confirm: Callable[[float], Awaitable[None]] | None = None

    def trace(self, config: aiohttp.TraceConfig) -> None:
        """Hold back requests of a client with this trace."""
        config.on_request_start.append(self._begins)

    async def _begins(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        if self.confirm is None or not request.url.scheme.startswith("http"):
            return
        try:
            await self.confirm(PROVEN_FOR)
        except StoreError as error:
            raise TakenOver(str(error)) from error
