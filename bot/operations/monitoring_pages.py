"""HTTP pages for monitoring: `/healthz`, `/readyz` and `/metrics`, by default on 127.0.0.1 only."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from math import nan
from typing import Any

from aiohttp import web

from bot.operations.health_state import HealthState
from bot.runtime import metrics
from bot.store import Store, StoreError

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


def metrics_pages(health_state: HealthState, store: Store) -> dict[str, Page]:
    """`/metrics`, counting from now on."""
    counted = metrics.current = metrics.Metrics()

    async def page(_: web.Request) -> web.Response:
        late = health_state.lateness
        try:
            counted.is_now(len(await store.unshown_tables()), await store.stages(), late)
        except StoreError:  # the health pages report it; the other metrics matter most just now
            counted.is_now(nan, {}, late)
        return web.Response(body=counted.text(), headers={"Content-Type": metrics.FORMAT})

    return {"/metrics": page}
