"""The loop that waits for the next moment at which a weekly cup is to be made."""

from __future__ import annotations

import logging
from collections.abc import Callable

from bot.cups.weekly_cups import WeeklyCups
from bot.runtime.due_loop import DueLoop
from bot.store import StoreError, WeeklyCupRow, WeeklyCupStore
from bot.tables.deadline_clock import Reachable

log = logging.getLogger(__name__)


class WeeklyCupClock(DueLoop):
    """Makes every weekly cup that is due; those of guilds out of reach wait."""

    def __init__(self, store: WeeklyCupStore, weekly: WeeklyCups, now: Callable[[], int], outages: Reachable) -> None:
        super().__init__(now, lambda: outages.is_connected)
        self._store = store
        self._weekly = weekly
        self._outages = outages

    async def act(self, now: int) -> None:
        for row in await self._store.due_weekly_cups(now, self._outages.lost_guilds):
            await self._make(row)

    async def next_due(self, now: int) -> int | None:
        return await self._store.next_due_weekly_cup(now)

    async def _make(self, row: WeeklyCupRow) -> None:
        """Make a cup; what fails is tried again at the next look."""
        try:
            await self._weekly.make(row)
        except StoreError as error:
            log.warning("guild %s: a weekly cup waits: %s", row.guild_id, error)
        except Exception:
            log.exception("guild %s: a weekly cup could not be made", row.guild_id)
