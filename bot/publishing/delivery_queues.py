"""Delivery queues: one for the public messages of each table and one for each hand, with their retries.

A queue that is woken runs until everything due is shown; if it is woken while it runs it goes round once more. While
Discord or the disk is busy it retries, and after that leaves the rest to the sweep. A response that redraws a hand
pauses the hand's queue.

An error of the bot's own in the making of a message is logged with a reference number. A retry would fail too, so what
fails is left out until it changes, and the rest goes on.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence, Set
from contextlib import contextmanager
from typing import Final

from bot.discord_api.errors import DeliveryError, Later
from bot.runtime import logs
from bot.runtime.background_tasks import TaskPool
from bot.store import RecordGone, StoreError

log = logging.getLogger(__name__)

NOT_OURS: Final = (DeliveryError, StoreError, RecordGone)
"""The errors that a delivery may meet though the bot makes no mistake."""


@contextmanager
def leave_out(*what: object) -> Iterator[None]:
    """Log an error of the bot's own in this block, and go on after it. `what`: names of what is left out then."""
    try:
        yield
    except NOT_OURS:
        raise
    except Exception:
        logs.own_error(log, "%s is left out by an error of ours", " ".join(map(str, what)))


TRIES: Final = (1, 2, 5, 15, 30, 60)
"""Seconds before each retry of a delivery; after the last one the sweep takes over."""

QueueKey = tuple[int, int | None]
"""The id of a table (or of another subject), and the seat whose hand is shown; None: the public messages."""


def queue_name(queue: QueueKey, subject: str = "table") -> str:
    number, seat = queue
    return f"{subject} {number}: {'public' if seat is None else f'seat {seat}'}"


class DeliveryQueues:
    """The queues of all tables, or of all of another `subject`.

    `show` shows everything due in a queue; if it raises Later or StoreError it is called again. `ended` is called
    whenever a queue ends, whatever the outcome. After `stopping` no more queues are started.
    """

    def __init__(
        self,
        show: Callable[[QueueKey], Awaitable[None]],
        ended: Callable[[QueueKey], Awaitable[None]] | None = None,
        subject: str = "table",
    ) -> None:
        self._subject = subject
        self.stopping = False
        self._show = show
        self._ended = ended
        self._running: dict[QueueKey, asyncio.Task[None]] = {}
        self._tasks = TaskPool()
        self._again: set[QueueKey] = set()
        """Queues with more to show than their last round did, or could."""
        self._failed: set[QueueKey] = set()
        """Queues that an error of the bot's own has ended; they begin again when there is something new to show."""
        self._held: Counter[QueueKey] = Counter()
        self._gathering: dict[QueueKey, asyncio.Event] = {}
        """Queues that wait for more before their first round; the event ends that."""

    @property
    def unfinished(self) -> Set[QueueKey]:
        return self._again - self._running.keys()

    @property
    def busy_tables(self) -> Set[int]:
        """The ids of the tables with a queue that runs or has something to show."""
        return {queue[0] for queues in (self._running, self._again) for queue in queues}

    def is_busy(self, queue: QueueKey) -> bool:
        return queue in self._running or queue in self._again

    def tasks_of(self, tables: Iterable[int]) -> list[asyncio.Task[None]]:
        wanted = set(tables)
        return [task for queue, task in self._running.items() if queue[0] in wanted]

    async def wait(self, queue: QueueKey, within: float) -> None:
        """Wait until the queue ends, for `within` seconds at most; not at all if it does not run."""
        if (task := self._running.get(queue)) is not None:
            await asyncio.wait({task}, timeout=within)

    def retry(self, queue: QueueKey) -> None:
        """Run the queue soon, though nothing has changed, unless it has failed since by an error of the bot's own."""
        if queue not in self._failed:
            self.wake(queue)

    def wake(self, queue: QueueKey, within: float = 0.0) -> None:
        """Run the queue soon; if it runs already, or is held, it goes round once more.

        `within`: let it first wait so many seconds for more to show, unless it is woken without that meanwhile.
        """
        self._failed.discard(queue)
        if queue in self._gathering:
            if not within:
                self._gathering[queue].set()
        elif queue in self._running or queue in self._held:
            self._again.add(queue)
        else:
            self._start(queue, within)

    def hold(self, queue: QueueKey) -> asyncio.Task[None] | None:
        """Let the queue begin no round until it has been released as often as it was held; return its running task."""
        self._held[queue] += 1
        return self._running.get(queue)

    def release(self, queue: QueueKey, *, again: bool) -> None:
        """Undo one `hold`; start the queue if it has something to show, or is to go round once more (`again`)."""
        if again:
            self._again.add(queue)
        self._held[queue] -= 1
        if not self._held[queue]:
            del self._held[queue]
            if queue in self.unfinished:
                self._start(queue)

    def forget(self, tables: Iterable[int]) -> None:
        gone = set(tables)
        for task in self.tasks_of(gone):
            task.cancel()
        self._again = {queue for queue in self._again if queue[0] not in gone}
        self._failed = {queue for queue in self._failed if queue[0] not in gone}

    async def stop(self, grace: float) -> None:
        self.stopping = True
        for gathered in self._gathering.values():
            gathered.set()
        await self._tasks.stop(grace)

    def _name(self, queue: QueueKey) -> str:
        return queue_name(queue, self._subject)

    def _start(self, queue: QueueKey, within: float = 0.0) -> None:
        if not self.stopping:
            if within:
                self._gathering[queue] = asyncio.Event()
            self._running[queue] = self._tasks.start(f"publisher {self._name(queue)}", self._run(queue, within))

    async def _gather(self, queue: QueueKey, within: float) -> None:
        try:
            async with asyncio.timeout(within):
                await self._gathering[queue].wait()
        except TimeoutError:
            pass
        finally:
            del self._gathering[queue]

    async def _run(self, queue: QueueKey, within: float) -> None:
        try:
            if within:
                await self._gather(queue, within)
            with logs.bind_fields(**{self._subject: queue[0]}):
                while True:
                    self._again.discard(queue)
                    await self._insist(queue)
                    if queue not in self._again or queue in self._held or self.stopping:
                        break
        except (Later, StoreError):
            self._again.add(queue)
        except RecordGone:
            self._again.discard(queue)
        except Exception:
            logs.own_error(log, "%s could not be shown", self._name(queue))
            if queue not in self._again:
                self._failed.add(queue)
        finally:
            del self._running[queue]
        if self._ended is not None:
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
                log.log(level, "%s waits %s s: %s", self._name(queue), pause, error)
                await asyncio.sleep(pause)


