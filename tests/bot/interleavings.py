"""All interleavings of tasks: each task stops before and after every await, until it is released."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

T = TypeVar("T")
TURNS = 8
"""Cycles of the loop between two stops; longer than any chain of wake-ups here."""


class Stops:
    """Stops tasks. `order` gives the index of the stopped task to release at each step; afterwards the first."""

    def __init__(self, order: Sequence[int]) -> None:
        self._order = list(order)
        self._standing: dict[str, asyncio.Event] = {}
        self.ways: list[int] = []
        """The number of stopped tasks at each step."""
        self.is_over = False

    async def around(self, work: Callable[[], T]) -> T:
        """Do the work in one go, between two stops."""
        await self._stop()
        try:
            return work()
        finally:
            await self._stop()

    async def _stop(self) -> None:
        if self.is_over:
            return
        task = asyncio.current_task()
        assert task is not None
        self._standing[task.get_name()] = passes = asyncio.Event()
        await passes.wait()

    async def drive(self, *doing: Awaitable[object]) -> list[object]:
        """Run all to their ends. Return their results or exceptions."""
        tasks = [asyncio.create_task(self._begun(one), name=str(number)) for number, one in enumerate(doing)]
        while not all(task.done() for task in tasks):
            for _ in range(TURNS):
                await asyncio.sleep(0)
            if self._standing:
                self._let_on()
            elif not all(task.done() for task in tasks):
                raise AssertionError("nobody goes on")
        self.is_over = True
        return await asyncio.gather(*tasks, return_exceptions=True)

    async def _begun(self, one: Awaitable[T]) -> T:
        await self._stop()
        return await one

    def _let_on(self) -> None:
        step = len(self.ways)
        self.ways.append(len(self._standing))
        which = self._order[step] if step < len(self._order) else 0
        name = sorted(self._standing)[which]
        self._standing.pop(name).set()


async def all_orders(run: Callable[[Stops], Awaitable[None]]) -> int:
    """Run it once for each order. Return the number of orders."""
    order: list[int] | None = []
    found = 0
    while order is not None:
        stops = Stops(order)
        await run(stops)
        found += 1
        order = _next(order, stops.ways)
    return found


def _next(order: Sequence[int], ways: Sequence[int]) -> list[int] | None:
    """The next order, counted like digits; None after the last."""
    steps = [*order, *[0] * (len(ways) - len(order))]
    while steps:
        last = steps.pop()
        if last + 1 < ways[len(steps)]:
            return [*steps, last + 1]
    return None
