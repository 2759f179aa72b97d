"""A reader that a test can delay."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any


class ReadGate:
    """Holds the first caller, after its read, until the gate is opened; later callers pass."""

    def __init__(self, read: Callable[..., Awaitable[Any]]) -> None:
        self._read = read
        self._opened = asyncio.Event()
        self.reached = asyncio.Event()

    async def __call__(self, *given: Any) -> Any:
        found = await self._read(*given)
        if not self.reached.is_set():
            self.reached.set()
            await self._opened.wait()
        return found

    def open(self) -> None:
        self._opened.set()


async def waiting_at(gate: ReadGate, reading: Awaitable[Any]) -> asyncio.Task[Any]:
    task = asyncio.ensure_future(reading)
    await gate.reached.wait()
    return task
