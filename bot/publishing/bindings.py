"""The posts that bind deals: shown once, never edited, and told to the table, which deals nothing before.

At a private table that can have no private thread, each person gets it by direct message.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.discord_api.errors import DeliveryError, Later, NoPrivateThread
from bot.publishing.message_state import PUBLIC, MessageState
from bot.publishing.posts import Post, binding
from bot.publishing.rendering_context import RenderingContext
from bot.tables import LoadedTable, actions
from bot.tables.table import Stage
from bot.texts.reader import Reader

log = logging.getLogger(__name__)

DIRECT: Final = "@me"
"""The place of a server in links to direct messages."""


class Bindings:
    """Shows what binds the deals of every table. `channel`: finds a table's thread; it may raise NoPrivateThread."""

    def __init__(self, rendering: RenderingContext, channel: Callable[[LoadedTable], Awaitable[int]]) -> None:
        self._rendering = rendering
        self._channel = channel

    async def show(self, loaded: LoadedTable, post: Post) -> None:
        """Show the post, unless it is shown or another has taken its place. Raises DeliveryError."""
        state = await self._state(loaded, post.key)
        if not _is_due(loaded, post.key) or state.message_id is not None:
            return await self._rendering.message_states.put_soon(state._replace(shown_seq=post.seq))
        try:
            channel = await self._channel(loaded)
        except NoPrivateThread:
            await self._show_to_each(loaded, post)
            raise  # the table has no thread, which is told as at any other post
        row = loaded.row
        return await self._send(
            state, loaded, post, channel, await self._rendering.guilds.reader(row.guild_id, row.language)
        )

    async def confirm(self, table_id: int) -> None:
        """Let the table deal, if the post is shown and the table does not know that yet."""
        loaded = await self._rendering.tables.existing(table_id)
        chain = loaded.table.chain
        if chain is None or not _is_due(loaded, binding(chain.commitment)):
            return
        state = await self._state(loaded, binding(chain.commitment))
        if state.shown_seq and state.message_id is not None:
            await self._bind(loaded, loaded.row.guild_id, state)

    async def _show_to_each(self, loaded: LoadedTable, post: Post) -> None:
        """Send the post to each person seated; the first message counts."""
        shown = list[MessageState]()
        for seat, person in enumerate(one.person for one in loaded.table.seats):
            if person is None:
                continue
            state = (await self._state(loaded, post.key, f"seat:{seat}"))._replace(person=person)
            try:
                if state.message_id is None:
                    channel = await self._rendering.dm(person)
                    reader = await self._rendering.people.reader(person, loaded.row.language)
                    await self._send(state, loaded, post, channel, reader)
                shown.append(await self._state(loaded, post.key, f"seat:{seat}"))
            except Later:
                raise
            except DeliveryError as error:
                log.info("table %s: seat %s cannot be told what binds the deals: %s", loaded.table.id, seat, error)
        if shown:
            await self._bind(loaded, DIRECT, shown[0])

    async def _send(self, state: MessageState, loaded: LoadedTable, post: Post, channel: int, reader: Reader) -> None:
        scene = post.scene(await self._rendering.table_contexts.context(loaded))
        await self._rendering.sender.show(state, scene, reader, post.seq, channel, is_fixed=True)

    async def _bind(self, loaded: LoadedTable, guild: int | str, state: MessageState) -> None:
        message = state.message_id or 0
        link = f"https://discord.com/channels/{guild}/{state.channel_id}/{message}"
        await self._rendering.tables.submit(loaded.table.id, actions.Bound(message, link))

    async def _state(self, loaded: LoadedTable, key: str, audience: str = PUBLIC) -> MessageState:
        return await self._rendering.message_states.get(loaded.table.id, audience, key)


def _is_due(loaded: LoadedTable, key: str) -> bool:
    """Return whether the table waits for this post to be shown."""
    chain = loaded.table.chain
    waits = chain is not None and chain.message is None and binding(chain.commitment) == key
    return waits and loaded.table.stage is Stage.PLAYING
