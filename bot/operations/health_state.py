"""The health of the running bot: its gateway, its store, its event loop, its supervised tasks."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Final

import discord

from bot.operations.version import program_version
from bot.runtime.supervisor import Supervisor
from bot.store import Store, StoreError

PATIENCE: Final = 5.0
"""Seconds after which the store counts as not responding."""
LATE: Final = 10.0
"""Seconds of lateness at which the event loop counts as stuck: by then Discord has timed out every interaction."""
LOOK: Final = 0.5
REMEMBERED: Final = int(60 / LOOK)


class HealthState:
    """The health report, read by the health file, the health pages and the metrics."""

    def __init__(
        self,
        client: discord.AutoShardedClient,
        store: Store,
        supervisor: Supervisor,
        is_there: Callable[[], bool] = lambda: True,
    ) -> None:
        """`is_there`: whether every session with Discord has begun or resumed; an open socket does not show it."""
        self._client, self._store, self._supervisor, self._is_there = client, store, supervisor, is_there
        self._late: deque[float] = deque(maxlen=REMEMBERED)
        self._version = program_version()
        self.others: dict[str, Callable[[], dict[str, object]]] = {}
        """More parts of the report, by name; they do not decide whether the bot is well."""

    async def answer(self) -> dict[str, Any]:
        """The report: `well` if nothing in this process is stuck or broken, else `why` says what is; `ready` if it is
        well and connected to Discord; then the parts.
        """
        trouble, late, tasks = await self._store_trouble(), self.lateness, self._supervisor.answer()
        why = []
        if trouble is not None:
            why.append(f"the database cannot be used: {trouble}")
        if late >= LATE:
            why.append(f"something has held it up for {late:.0f} s within the last minute")
        why += [f"its task {name!r} is stuck" for name in tasks["overdue"]]
        connected, servers = self.is_connected(), self._client.guilds
        unavailable = sum(server.unavailable for server in servers)
        return {
            "well": not why,
            "why": why,
            "ready": connected and not why,
            "standby": False,
            "version": self._version,
            "gateway": {"connected": connected, "servers": len(servers), "unavailable": unavailable},
            "store": {"answers": trouble is None, "trouble": trouble},
            "loop": {"late": round(late, 3)},
            "tasks": tasks,
            **{name: answer() for name, answer in self.others.items()},
        }

    async def measure_lateness(self) -> None:
        """Sleep for a moment and measure how much longer it took. To be called again and again."""
        loop = asyncio.get_running_loop()
        due = loop.time() + LOOK
        await asyncio.sleep(LOOK)
        self._late.append(max(0.0, loop.time() - due))

    @property
    def lateness(self) -> float:
        """The worst lateness of the event loop in the last minute, in seconds: something blocked it."""
        return max(self._late, default=0.0)

    def is_connected(self) -> bool:
        """Return whether every shard has an open socket and a session."""
        shards = self._client.shards.values()
        return bool(shards) and not any(shard.is_closed() for shard in shards) and self._is_there()

    async def _store_trouble(self) -> str | None:
        """The reason why the store cannot be read or written at present, in plain words."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._store.get_value("commands")
        except (StoreError, TimeoutError) as error:
            return str(error) or f"no answer in {PATIENCE:.0f} s"
        return self._store.write_failure
