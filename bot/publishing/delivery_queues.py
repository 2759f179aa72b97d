"""Delivery queues: one for each audience of a table, which shows one message at a time.

A queue that is woken runs until everything due is shown; if it is woken while it runs it goes round once more. While
Discord or the disk is busy it retries, and after that leaves the rest to the sweep. A response that redraws a hand
pauses the hand's queue.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Set
from typing import Final

from bot.discord_api.errors import Later
from bot.publishing.rendering_context import TableGone
from bot.runtime import logs
from bot.runtime.task_pool import TaskPool
from bot.store import StoreError

log = logging.getLogger(__name__)

TRIES: Final = (1, 2, 5, 15, 30, 60)
"""Seconds before each retry of a delivery; after the last one the sweep takes over."""

QueueKey = tuple[int, str]
"""A table's id and an audience (see `bot.publishing.message_state`)."""


Work = Callable[[QueueKey], Awaitable[None]]


class DeliveryQueues:
    """The queues of all tables.

    `show` shows everything due to an audience; if it raises Later or StoreError it is called again. `ended` is called
    whenever a queue ends, whatever the outcome.
    """

    def __init__(
        self, show: Callable[[QueueKey], Awaitable[None]], ended: Callable[[QueueKey], Awaitable[None]]
    ) -> None:
        self._show = show
        self._ended = ended
        self._running: dict[QueueKey, asyncio.Task[None]] = {}
        self._tasks = TaskPool()
        self._again: set[QueueKey] = set()
        """Queues with more to show than their last round did, or could."""
        self._held: Counter[QueueKey] = Counter()
        self._stopping = False

    @property
    def stopping(self) -> bool:
        """True if no more queues are started."""
        return self._stopping

    @property
    def left(self) -> Set[QueueKey]:
        """The queues that have something to show and do not run."""
        return self._again - self._running.keys()

    @property
    def busy(self) -> Set[int]:
        """The ids of the tables with a queue that runs or has something to show."""
        return {queue[0] for queues in (self._running, self._again) for queue in queues}

    def is_busy(self, queue: QueueKey) -> bool:
        """Return whether the queue runs or has something to show."""
        return queue in self._running or queue in self._again

    def at_work(self, queue: QueueKey) -> asyncio.Task[None] | None:
        """Return the running task of a queue, None if it does not run."""
        return self._running.get(queue)

    def of(self, tables: Iterable[int]) -> list[asyncio.Task[None]]:
        """Return the running tasks of the queues of these tables."""
        wanted = set(tables)
        return [task for queue, task in self._running.items() if queue[0] in wanted]

    def wake(self, queue: QueueKey) -> None:
        """Run the queue soon; if it runs already, or is held, it goes round once more."""
        if queue in self._running or queue in self._held:
            self._again.add(queue)
        else:
            self._start(queue)

    def hold(self, queue: QueueKey) -> None:
        """Let the queue begin no round until it has been released as often as it was held."""
        self._held[queue] += 1

    def release(self, queue: QueueKey) -> None:
        """Undo one `hold`; start the queue if it has something to show."""
        self._held[queue] -= 1
        if not self._held[queue]:
            del self._held[queue]
            if queue in self.left:
                self._start(queue)

    def forget(self, tables: Iterable[int]) -> None:
        """Cancel the queues of deleted tables."""
        gone = set(tables)
        for task in self.of(gone):
            task.cancel()
        self._again = {queue for queue in self._again if queue[0] not in gone}

    async def stop(self, grace: float) -> None:
        """Let all queues end, for `grace` seconds at most; no more are started."""
        self._stopping = True
        await self._tasks.stop(grace)

    def _start(self, queue: QueueKey) -> None:
        if not self._stopping:
            self._running[queue] = self._tasks.start("publisher {} {}".format(*queue), self._run(queue))

    async def _run(self, queue: QueueKey) -> None:
        try:
            with logs.about(table=queue[0]):
                while True:
                    self._again.discard(queue)
                    await self._insist(queue)
                    if queue not in self._again or queue in self._held or self._stopping:
                        break
        except (Later, StoreError):
            self._again.add(queue)
        except TableGone:
            self._again.discard(queue)
        except Exception:
            log.exception("table %s: %s could not be shown", *queue)
            self._again.add(queue)
        finally:
            del self._running[queue]
        await self._ended(queue)

    async def _insist(self, queue: QueueKey) -> None:
        """Call `show`, with retries while Discord or the disk is busy. Raises Later or StoreError if all fail.

        After progress the retries begin with short pauses again: otherwise occasional errors of Discord would add up
        to long waits.
        """
        pauses = iter(TRIES)
        while True:
            try:
                return await self._show(queue)
            except (Later, StoreError) as error:
                if getattr(error, "gets_on", False):
                    pauses = iter(TRIES)
                pause = next(pauses, None)
                if pause is None:
                    raise
                level = logging.WARNING if getattr(error, "asked", True) else logging.DEBUG
                log.log(level, "table %s: %s waits %s s: %s", *queue, pause, error)
                await asyncio.sleep(pause)
