"""Waiting for a condition on the state, which is checked after each change."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

WAKE_SECONDS = 0.001  # everybody who waits is woken once for all changes within this time
RECHECK_SECONDS = 0.05  # for conditions on outside state, such as that of a bot in the same process


class Changes:
    """Wakes everybody who waits for a condition, all together after a moment."""

    def __init__(self) -> None:
        self._waiting: list[asyncio.Future[None]] = []
        self._waking = False

    def notify(self) -> None:
        """Let the conditions be checked again."""
        if self._waiting and not self._waking:
            self._waking = True
            asyncio.get_running_loop().call_later(WAKE_SECONDS, self._wake)

    def _wake(self) -> None:
        self._waking = False
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def until(self, condition: Callable[[], Any], seconds: float) -> Any:
        """Wait until a condition holds. Return its value. Raises TimeoutError."""
        async with asyncio.timeout(seconds):
            while not (value := condition()):
                future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                self._waiting.append(future)
                await asyncio.wait([future], timeout=RECHECK_SECONDS)
        return value
