"""Discord's session start limit: a bot may begin some thousand sessions (IDENTIFY) a day, then its token is reset.

It is read before each IDENTIFY, at a start and when a session cannot be resumed. Once few are left they are spread over
the time until the limit is reset, so that a bot which crashes again and again cannot use them up. RESUMEs do not count.
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
"""IDENTIFYs that are left when they begin to be spread."""
PATIENCE: Final = 5.0
"""Seconds for Discord to tell the limit; it is not waited for longer, because nothing is known against connecting."""

Read = Callable[[], Awaitable[tuple[int, str, "SessionStartLimit"]]]
"""Asks `GET /gateway/bot`: how many shards there should be, the gateway's address, and the limit."""


def pause_before(remaining: int, reset_after: float, needed: int = 1) -> float:
    """How long to wait before `needed` IDENTIFYs, where `remaining` are left for `reset_after`; both in seconds."""
    if remaining >= max(RESERVE, needed):
        return 0.0
    return reset_after / max(1, remaining // needed)


class Sessions:
    """Lets IDENTIFYs through as the limit allows."""

    def __init__(self, read: Read, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._read, self._sleep = read, sleep
        self._limit: SessionStartLimit | None = None
        self._until: float | None = None

    async def room(self, *, for_all: bool = False) -> None:
        """Return when a session may be begun, or (`for_all`) one for every shard."""
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
            await self._wait(pause)

    def answer(self) -> dict[str, object]:
        """What was last known of the limit, and for how many seconds the bot still waits before it connects."""
        remaining, total = (self._limit["remaining"], self._limit["total"]) if self._limit else (None, None)
        waits = None if self._until is None else max(0, round(self._until - time.monotonic()))
        return {"remaining": remaining, "total": total, "waits": waits}

    async def _wait(self, seconds: float) -> None:
        self._until = time.monotonic() + seconds
        try:
            await self._sleep(seconds)
        finally:
            self._until = None
