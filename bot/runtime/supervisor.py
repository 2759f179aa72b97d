"""Tasks that run for as long as the process: held strongly, started anew when they fail, with their last tick."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

log = logging.getLogger(__name__)

BACKOFF: Final = (1, 2, 5, 15, 60)
"""Seconds before a task that failed is started again, by how often it has failed in a row."""

OVERDUE: Final = 180.0
"""Seconds, beside three times its pause, in which a task must have been done again."""


class Supervisor:
    """Starts tasks and keeps them running."""

    def __init__(self, expected: type[Exception] = OSError) -> None:
        """`expected`: beside OSError an error that is no mistake of ours: the task waits, and is tried again."""
        self._waits_for = (expected, OSError)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self.failures: dict[str, int] = {}
        """How often each task has failed since the process began."""
        self.last_tick: dict[str, float] = {}
        """When each task was last done, seconds since the epoch."""
        self._expected: dict[str, float] = {}
        """By when each task must have been done again, by a clock that nobody sets."""

    def start(self, name: str, work: Callable[[], Awaitable[None]], every: float = 0.0, after: float = 0.0) -> None:
        """Do `work` again and again: first `after` so many seconds, then `every` so many after it was done.

        After a failure it is done again with more patience.
        """
        self.failures[name] = 0
        self._expect(name, every, after)
        self._tasks[name] = asyncio.create_task(self._keep(name, work, every, after), name=name)

    def answer(self) -> dict[str, Any]:
        """For the health answer: whether all is well, which tasks are overdue or gone; failures, last ticks by task."""
        now = time.monotonic()
        overdue = [name for name, task in self._tasks.items() if task.done() or now > self._expected[name]]
        return {
            "well": not overdue,
            "overdue": overdue,
            "failures": dict(self.failures),
            "last_tick": dict(self.last_tick),
        }

    async def stop(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _expect(self, name: str, every: float, after: float = 0.0) -> None:
        self._expected[name] = time.monotonic() + after + OVERDUE + 3 * every

    async def _keep(self, name: str, work: Callable[[], Awaitable[None]], every: float, after: float) -> None:
        in_a_row, waits = 0, False
        await asyncio.sleep(after)
        while True:
            try:
                await work()
            except Exception as error:
                waits = self._report(name, error, waits)
                self.failures[name] += 1
                await asyncio.sleep(BACKOFF[min(in_a_row, len(BACKOFF) - 1)])
                in_a_row += 1
            else:
                if waits:
                    log.warning("the task %s goes on", name)
                in_a_row, waits = 0, False
                self.last_tick[name] = time.time()
                self._expect(name, every)
                await asyncio.sleep(every)

    def _report(self, name: str, error: Exception, waits: bool) -> bool:
        """Whether the task waits now. That is logged once; any other error is our mistake."""
        if not isinstance(error, self._waits_for):
            log.error("the task %s failed and is started again", name, exc_info=error)
            return waits
        if not waits:
            log.warning("the task %s waits: %s", name, error)
        return True
