"""Supervised background tasks: run repeatedly for the life of the process, and restarted when they fail."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

log = logging.getLogger(__name__)

BACKOFF: Final = (1, 2, 5, 15, 60)
"""Seconds before a failed task is retried, by the number of failures in a row."""
OVERDUE: Final = 180.0
"""Seconds, in addition to three times its interval, after which a task that has not been done again is overdue."""


class Supervisor:
    def __init__(self, expected: type[Exception] = OSError) -> None:
        """`expected`: an error that is not a bug (nor is OSError): it is logged as a wait, and the task is retried."""
        self._waits_for = (expected, OSError)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self.failures: dict[str, int] = {}
        """The number of failures of each task since the process started."""
        self.last_tick: dict[str, float] = {}
        """The time when each task was last done, in seconds since the epoch."""
        self._expected: dict[str, float] = {}
        """The deadline for each task's next completion, by a monotonic clock."""

    def start(self, name: str, work: Callable[[], Awaitable[None]], every: float = 0.0, after: float = 0.0) -> None:
        """Run `work` repeatedly: first `after` seconds from now, then `every` seconds after each completion.

        After failures it is retried with increasing delays.
        """
        self.failures[name] = 0
        self._expect(name, every, after)
        self._tasks[name] = asyncio.create_task(self._keep(name, work, every, after), name=name)

    def answer(self) -> dict[str, Any]:
        """This part of the health report: overdue or ended tasks, failures and last ticks by task."""
        now = time.monotonic()
        overdue = [name for name, task in self._tasks.items() if task.done() or now > self._expected[name]]
        failures, last_tick = dict(self.failures), dict(self.last_tick)
        return {"well": not overdue, "overdue": overdue, "failures": failures, "last_tick": last_tick}

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
        """Log a failure; return whether the task is waiting now. A wait is logged once, a bug every time."""
        if not isinstance(error, self._waits_for):
            log.error("the task %s failed and is started again", name, exc_info=error)
            return waits
        if not waits:
            log.warning("the task %s waits: %s", name, error)
        return True
