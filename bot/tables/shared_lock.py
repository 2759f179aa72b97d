"""A lock for tasks of one event loop that many hold together (shared) or one holds alone (exclusive)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


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
    async def shared(self) -> AsyncIterator[None]:
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
