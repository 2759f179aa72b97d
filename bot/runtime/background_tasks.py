"""Background tasks: started, repeated for the life of the process, woken when something is due; a lock to share."""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Hashable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

log = logging.getLogger(__name__)


class TaskPool:
    """Tasks of one kind, by what they are about."""

    def __init__(self) -> None:
        self._tasks: dict[Hashable, asyncio.Task[Any]] = {}

    def __contains__(self, key: Hashable) -> bool:
        return key in self._tasks

    def start(self, name: str, work: Coroutine[Any, Any, Any], key: Hashable = None) -> asyncio.Task[Any]:
        """Run a coroutine as a task. `key`: what it is about, if `in` is to find it."""
        task = asyncio.create_task(work, name=name)
        key = task if key is None else key
        self._tasks[key] = task
        task.add_done_callback(lambda _: self._finish(key, task))
        return task

    def _finish(self, key: Hashable, task: asyncio.Task[Any]) -> None:
        if self._tasks.get(key) is task:
            del self._tasks[key]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("the task %s failed", task.get_name(), exc_info=error)

    async def stop(self, grace: float | None = 0.0) -> None:
        """Let all tasks end, for `grace` seconds at most (None: any time), then cancel those that still run."""
        if self._tasks:
            _, late = await asyncio.wait(set(self._tasks.values()), timeout=grace)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)


BACKOFF: Final = (1, 2, 5, 15, 60)
"""Seconds before a failed task is retried, by the number of failures in a row."""
OVERDUE: Final = 180.0
"""Seconds, in addition to three times its interval, after which a task that has not been done again is overdue."""
LOOK: Final = 0.5
"""Seconds between looks at the lateness of the event loop."""
REMEMBERED: Final = int(60 / LOOK)


class Supervisor:
    """Keeps tasks running, and knows whether they and the event loop are stuck."""

    def __init__(self, expected: type[Exception] = OSError) -> None:
        """`expected`: an error that is not a bug (nor is OSError): it is logged as a wait, and the task is retried."""
        self._waits_for = (expected, OSError)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._late: deque[float] = deque(maxlen=REMEMBERED)
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
        """Return this part of the health report: overdue or ended tasks, failures and last ticks by task."""
        now = time.monotonic()
        overdue = [name for name, task in self._tasks.items() if task.done() or now > self._expected[name]]
        failures, last_tick = dict(self.failures), dict(self.last_tick)
        return {"well": not overdue, "overdue": overdue, "failures": failures, "last_tick": last_tick}

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


LONGEST_SLEEP: Final = 60.0
"""Seconds. The clock may be set meanwhile, so the moments are read again now and then."""
PAUSE_WHILE_LOST: Final = 0.5
"""Seconds between looks while nothing may be done."""


class DueLoop(ABC):
    """A loop for what has its moments in the store, where others change them. All moments are in ms since the epoch.

    `may_act`: whether anything may be done now.
    """

    def __init__(self, now: Callable[[], int], may_act: Callable[[], bool]) -> None:
        self._now = now
        self._may_act = may_act
        self._sooner = asyncio.Event()
        self._sleeping_to: int | None = None

    @abstractmethod
    async def act(self, now: int) -> None:
        """Do what is due."""

    @abstractmethod
    async def next_due(self, now: int) -> int | None:
        """Return the first moment after `now` at which something is due; None if there is none yet."""

    async def look(self) -> None:
        """Do what is due, then sleep until the next moment. To be called again and again."""
        if not self._may_act():
            return await asyncio.sleep(PAUSE_WHILE_LOST)
        self._sooner.clear()  # before the store is read: a moment that comes after that would be missed
        self._sleeping_to = None
        now = self._now()
        await self.act(now)
        moment = self._sleeping_to = await self.next_due(now)
        seconds = LONGEST_SLEEP if moment is None else min(max((moment - self._now()) / 1000, 0), LONGEST_SLEEP)
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._sooner.wait()
        return None

    def wake_at(self, moment: int | None) -> None:
        """Announce that something is due at `moment`."""
        if moment is not None and (self._sleeping_to is None or moment < self._sleeping_to):
            self._sooner.set()

    def wake(self) -> None:
        self._sooner.set()


class SharedLock:
    """A shared and exclusive lock. It is not reentrant."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._open = asyncio.Event()
        self._open.set()
        self._empty = asyncio.Event()
        self._empty.set()
        self._inside = 0

    @asynccontextmanager
    async def share(self) -> AsyncIterator[None]:
        """Hold the lock together with others. Waits while a task holds it alone, or waits to."""
        while not self._open.is_set():  # it may have been closed again before this task was woken
            await self._open.wait()
        self._inside += 1
        self._empty.clear()
        try:
            yield
        finally:
            self._inside -= 1
            if not self._inside:
                self._empty.set()

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Hold the lock alone. Waits for all holders to release it."""
        async with self._turn:
            self._open.clear()
            try:
                await self._empty.wait()
                yield
            finally:
                self._open.set()
