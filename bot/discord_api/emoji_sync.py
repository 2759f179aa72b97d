"""Upload of the application's own emojis: missing and changed ones, slowly, while the bot is running.

Until they are uploaded, and if one cannot be, cards are shown as text alone.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable, Mapping
from typing import Final

import discord

from bot.discord_api.errors import DeliveryError, translate_errors
from bot.store import KeyValueStore
from bot.texts.reader import Emojis

log = logging.getLogger(__name__)

PAUSE: Final = 0.5
"""Seconds between two uploads."""


class EmojiSync:
    """Uploads pictures as emojis and calls `show` (name -> markup) with those that exist.

    The store remembers the id and the content of each upload, so that another program's emojis are not taken for ours.
    """

    def __init__(
        self,
        client: discord.Client,
        store: KeyValueStore,
        pictures: Callable[[], Mapping[str, bytes]],
        show: Callable[[Emojis], None],
    ) -> None:
        self._client = client
        self._store = store
        self._pictures = pictures
        self._show = show
        self._drawn: Mapping[str, bytes] = {}

    async def bring(self) -> None:
        """Show the emojis that exist, upload the others, and show those too. Failures are retried at the next call."""
        if not self._drawn:
            self._drawn = await asyncio.to_thread(self._pictures)
        try:
            with translate_errors():
                there = {emoji.name: emoji for emoji in await self._client.fetch_application_emojis()}
        except DeliveryError as error:
            log.warning("Discord does not tell which emojis there are: %s", error)
            return
        ours = [there[name] for name in self._drawn if name in there]
        shown = {
            emoji.name: str(emoji)
            for emoji in ours
            if await self._store.get_value(f"emoji:{emoji.name}") == self._trace(emoji)
        }
        self._show(dict(shown))
        wanted = [name for name in self._drawn if name not in shown]
        for name in wanted:
            try:
                shown[name] = str(await self._renew(name, there.get(name)))
            except DeliveryError as error:
                log.warning("the emoji %s could not be uploaded: %s", name, error)
            await asyncio.sleep(PAUSE)
        if wanted:
            log.info("%s emojis of %s are there", len(shown), len(self._drawn))
            self._show(shown)

    def _trace(self, emoji: discord.Emoji) -> str:
        return f"{emoji.id} {hashlib.sha256(self._drawn[emoji.name]).hexdigest()}"

    async def _renew(self, name: str, old: discord.Emoji | None) -> discord.Emoji:
        """Upload an emoji, after deleting the old one: the picture of an emoji cannot be changed."""
        with translate_errors():
            if old is not None:
                await old.delete()
            emoji = await self._client.create_application_emoji(name=name, image=self._drawn[name])
        await self._store.put_value(f"emoji:{name}", self._trace(emoji))
        return emoji
