"""Answers that show a hand themselves: meanwhile the lane of its seat is kept still."""

from __future__ import annotations

import asyncio
from typing import Final

from bot.publishing.delivery_queues import DeliveryQueues, Lane
from bot.publishing.message_state import blank, name_of
from bot.publishing.seats import Redrawn, SeatMessages, audience, post_of
from bot.tables.table import Table

STILL_WITHIN: Final = 0.5
"""Seconds that an answer waits for what a lane is at, so that it is not undone by it."""


class QueuePause:
    """Keeps a seat's lane still while a press in its DM is answered: the answer redraws the hand, in words.

    The lane goes on when it is released, and puts in the picture.
    """

    def __init__(self, queues: DeliveryQueues, seats: SeatMessages, table: Table, seat: int) -> None:
        self._lanes = queues
        self._seats = seats
        self._seat = seat
        self._lane: Lane = (table.id, audience(seat))
        self._mark = post_of(table, seat, table.seats[seat].person)
        self._under_way: asyncio.Task[None] | None = queues.at_work(self._lane)
        queues.hold(self._lane)

    @property
    def post(self) -> str:
        """The name of the post that the pressed message is, for the components that will stand there."""
        return name_of(blank(*self._lane, self._mark))

    async def still(self) -> None:
        """What the lane is at comes before the answer, if it comes soon: an edit after it would undo it."""
        if self._under_way is not None:
            await asyncio.wait({self._under_way}, timeout=STILL_WITHIN)

    async def release(self, redrawn: Redrawn | None = None) -> None:
        """The answer is out, and this is what the message shows by it, without its picture; None: no hand."""
        sure = self._under_way is None or self._under_way.done()
        try:
            if redrawn is not None:
                await self._seats.note(self._lane[0], self._seat, self._mark, redrawn, sure=sure)
                self._lanes.wake(self._lane)
        finally:
            self._lanes.release(self._lane)
