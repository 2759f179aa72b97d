"""The health of the running bot, and its HTTP pages `/healthz`, `/readyz` and `/metrics`."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from math import nan
from typing import Any, Final

import discord
from aiohttp import web

from bot.operations.version import program_version
from bot.runtime import metrics
from bot.runtime.background_tasks import Supervisor
from bot.store import Store, StoreError

PATIENCE: Final = 5.0
"""Seconds after which the store counts as not responding."""
LATE: Final = 10.0
"""Seconds of lateness at which the event loop counts as stuck: by then Discord has timed out every interaction."""


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
        self._version = program_version()
        self.others: dict[str, Callable[[], dict[str, object]]] = {}
        """More parts of the report, by name; they do not decide whether the bot is well."""

    async def answer(self) -> dict[str, Any]:
        """The report: `well` if nothing in this process is stuck or broken, else `why` says what is; `ready` if it is
        well and connected to Discord; then the parts.
        """
        trouble, late, tasks = await self._store_trouble(), self._supervisor.lateness, self._supervisor.answer()
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


log = logging.getLogger(__name__)

Page = Callable[[web.Request], Awaitable[web.Response]]


class HealthPages:
    """An HTTP server for some pages on one address and port."""

    def __init__(self, host: str, port: int, pages: Mapping[str, Page]) -> None:
        self._host, self.port, self._pages = host, port, pages
        self._runner: web.AppRunner | None = None
        self.address: str | None = None
        """The URL of the server once it is open."""

    async def open(self) -> None:
        """Open the port if it is not open yet. A failure is logged, and retried at the next call."""
        if self._runner is not None:
            return
        app = web.Application()
        app.add_routes([web.get(path, page) for path, page in self._pages.items()])
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        try:
            await web.TCPSite(runner, self._host, self.port).start()
        except OSError as error:
            await runner.cleanup()
            log.error("Port %s of %s cannot be had: %s", self.port, self._host, error.strerror)
            return
        self._runner = runner
        self.address = "http://{}:{}".format(*runner.addresses[0][:2])
        log.info("Pages at %s: %s", self.address, ", ".join(self._pages))

    async def close(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None


def health_pages(answer: Callable[[], Awaitable[dict[str, Any]]]) -> dict[str, Page]:
    """`/healthz`: 200 while the process is well; `/readyz`: 200 while it can also play; else 503. Both give reasons."""

    async def page(name: str, _: web.Request) -> web.Response:
        told = await answer()
        return web.json_response(told, status=200 if told[name] else 503)

    return {"/healthz": partial(page, "well"), "/readyz": partial(page, "ready")}


def metrics_pages(supervisor: Supervisor, store: Store) -> dict[str, Page]:
    """`/metrics`, counting from now on."""
    counted = metrics.current = metrics.Metrics()

    async def page(_: web.Request) -> web.Response:
        late = supervisor.lateness
        try:
            counted.is_now(len(await store.unshown_tables()), await store.stages(), late)
        except StoreError:  # the health pages report it; the other metrics matter most just now
            counted.is_now(nan, {}, late)
        return web.Response(body=counted.text(), headers={"Content-Type": metrics.FORMAT})

    return {"/metrics": page}
