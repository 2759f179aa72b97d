"""What people press and type, as it comes: each is answered once, and at a stop those that are here are answered."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, cast

REMEMBERED: Final = 10_000
"""How many of the last interactions are known again; a gateway that resumes replays far fewer."""


class InFlight:
    """Which interactions have come, and which are being answered now."""

    def __init__(self) -> None:
        self.closing = False
        """Whether the process is about to end: who comes now is only told so."""
        self._closed = False
        self._came: dict[int, None] = {}
        self._under_way: set[asyncio.Task[Any]] = set()

    def is_new(self, interaction_id: int) -> bool:
        """Whether this one is to be answered: it has not come before, and somebody is there to answer."""
        if self._closed or interaction_id in self._came:
            return False
        self._came[interaction_id] = None
        if len(self._came) > REMEMBERED:
            del self._came[next(iter(self._came))]
        return True

    @contextmanager
    def under_way(self) -> Iterator[None]:
        """Within, this task answers: a stop waits for it."""
        task = cast("asyncio.Task[Any]", asyncio.current_task())
        self._under_way.add(task)
        try:
            yield
        finally:
            self._under_way.discard(task)

    async def settle(self, grace: float) -> None:
        """Nothing more is begun; wait `grace` seconds at most until everybody who came before is answered."""
        self.closing = True
        if self._under_way:
            await asyncio.wait(set(self._under_way), timeout=grace)

    async def close(self, grace: float) -> None:
        """Nobody is answered any more; who was told that the process ends has `grace` seconds to hear it."""
        self._closed = True
        await self.settle(grace)
        late = tuple(self._under_way)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
