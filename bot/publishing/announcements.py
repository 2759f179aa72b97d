"""Announcements of the operator: each is posted once in the thread of every table that was in play.

They are rows of the store, so that another process can queue them and a restart loses none. The public queue of each
table posts them, like everything else there; a row is removed when its message is known to be shown.
"""

from __future__ import annotations

import logging
from typing import Final

from bot.publishing.message_state import PUBLIC
from bot.publishing.rendering_context import RenderingContext
from bot.publishing.table_publisher import TablePublisher
from bot.store import AnnouncementRow, AnnouncementStore
from bot.tables.table import Stage

log = logging.getLogger(__name__)

EVERY: Final = 5.0
"""Seconds between two looks for new announcements."""
KEPT: Final = 12 * 3_600_000
"""The time that an announcement waits for a place that refuses messages, in ms; later it would only confuse."""


class Announcements:
    """Posts what the operator announces."""

    def __init__(self, store: AnnouncementStore, rendering: RenderingContext, publisher: TablePublisher) -> None:
        self._store, self._rendering, self._publisher = store, rendering, publisher
        self._queued: set[int] = set()
        """The announcements that this process has given to the queues of their tables."""

    async def look(self) -> None:
        """Queue new announcements at their tables, and remove those that are shown or out of date."""
        for row in await self._store.announcements():
            if await self._is_settled(row):
                await self._store.settle_announcement(row.id)
                self._queued.discard(row.id)

    async def _is_settled(self, row: AnnouncementRow) -> bool:
        key = f"announcement:{row.id}"
        if (await self._rendering.message_states.get(row.table_id, PUBLIC, key)).shown_seq:
            return True
        loaded = await self._rendering.tables.get(row.table_id)
        if loaded is None or loaded.table.stage is not Stage.PLAYING or self._rendering.now() - row.at > KEPT:
            log.info("table %s is not told of an announcement any more", row.table_id)
            return True
        if row.id in self._queued and self._rendering.outbox.is_empty(row.table_id):
            return True  # Discord rejects it, which the queue has logged
        self._queued.add(row.id)
        self._publisher.announce(loaded, key, row.text)
        return False