AFTER: Final = 1.0
"""Seconds between a play of others and the edit; all plays in between are one edit."""
RATE: Final = 5.0
"""The most such edits a second, for all tables; more are left out, since a hand whose turn comes is drawn anyway."""


class Followers:
    """Wakes the queues of hands in which only the plays of others have changed."""

    def __init__(self, wake: Callable[[QueueKey], None]) -> None:
        self._wake = wake
        self._waiting: dict[QueueKey, asyncio.TimerHandle] = {}
        self._free_at = 0.0
        """The time of the loop from which on the edits so far are within the rate."""
        self._later: dict[int, asyncio.TimerHandle] = {}
        """By tables."""

    def note(self, queue: QueueKey) -> None:
        """Note that others have played; do nothing if an edit is due already, or the limit is reached."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        if queue in self._waiting or self._free_at > now + 1:
            return
        self._free_at = max(now, self._free_at) + 1 / RATE
        self._waiting[queue] = loop.call_later(AFTER, self._due, queue)

    def note_later(self, table: int, seats: Sequence[int | None], seconds: float) -> None:
        """Wake these queues of a table after so many seconds, in place of those noted before for it."""
        if (timer := self._later.pop(table, None)) is not None:
            timer.cancel()
        if seats:
            self._later[table] = asyncio.get_running_loop().call_later(seconds, self._wake_all, table, seats)

    def _wake_all(self, table: int, seats: Sequence[int | None]) -> None:
        del self._later[table]
        for seat in seats:
            self._wake((table, seat))

    def forget(self, queue: QueueKey) -> None:
        """Drop the edit that is due for a hand, since it is redrawn now."""
        if (timer := self._waiting.pop(queue, None)) is not None:
            timer.cancel()

    def stop(self) -> None:
        for timer in (*self._waiting.values(), *self._later.values()):
            timer.cancel()
        self._waiting.clear()
        self._later.clear()

    def _due(self, queue: QueueKey) -> None:
        del self._waiting[queue]
        self._wake(queue)
