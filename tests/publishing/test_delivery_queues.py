"""A queue that waits for more to show: one round for all of it, and no longer than it may."""

from __future__ import annotations

import asyncio

from bot.publishing.delivery_queues import DeliveryQueues, QueueKey

QUEUE: QueueKey = (1, None)


class Shown:
    """A queue, and the times of the loop at which it was shown."""

    def __init__(self) -> None:
        self.at: list[float] = []
        self.queues = DeliveryQueues(self._show)
        self.since = asyncio.get_running_loop().time()

    async def _show(self, _: QueueKey) -> None:
        self.at.append(asyncio.get_running_loop().time() - self.since)

    async def end(self) -> None:
        while tasks := self.queues.tasks_of([1]):
            await asyncio.wait(tasks)


async def test_what_comes_meanwhile_is_shown_in_the_same_round() -> None:
    shown = Shown()
    for _ in range(3):
        shown.queues.wake(QUEUE, 100.0)
        await asyncio.sleep(0)
    shown.queues.wake(QUEUE)
    await shown.end()
    assert len(shown.at) == 1
    assert shown.at[0] < 100


async def test_a_queue_is_shown_however_often_it_is_told_to_wait() -> None:
    shown = Shown()
    async with asyncio.timeout(30):
        while not shown.at:
            shown.queues.wake(QUEUE, 0.05)
            await asyncio.sleep(0.001)
    await shown.end()


async def test_a_stop_shows_what_is_gathered() -> None:
    shown = Shown()
    shown.queues.wake(QUEUE, 100.0)
    await shown.queues.stop(grace=5.0)
    assert len(shown.at) == 1
