"""Late pictures: a private response is sent as text at once, and its picture is added by an edit."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple

from bot.discord_api.delivery import files_of
from bot.discord_api.interactions import InteractionToken
from bot.messages.kit import rendering
from bot.messages.kit.picture_cache import PictureCache
from bot.messages.kit.scene import Scene
from bot.messages.kit.ui import PageOfItems
from bot.texts.reader import Reader

PATIENCE: Final = 0.5
"""Seconds that a new response waits for the picture of the one before it, so that this does not overwrite it."""


class Sent(NamedTuple):
    """A response that was sent: its message, and how to edit it (discord.py's `edit_original_response`).

    `token`: that of the interaction, if the message is its original response.
    """

    message_id: int
    edit: Callable[..., Awaitable[Any]]
    token: InteractionToken | None = None


class LatePictures:
    """Adds pictures to messages, unless the message was redrawn meanwhile."""

    def __init__(self, picture_cache: PictureCache, patience: float = PATIENCE) -> None:
        self._picture_cache = picture_cache
        self._patience = patience
        self._newest: dict[int, object] = {}
        """Message id -> the token of the newest `follow` for it."""
        self._edits: dict[int, asyncio.Future[Any]] = {}

    async def interrupt(self, message_id: int) -> bool:
        """Cancel the picture that is still to come, before a message is redrawn; wait a little for an edit in progress.

        Return whether that edit may still arrive afterwards.
        """
        self._newest.pop(message_id, None)
        edit = self._edits.get(message_id)
        if edit is None:
            return False
        _, late = await asyncio.wait({edit}, timeout=self._patience)
        return bool(late)

    async def follow(
        self, sent: Sent, scene: Scene, reader: Reader, page: PageOfItems | None = None, *, again: bool = False
    ) -> None:
        """Add the picture of a scene to its message.

        `page`: its layout, if it was built before. `again`: edit even if there is no picture, to overwrite an older
        edit that may have arrived late. Raises what the edit raises.
        """
        me = self._newest[sent.message_id] = object()
        try:
            picture = await self._picture_cache.picture(scene, reader)
            while sent.message_id in self._edits:
                await asyncio.wait({self._edits[sent.message_id]})
            if self._newest.get(sent.message_id) is me and (picture is not None or again):
                view = rendering.draw(scene, reader, picture="" if picture is None else picture.name, page=page)
                await self._edit(sent, view=view, attachments=files_of(picture))
        finally:
            if self._newest.get(sent.message_id) is me:
                del self._newest[sent.message_id]

    async def _edit(self, sent: Sent, **message: Any) -> None:
        edit = self._edits[sent.message_id] = asyncio.ensure_future(sent.edit(**message))
        try:
            await edit
        finally:
            del self._edits[sent.message_id]
