"""Interactions in flight: each is answered once, and a shutdown waits for those that have begun."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, cast

from cachetools import FIFOCache

REMEMBERED: Final = 10_000
"""The number of recent interactions that are recognized; a resumed gateway session replays far fewer."""


class InFlight:
    def __init__(self) -> None:
        self.closing = False
        """True if the process is about to end; new interactions then only get a notice of that."""
        self._closed = False
        self._came: FIFOCache[int, None] = FIFOCache(REMEMBERED)
        self._under_way: set[asyncio.Task[Any]] = set()

    def is_new(self, interaction_id: int) -> bool:
        """Return whether to answer this interaction: it has not arrived before, and the process is not closed."""
        if self._closed or interaction_id in self._came:
            return False
        self._came[interaction_id] = None
        return True

    @contextmanager
    def under_way(self) -> Iterator[None]:
        """Mark this task as answering inside the block, so that a shutdown waits for it."""
        task = cast("asyncio.Task[Any]", asyncio.current_task())
        self._under_way.add(task)
        try:
            yield
        finally:
            self._under_way.discard(task)

    async def drain(self, grace: float) -> None:
        """Begin the shutdown: wait at most `grace` seconds until all interactions in progress are answered."""
        self.closing = True
        if self._under_way:
            await asyncio.wait(set(self._under_way), timeout=grace)

    async def close(self, grace: float) -> None:
        """Accept no more interactions, and cancel those that are not answered within `grace` seconds."""
        self._closed = True
        await self.drain(grace)
        late = tuple(self._under_way)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
