"""Background tasks that nobody waits for: kept until they end, their errors logged, ended with the process."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Hashable
from typing import Any

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
        task.add_done_callback(lambda _: self._ended(key, task))
        return task

    def _ended(self, key: Hashable, task: asyncio.Task[Any]) -> None:
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
