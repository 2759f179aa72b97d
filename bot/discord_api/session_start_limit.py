"""Discord's session start limit: about a thousand new sessions (IDENTIFY) a day, after which the token is reset.

The limit is read before each IDENTIFY: at start-up, and when a session cannot be resumed. When few are left they are
spread over the time until the limit is reset, so that a bot that crashes again and again cannot use them up. RESUMEs do
not count.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

import aiohttp
import discord

if TYPE_CHECKING:
    from discord.types.gateway import SessionStartLimit

log = logging.getLogger(__name__)

RESERVE: Final = 50
"""The number of remaining IDENTIFYs below which they are spread."""
PATIENCE: Final = 5.0
"""Seconds to wait for the limit; after that the bot connects without it."""

Read = Callable[[], Awaitable[tuple[int, str, "SessionStartLimit"]]]
"""Requests `GET /gateway/bot`: the recommended number of shards, the gateway's address, and the limit."""


def pause_before(remaining: int, reset_after: float, needed: int = 1) -> float:
    """The seconds to wait before `needed` IDENTIFYs if `remaining` are left for the next `reset_after` seconds."""
    if remaining >= max(RESERVE, needed):
        return 0.0
    return reset_after / max(1, remaining // needed)


class Sessions:
    def __init__(self, read: Read, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._read, self._sleep = read, sleep
        self._limit: SessionStartLimit | None = None
        self._until: float | None = None

    async def room(self, *, for_all: bool = False) -> None:
        """Wait until a session may be started, or (`for_all`) one for every shard."""
        try:
            async with asyncio.timeout(PATIENCE):
                shards, _, self._limit = await self._read()
        except (discord.GatewayNotFound, aiohttp.ClientError, OSError, LookupError, TypeError) as error:  # or a proxy
            log.warning("how many sessions may still be begun is not known: %s", error or type(error).__name__)
            return
        remaining, total = self._limit["remaining"], self._limit["total"]
        pause = pause_before(remaining, self._limit["reset_after"] / 1000, shards if for_all else 1)
        if pause:
            log.warning(
                "only %d of %d sessions may still be begun today: the bot waits for %.0f s before it connects."
                " Has it crashed again and again?",
                *(remaining, total, pause),
            )
            self._until = time.monotonic() + pause
            try:
                await self._sleep(pause)
            finally:
                self._until = None

    def answer(self) -> dict[str, object]:
        """The limit as last read, and the seconds that the bot still waits before it connects (None: it does not)."""
        remaining, total = (self._limit["remaining"], self._limit["total"]) if self._limit else (None, None)
        waits = None if self._until is None else max(0, round(self._until - time.monotonic()))
        return {"remaining": remaining, "total": total, "waits": waits}
