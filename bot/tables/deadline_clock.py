"""The loop that waits for the next deadline in the store and lets the table act on it."""

from __future__ import annotations

from collections.abc import Callable

from bot.ledger.record_clock import Reachable, RecordClock
from bot.store import TableLists
from bot.tables import Committed, TableService


class DeadlineClock(RecordClock):
    """The clock of all tables. Those in an outage are left out: nobody is late for a table out of reach."""

    kind = "table"

    def __init__(self, store: TableLists, tables: TableService, now: Callable[[], int], outages: Reachable) -> None:
        super().__init__(now, outages)
        self._store = store
        self._tables = tables

    def follow(self, change: Committed) -> None:
        """Listen to `TableService`: wake earlier if a change has set an earlier deadline."""
        for due in (change.row.due_at, change.row.deadline_at):
            self.wake_at(due)

    async def next_due(self, now: int) -> int | None:
        return await self._store.next_due(now)

    async def _due(self, now: int) -> list[int]:
        return await self._store.due(now, self._outages.lost_guilds)

    async def _advance(self, table_id: int) -> None:
        await self._tables.tick(table_id)
