"""Pictures that follow private answers: the words are out at once, the picture is put into their message after them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple

from bot.presentation import layouts
from bot.presentation.picture_cache import PictureCache
from bot.presentation.scenes import Scene
from bot.publishing.delivery.client import files_of
from bot.texts.reader import Reader

PATIENCE: Final = 0.5
"""Seconds that a new answer waits for the picture of the one before it, so that it does not come in between."""


class Sent(NamedTuple):
    """An answer that is out: its message, and the way to edit it (as discord.py's `edit_original_response`)."""

    message_id: int
    edit: Callable[..., Awaitable[Any]]


class LatePictures:
    """Puts a picture into a message only if that has not been drawn anew meanwhile."""

    def __init__(self, picture_cache: PictureCache, patience: float = PATIENCE) -> None:
        self._gallery = picture_cache
        self._patience = patience
        self._newest: dict[int, object] = {}
        """Message -> who follows it."""
        self._edits: dict[int, asyncio.Future[Any]] = {}

    async def interrupt(self, message_id: int) -> bool:
        """The message is about to be drawn anew; a picture that is on its way into it comes first, if it comes soon.

        Whether one may still come after that.
        """
        self._newest.pop(message_id, None)
        edit = self._edits.get(message_id)
        if edit is None:
            return False
        _, late = await asyncio.wait({edit}, timeout=self._patience)
        return bool(late)

    async def follow(self, sent: Sent, scene: Scene, reader: Reader, *, again: bool = False) -> None:
        """Put the picture of a scene into its message. `again`: edit it also without one, for what may have come late.

        Raises what the edit raises.
        """
        me = self._newest[sent.message_id] = object()
        try:
            picture = await self._gallery.of(scene, reader)
            while sent.message_id in self._edits:
                await asyncio.wait({self._edits[sent.message_id]})
            if self._newest.get(sent.message_id) is me and (picture is not None or again):
                view = layouts.draw(scene, reader, picture="" if picture is None else picture.name)
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
