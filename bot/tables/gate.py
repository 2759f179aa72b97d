"""A gate through which many may go at once, or one alone: what shares it never runs beside what is alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Gate:
    """Shared and exclusive access for tasks of one event loop. Neither may be entered again from inside."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._open = asyncio.Event()
        self._open.set()
        self._empty = asyncio.Event()
        self._empty.set()
        self._inside = 0

    @asynccontextmanager
    async def shared(self) -> AsyncIterator[None]:
        """Together with others that share it; waits while somebody is alone, or waits to be."""
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
        """With nobody else inside; waits for whoever is."""
        async with self._turn:
            self._open.clear()
            try:
                await self._empty.wait()
                yield
            finally:
                self._open.set()
