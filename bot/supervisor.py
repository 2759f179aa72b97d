"""Tasks that run for as long as the process: held strongly, and started anew when they fail."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

log = logging.getLogger(__name__)

BACKOFF: Final = (1, 2, 5, 15, 60)
"""Seconds before a task that failed is started again, by how often it has failed in a row."""
CALM: Final = 300.0
"""A task that has run so many seconds is not failing in a row any more."""


class Supervisor:
    """Starts tasks and keeps them running."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self.failures: dict[str, int] = {}
        """How often each task has failed since the process began."""

    def start(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Run `work` for ever: it is called again when it fails or returns."""
        self.failures[name] = 0
        self._tasks[name] = asyncio.create_task(self._keep(name, work), name=name)

    def every(self, name: str, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        """Do `work` now and then: so many seconds after it was last done."""

        async def again() -> None:
            while True:
                await work()
                await asyncio.sleep(seconds)

        self.start(name, again)

    def running(self) -> bool:
        """Whether every task is alive."""
        return all(not task.done() for task in self._tasks.values())

    async def stop(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _keep(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        in_a_row = 0
        while True:
            began = asyncio.get_running_loop().time()
            try:
                await work()
            except Exception:
                self.failures[name] += 1
                log.exception("the task %s failed and is started again", name)
            calm = asyncio.get_running_loop().time() - began > CALM
            in_a_row = 0 if calm else min(in_a_row + 1, len(BACKOFF) - 1)
            await asyncio.sleep(BACKOFF[in_a_row])
