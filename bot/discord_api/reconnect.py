"""How discord.py connects again.

It waits ever longer, at last for a quarter of an hour. Where the gateway was not even reached no session was begun, so
that it is looked for again soon. Before a new session is begun the session start limit is read
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
"""Seconds before the gateway is looked for again, at most: half of them on average."""


class ReconnectingShard(discord.shard.Shard):
    """A connection that is soon there again when Discord is, and begins no more sessions than it may."""

    def __init__(self, ws: Any, client: Any, queue_put: Callable[[EventItem], None]) -> None:
        """`client` has `sessions` (`session_start_limit`); one without may begin any number."""
        super().__init__(ws, client, self._put)
        self._put_now = queue_put
        self._sessions: Sessions | None = getattr(client, "sessions", None)
        self._waiting: asyncio.Task[None] | None = None

    def _put(self, item: EventItem) -> None:
        """Hand on what is to be done next; a new session only when it may be begun. Other shards do not wait for it."""
        if self._sessions is not None and item.type in (EventType.identify, EventType.reconnect):
            self._waiting = asyncio.create_task(self._put_in_time(item, self._sessions), name="identify")
        else:
            self._put_now(item)

    async def _put_in_time(self, item: EventItem, sessions: Sessions) -> None:
        await sessions.room()
        self._put_now(item)

    async def close(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        await super().close()

    async def _handle_disconnect(self, e: Exception) -> None:
        if isinstance(e, aiohttp.ClientError):  # as of a connection that was refused; of one that was there: others
            self._backoff._exp = min(self._backoff._exp, LONGEST.bit_length() - 2)
        await super()._handle_disconnect(e)


def use() -> None:
    """Let discord.py connect so; to be called before a client does."""
    discord.shard.Shard = ReconnectingShard  # type: ignore[misc]
    logging.getLogger("discord.shard").addFilter(unreached)


def unreached(record: logging.LogRecord) -> bool:
    """For discord.py's log: a gateway that is not reached is no error of ours, and needs no traceback each time."""
    if record.exc_info and isinstance(record.exc_info[1], aiohttp.ClientError):
        record.msg, record.args = f"{record.getMessage()}: {record.exc_info[1]}", ()
        record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
    return True
