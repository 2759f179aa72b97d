"""The loop that waits for the next deadline in the store and lets the table act on it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final, Protocol

from bot.runtime.wakeup import Wakeup
from bot.store import StoreError, TableLists
from bot.tables import Committed, TableService

log = logging.getLogger(__name__)

PAUSE_WHILE_LOST: Final = 0.5
PAUSE_AFTER_FAILURE: Final = 1.0


class Reachable(Protocol):
    """Which tables people can reach now."""

    @property
    def is_there(self) -> bool: ...

    @property
    def without(self) -> frozenset[int]:
        """The ids of the guilds that people cannot reach."""
        ...


class DeadlineClock:
    """Ticks every table that is due. Tables in an outage are left out: nobody is late for a table out of reach."""

    def __init__(self, store: TableLists, tables: TableService, now: Callable[[], int], outages: Reachable) -> None:
        self._store = store
        self._tables = tables
        self._now = now
        self._reach = outages
        self._alarm = Wakeup(now)
        self._ticking: dict[int, asyncio.Task[None]] = {}

    def changed(self, change: Committed) -> None:
        """Listen to `TableService`: wake earlier if a change has set an earlier deadline."""
        for due in (change.row.due_at, change.row.deadline_at):
            self._alarm.tell(due)

    def ring(self) -> None:
        """Look for due tables again now, because deadlines have moved."""
        self._alarm.ring()

    async def look(self) -> None:
        """Tick the tables that are due, then sleep until the next deadline or a change. Call it in a loop."""
        if not self._reach.is_there:
            return await asyncio.sleep(PAUSE_WHILE_LOST)
        self._alarm.open()
        now = self._now()
        for table_id in await self._store.due(now, self._reach.without):
            if table_id not in self._ticking:
                self._ticking[table_id] = asyncio.create_task(self._tick(table_id), name=f"tick {table_id}")
        await self._alarm.sleep_to(await self._store.next_due(now))
        return None

    async def stop(self) -> None:
        """Wait for running ticks to finish."""
        await asyncio.gather(*self._ticking.values(), return_exceptions=True)

    async def _tick(self, table_id: int) -> None:
        try:
            await self._tables.tick(table_id)
        except StoreError as error:
            log.warning("table %s: what is due waits: %s", table_id, error)
            await asyncio.sleep(PAUSE_AFTER_FAILURE)
        except Exception:
            log.exception("table %s: what was due could not be done", table_id)
            await asyncio.sleep(PAUSE_AFTER_FAILURE)
        finally:
            del self._ticking[table_id]
            self._alarm.ring()
