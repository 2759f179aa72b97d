"""Two bots on one PostgreSQL: one serves, the other is its standby."""

from __future__ import annotations

import asyncio
import signal
import socket
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import aiohttp

from simulation.processes import BotProcess

PATIENCE = 60.0
"""Seconds within which a process serves, or stands by."""
LOOKING = 0.05


class WatchedBot(BotProcess):
    """A bot with a page that tells its health."""

    def __init__(self, environment: Mapping[str, str], log: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self.log = log
        super().__init__({**environment, "HEALTH_PORT": str(self._port), "LOG_FORMAT": "json"}, log)

    async def health(self) -> dict[str, Any]:
        """The answer of its page; {} without one."""
        url = f"http://127.0.0.1:{self._port}/healthz"
        try:
            async with aiohttp.ClientSession() as session, session.get(url) as answer:
                return dict(await answer.json())
        except aiohttp.ClientError:
            return {}

    async def until(self, condition: Callable[[dict[str, Any]], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not condition(await self.health()):  # noqa: ASYNC110 (asked over HTTP)
                await asyncio.sleep(LOOKING)

    async def until_serving(self) -> None:
        await self.until(lambda told: told.get("standby") is False and bool(told.get("ready")))

    async def until_standby(self) -> None:
        await self.until(lambda told: told.get("standby") is True and bool(told["gateway"]["connected"]))

    def freeze(self) -> None:
        self.signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.signal(signal.SIGCONT)

    async def ended(self) -> int:
        """The exit code, once it has ended by itself."""
        assert self._process
        async with asyncio.timeout(PATIENCE):
            return await self._process.wait()


class BotPair:
    """The bot that serves and the one that stands by. A new life begins with each takeover."""

    def __init__(self, one: WatchedBot, other: WatchedBot) -> None:
        self.serving, self.standby = one, other
        self.lives = 1
        self.born = 0.0
        """When the last process that served was killed or told to stop, by the monotonic clock."""

    async def start(self) -> None:
        self.born = time.monotonic()
        await self.serving.start()
        await self.serving.until_serving()
        await self.standby.start()
        await self.standby.until_standby()

    def swap(self) -> WatchedBot:
        """Note that the standby takes over; return the process that served."""
        self.serving, self.standby = self.standby, self.serving
        self.lives += 1
        self.born = time.monotonic()
        return self.standby

    async def kill(self) -> WatchedBot:
        """Kill the process that serves; return it."""
        await self.serving.kill()
        return self.swap()

    async def end(self) -> None:
        """Make sure that no process is left running."""
        await self.serving.end()
        await self.standby.end()
