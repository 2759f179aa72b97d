"""discord.py waits ever longer before it connects again, at last for a quarter of an hour: Discord allows a thousand
sessions a day. Where the gateway was not even reached none was begun, so that it is looked for again soon.
"""

from __future__ import annotations

import logging
from typing import Final

import aiohttp
import discord.shard

LONGEST: Final = 16
"""Seconds before the gateway is looked for again, at most: half of them on average."""


class Shard(discord.shard.Shard):
    """A connection that is soon there again when Discord is."""

    async def _handle_disconnect(self, e: Exception) -> None:
        if isinstance(e, aiohttp.ClientError):  # as of a connection that was refused; of one that was there: others
            self._backoff._exp = min(self._backoff._exp, LONGEST.bit_length() - 2)
        await super()._handle_disconnect(e)


def use() -> None:
    """Let discord.py connect so; to be called before a client does."""
    discord.shard.Shard = Shard  # type: ignore[misc]
    logging.getLogger("discord.shard").addFilter(unreached)


def unreached(record: logging.LogRecord) -> bool:
    """For discord.py's log: a gateway that is not reached is no error of ours, and needs no traceback each time."""
    if record.exc_info and isinstance(record.exc_info[1], aiohttp.ClientError):
        record.msg, record.args = f"{record.getMessage()}: {record.exc_info[1]}", ()
        record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
    return True
