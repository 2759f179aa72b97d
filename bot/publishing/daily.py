"""The trick of the day: posted once a day in the channels of the guilds that want it, also after a crash.

Before a send the store notes the attempt (no message id), after it the message's id. After an attempt of unknown
outcome the channel is searched for the post by its custom_ids; if it is not there it is sent again, with the nonce
of the day.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple

from bot.discord_api.errors import ChannelGone, DeliveryError, Forbidden, Later, Rejected, TooLarge
from bot.members.guilds import Guilds
from bot.presentation import layouts
from bot.presentation.lessons.daily import day_of, question_of, tally_of
from bot.presentation.picture_cache import Picture, PictureCache
from bot.presentation.scenes import DailyPostScene
from bot.publishing.delivery.client import Delivery, nonce_of
from bot.store import DailyRow, LearningStore
from bot.texts.reader import Reader

log = logging.getLogger(__name__)

HOUR: Final = 8
"""The hour (UTC) from which it is posted; if a guild turns it on later in the day, it is posted at once."""
NO_TABLE: Final = 0
"""The table number in the post's custom_ids, which belong to no table."""


class DailyGuild(NamedTuple):
    """A guild that the bot is in, and its locale in Discord."""

    guild_id: int
    language: str


class DailyPosts:
    """Posts the trick of the day. `now`: ms since the epoch."""

    def __init__(
        self,
        store: LearningStore,
        guilds: Guilds,
        delivery: Delivery,
        picture_cache: PictureCache,
        now: Callable[[], int],
    ) -> None:
        self._store = store
        self._servers = guilds
        self._delivery = delivery
        self._gallery = picture_cache
        self._now = now
        self._settled: dict[int, tuple[date, int]] = {}
        """Guild id -> the last day for which nothing is left to do there, and the channel."""

    async def look(self, guilds: Iterable[DailyGuild]) -> None:
        """Post the trick of the day where it is due; where Discord is busy, the next call tries again."""
        now = self._now()
        if datetime.fromtimestamp(now / 1000, UTC).hour < HOUR:
            return
        for server in guilds:
            channel = (await self._servers.preferences(server.guild_id)).daily
            if channel is not None and self._settled.get(server.guild_id) != (day_of(now), channel):
                await self._try(server, channel, day_of(now))

    async def _try(self, server: DailyGuild, channel: int, day: date) -> None:
        try:
            await self._bring(server, channel, day)
        except Later as error:
            log.info("the trick of %s waits in server %s: %s", day, server.guild_id, error)
            return
        except DeliveryError as error:
            if not error.asked:  # refused by the circuit breaker, which knows when to ask again
                return
            log.warning("server %s does not get the trick of %s: %s", server.guild_id, day, error)
        self._settled[server.guild_id] = (day, channel)

    async def _bring(self, server: DailyGuild, channel: int, day: date) -> None:
        """Post once a day, in the channel that was set first."""
        mark = await self._store.daily(server.guild_id, day.isoformat())
        if mark is not None and mark.message_id is not None:
            return
        found = None if mark is None else await self._found(mark.channel_id, day)
        if mark is not None and found is not None:
            await self._store.put_daily(mark._replace(message_id=found))
            return
        attempt = DailyRow(server.guild_id, day.isoformat(), channel, None)
        await self._store.put_daily(attempt)
        message = await self._send(server, channel, day)
        await self._store.put_daily(attempt._replace(message_id=message))

    async def _found(self, channel: int, day: date) -> int | None:
        """Return the message of an attempt of unknown outcome; None if it was not sent or its channel is gone."""
        try:
            return await self._delivery.find(channel, NO_TABLE, post_of(day))
        except ChannelGone:
            return None

    async def _send(self, server: DailyGuild, channel: int, day: date) -> int:
        """Send the post with its picture, or without if that is refused."""
        reader = await self._servers.reader(server.guild_id, server.language)
        scene = await self._scene(day)
        picture = await self._gallery.of(scene, reader)
        try:
            return await self._sent(scene, reader, picture, channel, server)
        except (Forbidden, Rejected, TooLarge):
            if picture is None:
                raise
            return await self._sent(scene, reader, None, channel, server)

    async def _sent(
        self, scene: DailyPostScene, reader: Reader, picture: Picture | None, channel: int, server: DailyGuild
    ) -> int:
        view = layouts.draw(scene, reader, post_of(scene.day), "" if picture is None else picture.name)
        nonce = nonce_of(server.guild_id, channel, post_of(scene.day))
        return await self._delivery.send(channel, view, nonce, picture=picture)

    async def _scene(self, day: date) -> DailyPostScene:
        yesterday = day - timedelta(days=1)
        before = await asyncio.to_thread(question_of, yesterday)
        tally = tally_of(before, await self._store.daily_tally(yesterday.isoformat()))
        return DailyPostScene(await asyncio.to_thread(question_of, day), day, before, tally)


def post_of(day: date) -> str:
    """Return the name of a day's post in its custom_ids."""
    return f"daily.{day.isoformat()}"
