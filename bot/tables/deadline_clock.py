"""The loop that waits for the next deadline in the store and lets the table act on it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final, Protocol

from bot.runtime.background_tasks import DueLoop, TaskPool
from bot.store import StoreError, TableLists
from bot.tables import Committed, TableService

log = logging.getLogger(__name__)

PAUSE_AFTER_FAILURE: Final = 1.0


class Reachable(Protocol):
    """The tables that people can reach now."""

    @property
    def is_connected(self) -> bool: ...

    @property
    def lost_guilds(self) -> frozenset[int]: ...


class DeadlineClock(DueLoop):
    """Ticks every table that is due. Tables in an outage are left out: nobody is late for a table out of reach."""

    def __init__(self, store: TableLists, tables: TableService, now: Callable[[], int], outages: Reachable) -> None:
        super().__init__(now, lambda: outages.is_connected)
        self._store = store
        self._tables = tables
        self._outages = outages
        self._ticks = TaskPool()

    def follow(self, change: Committed) -> None:
        """Listen to `TableService`: wake earlier if a change has set an earlier deadline."""
        for due in (change.row.due_at, change.row.deadline_at):
            self.wake_at(due)

    async def act(self, now: int) -> None:
        for table_id in await self._store.due(now, self._outages.lost_guilds):
            if table_id not in self._ticks:
                self._ticks.start(f"tick {table_id}", self._tick(table_id), table_id)

    async def next_due(self, now: int) -> int | None:
        return await self._store.next_due(now)

    async def stop(self) -> None:
        await self._ticks.stop(grace=None)

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
            self.wake()
