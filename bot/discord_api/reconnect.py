"""Reconnection to Discord's gateway: sooner than discord.py would, and within the session start limit.

discord.py waits ever longer, at last a quarter of an hour. If the gateway was not even reached, no session was started,
so the next attempt can come soon. Before a new session the session start limit is read
(`bot.discord_api.session_start_limit`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final

import aiohttp
import discord.shard
from discord.shard import EventItem, EventType

from bot.discord_api.session_start_limit import Sessions

LONGEST: Final = 16
"""The greatest number of seconds before the next attempt; half of them on average."""


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
