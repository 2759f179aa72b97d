"""Reconnection to Discord's gateway: sooner than discord.py would, and within the session start limit.

discord.py waits ever longer, at last a quarter of an hour. If the gateway was not even reached, no session was started,
so the next attempt can come soon. Before a new session `Sessions` reads the session start limit.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord
import discord.shard
from discord.shard import EventItem, EventType

if TYPE_CHECKING:
    from discord.types.gateway import SessionStartLimit

log = logging.getLogger(__name__)

LONGEST: Final = 16
"""The greatest number of seconds before the next attempt; half of them on average."""
RESERVE: Final = 50
"""The number of remaining IDENTIFYs below which they are spread."""
PATIENCE: Final = 5.0
"""Seconds to wait for the limit; after that the bot connects without it."""
Read = Callable[[], Awaitable[tuple[int, str, "SessionStartLimit"]]]
"""Requests `GET /gateway/bot`: the recommended number of shards, the gateway's address, and the limit."""


class ReconnectingShard(discord.shard.Shard):
    """A shard that reconnects soon after Discord is back, and starts no more sessions than it may."""

    def __init__(self, ws: Any, client: Any, queue_put: Callable[[EventItem], None]) -> None:
        """`client` may have `sessions` (`session_start_limit`); without it any number may be started."""
        super().__init__(ws, client, self._put)
        self._put_now = queue_put
        self._sessions: Sessions | None = getattr(client, "sessions", None)
        self._waiting: asyncio.Task[None] | None = None

    def _put(self, item: EventItem) -> None:
        """Queue an event for the client; a new session only when it is allowed. Other shards do not wait for it."""
        sessions = self._sessions
        if sessions is None or item.type not in (EventType.identify, EventType.reconnect):
            return self._put_now(item)

        async def put_in_time() -> None:
            await sessions.room()
            self._put_now(item)

        self._waiting = asyncio.create_task(put_in_time(), name="identify")
        return None

    async def close(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        await super().close()

    async def _handle_disconnect(self, e: Exception) -> None:
        if isinstance(e, aiohttp.ClientError):  # a refused connection, say; a lost one raises other errors
            self._backoff._exp = min(self._backoff._exp, LONGEST.bit_length() - 2)
        await super()._handle_disconnect(e)


def use() -> None:
    """Let discord.py use this shard class; to be called before a client connects."""
    discord.shard.Shard = ReconnectingShard  # type: ignore[misc]
    logging.getLogger("discord.shard").addFilter(unreached_filter)


def unreached_filter(record: logging.LogRecord) -> bool:
    """A log filter: an unreachable gateway is a warning without a traceback."""
    if record.exc_info and isinstance(record.exc_info[1], aiohttp.ClientError):
        record.msg, record.args = f"{record.getMessage()}: {record.exc_info[1]}", ()
        record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
    return True


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
