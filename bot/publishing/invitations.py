"""Invitations: people are told of seats that are kept for them, by a DM, else by a mention in the table's channel."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Final, cast

from bot.discord_api.errors import DeliveryError, DmsTooFast, Later
from bot.messages.kit import rendering
from bot.messages.lobby.invitation import InvitationScene
from bot.publishing.message_state import PUBLIC, MessageState
from bot.publishing.posts import Post
from bot.publishing.rendering_context import RenderingContext
from bot.tables import LoadedTable

log = logging.getLogger(__name__)

CALL: Final = "call"
"""The mention's post: `invitation:5.0.call`."""


class InvitationMessages:
    """Shows the invitations of every table. What cannot be sent holds up nothing else of the table."""

    def __init__(self, rendering: RenderingContext) -> None:
        self._rendering = rendering

    async def show(self, loaded: LoadedTable, post: Post) -> None:
        """Send an invitation, or end it: its message says so, and the mention goes. Raises Later."""
        states = self._rendering.message_states
        dm = await self._state(loaded, post, post.key)
        if dm.shown_seq >= post.seq:
            return
        scene = cast(InvitationScene, post.scene(await self._rendering.table_contexts.context(loaded)))
        if scene.is_open:
            if await self._send(loaded, dm, scene, post.seq):
                return
            await self._call(loaded, post, scene)
        else:
            await self._end(loaded, post, dm, scene)
        dm = await self._state(loaded, post, post.key)
        kept = dm._replace(channel_id=None, message_id=None) if scene.person.erased else dm
        await states.put(kept._replace(shown_seq=post.seq, attempted_seq=post.seq, attempted_at=None))

    async def _state(self, loaded: LoadedTable, post: Post, key: str) -> MessageState:
        state = await self._rendering.message_states.get(loaded.table.id, PUBLIC, key)
        return state._replace(person=post.person)

    async def _send(self, loaded: LoadedTable, dm: MessageState, scene: InvitationScene, seq: int) -> bool:
        """Return whether a DM could be sent."""
        person = cast(str, dm.person)
        reader = await self._rendering.people.reader(person, loaded.row.language)
        try:
            channel = dm.channel_id or await self._rendering.dm(person)
            await self._rendering.sender.show(dm, scene, reader, seq, channel)
        except DeliveryError as error:
            if isinstance(error, Later) and not isinstance(error, DmsTooFast) and error.place is None:
                raise
            log.info("table %s: an invitation could not be sent: %s", loaded.table.id, error)
            return False
        return True

    async def _call(self, loaded: LoadedTable, post: Post, scene: InvitationScene) -> None:
        state = await self._state(loaded, post, f"{post.key}.{CALL}")
        if state.shown_seq or scene.person.discord_id is None:
            return
        place = await self._rendering.table_contexts.place(loaded)
        reader = await self._rendering.guilds.reader(loaded.row.guild_id, loaded.row.language)
        channel, who = place.thread_id or loaded.row.channel_id, scene.person.discord_id
        called = replace(scene, mention=True)
        await self._rendering.sender.show(state, called, reader, post.seq, channel, mention=who)

    async def _end(self, loaded: LoadedTable, post: Post, dm: MessageState, scene: InvitationScene) -> None:
        """Edit the DM, however old it is: nobody needs to be notified that an invitation is over."""
        delivery = self._rendering.delivery
        if dm.channel_id is not None and dm.message_id is not None:
            reader = await self._rendering.people.reader(cast(str, dm.person), loaded.row.language)
            try:
                await delivery.edit(dm.channel_id, dm.message_id, rendering.draw(scene, reader, dm.name))
            except DeliveryError as error:
                log.info("table %s: an invitation that is over stays: %s", loaded.table.id, error)
        call = await self._state(loaded, post, f"{post.key}.{CALL}")
        if call.channel_id is not None and call.message_id is not None:
            await delivery.delete(call.channel_id, call.message_id)
            await self._rendering.message_states.put(call._replace(channel_id=None, message_id=None))
