"""Pauses of a seat's delivery queue, while a response redraws the hand itself."""

from __future__ import annotations

import asyncio
from typing import Final

from discord.ui import LayoutView

from bot.presentation import layouts
from bot.presentation.layouts.parts import PageOfItems, page_of
from bot.presentation.scenes import Scene
from bot.publishing.delivery_queues import DeliveryQueues, QueueKey
from bot.publishing.message_state import MessageState
from bot.publishing.seats import Redrawn, SeatMessages, audience, post_of
from bot.tables.table import Table
from bot.texts.reader import Reader

STILL_WITHIN: Final = 0.5
"""Seconds that a response waits for the queue's current delivery, so that this does not overwrite it."""


class QueuePause:
    """Pauses a seat's queue while a press in its DM is answered: the response redraws the hand, without its picture.

    After the release the queue goes on, and adds the picture.
    """

    def __init__(self, queues: DeliveryQueues, seats: SeatMessages, table: Table, seat: int) -> None:
        self._queues = queues
        self._seats = seats
        self._seat = seat
        self._key: QueueKey = (table.id, audience(seat))
        self._post = post_of(table, seat, table.seats[seat].person)
        self._under_way: asyncio.Task[None] | None = queues.at_work(self._key)
        self._page: PageOfItems | None = None
        queues.hold(self._key)

    @property
    def post(self) -> str:
        """The name of the pressed message's post, for the custom_ids of its new components."""
        return MessageState(*self._key, self._post).name

    def draw(self, scene: Scene, reader: Reader) -> LayoutView:
        """Return the layout of the pressed message, kept to add the picture to it."""
        self._page = page_of(scene, reader, self.post)
        return layouts.draw(scene, reader, page=self._page)

    async def still(self) -> None:
        """Wait a little for the queue's current delivery: an edit after the response would overwrite it."""
        if self._under_way is not None:
            await asyncio.wait({self._under_way}, timeout=STILL_WITHIN)

    async def release(self, redrawn: Redrawn | None = None) -> None:
        """End the pause after the response. `redrawn`: what the message shows now; None if it shows no hand."""
        sure = self._under_way is None or self._under_way.done()
        try:
            if redrawn is not None:
                shown = redrawn._replace(page=self._page)
                await self._seats.note(self._key[0], self._seat, self._post, shown, sure=sure)
                self._queues.wake(self._key)
        finally:
            self._queues.release(self._key)
