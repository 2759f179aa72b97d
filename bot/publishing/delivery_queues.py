"""Lanes: what is shown to one audience of one table is shown one thing at a time.

A lane that is woken runs until it has shown what there is; one that runs already goes round once more. Where Discord or
the disk is busy it tries again, and leaves the rest to the sweep. An answer that redraws a hand holds its lane.
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
from bot.store import StoreError

log = logging.getLogger(__name__)

TRIES: Final = (1, 2, 5, 15, 30, 60)
"""Seconds before a delivery that failed for now is tried again; when all have passed the sweep takes over."""

Lane = tuple[int, str]
"""A table, and who is shown something of it: see `bot.publishing.message_state`."""


class DeliveryQueues:
    """The lanes of all tables. `show` shows what there is, and raises Later or StoreError to be called again.

    `ended` is called when a lane has come to its end, whatever became of it.
    """

    def __init__(self, show: Callable[[Lane], Awaitable[None]], ended: Callable[[Lane], Awaitable[None]]) -> None:
        self._show = show
        self._ended = ended
        self._running: dict[Lane, asyncio.Task[None]] = {}
        self._ending: set[asyncio.Task[None]] = set()
        self._again: set[Lane] = set()
        """With more to show than the last round did, or could."""
        self._held: Counter[Lane] = Counter()
        self._stopping = False

    @property
    def stopping(self) -> bool:
        """Whether no lane begins any more."""
        return self._stopping

    @property
    def left(self) -> Set[Lane]:
        """The lanes that have something to show, and do not run."""
        return self._again - self._running.keys()

    @property
    def busy(self) -> Set[int]:
        """The tables with a lane that runs, or has something to show."""
        return {queue[0] for queues in (self._running, self._again) for queue in queues}

    def is_busy(self, queue: Lane) -> bool:
        """Whether it runs, or has something to show."""
        return queue in self._running or queue in self._again

    def at_work(self, queue: Lane) -> asyncio.Task[None] | None:
        """What the lane is at."""
        return self._running.get(queue)

    def of(self, tables: Iterable[int]) -> list[asyncio.Task[None]]:
        """What the lanes of these tables are at."""
        wanted = set(tables)
        return [task for queue, task in self._running.items() if queue[0] in wanted]

    def wake(self, queue: Lane) -> None:
        """Show what there is, soon; a lane that runs, or is held, goes round once more."""
        if queue in self._running or queue in self._held:
            self._again.add(queue)
        else:
            self._start(queue)

    def hold(self, queue: Lane) -> None:
        """Let the lane begin no round until it is released, as often as it was held."""
        self._held[queue] += 1

    def release(self, queue: Lane) -> None:
        """Go on, if there is something to show."""
        self._held[queue] -= 1
        if not self._held[queue]:
            del self._held[queue]
            if queue in self.left:
                self._start(queue)

    def forget(self, tables: Iterable[int]) -> None:
        """These tables are there no more."""
        gone = set(tables)
        for task in self.of(gone):
            task.cancel()
        self._again = {queue for queue in self._again if queue[0] not in gone}

    async def stop(self, grace: float) -> None:
        """Let all lanes come to their end, for `grace` seconds at most; none begins any more."""
        self._stopping = True
        under_way = {*self._running.values(), *self._ending}
        if under_way:
            _, late = await asyncio.wait(under_way, timeout=grace)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def _start(self, queue: Lane) -> None:
        if not self._stopping:
            task = asyncio.create_task(self._run(queue), name="publisher {} {}".format(*queue))
            task.add_done_callback(self._ending.discard)
            self._running[queue] = task

    async def _run(self, queue: Lane) -> None:
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
            self._ending.add(self._running.pop(queue))
        await self._ended(queue)

    async def _insist(self, queue: Lane) -> None:
        """Show, and try again where Discord or the disk is busy. Raises Later, or StoreError, when it always was.

        What gets on begins with short pauses again: else where Discord breaks now and then all would wait for long.
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
