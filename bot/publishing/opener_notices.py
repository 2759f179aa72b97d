"""Notices to the opener of a private table that has no private thread: it waits, since nothing of it goes elsewhere."""

from __future__ import annotations

import logging

from bot.discord_api.errors import DeliveryError
from bot.messages.table.notice import WordScene
from bot.publishing.message_state import PUBLIC
from bot.publishing.rendering_context import RenderingContext
from bot.tables import LoadedTable
from bot.texts.notices import Notice, fact
from rules.core.contract import Fact

log = logging.getLogger(__name__)

UNSEEN = "unseen"
"""The notice's post: `unseen:<since when the table cannot be shown>`, and for a seat `….<seat>`."""


class OpenerNotices:
    """Tells openers in direct messages, each thing once as long as a table cannot be shown."""

    def __init__(self, rendering: RenderingContext) -> None:
        self._rendering = rendering

    async def tell(self, table_id: int, seat: int | None) -> None:
        """Tell the opener that there is no private thread; of a `seat`: that no direct message reaches its person."""
        loaded = await self._rendering.tables.existing(table_id)
        if loaded.row.lost_at is None:
            return
        post = f"{UNSEEN}:{loaded.row.lost_at}" + ("" if seat is None else f".{seat}")
        state = await self._rendering.message_states.get(table_id, PUBLIC, post)
        if state.shown_seq:
            return
        opener, context = loaded.table.opener, await self._rendering.table_contexts.of(loaded)
        what = _what(loaded, seat)
        scene = WordScene(context.named(what), context.head)
        reader = await self._rendering.people.reader(opener, loaded.row.language)
        try:
            channel = await self._rendering.dm(opener)
            await self._rendering.sender.show(state._replace(person=opener), scene, reader, 1, channel)
        except DeliveryError as error:
            log.info("table %s: its opener could not be told that it has no private thread: %s", table_id, error)


def _what(loaded: LoadedTable, seat: int | None) -> Fact:
    table, channel = loaded.table, f"<#{loaded.row.channel_id}>"
    person = None if seat is None else table.seats[seat].person
    if person is None:
        return fact(Notice.NO_PRIVATE_THREAD, table=table.name, channel=channel)
    return fact(Notice.NO_THREAD_NO_DM, table=table.name, channel=channel, person=person)
