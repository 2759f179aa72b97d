"""The trick of the day: posted once a day in the channels of the guilds that want it, also after a crash.

`idempotent_sender` sends it; its state is the store's row of the day, without a message id after the attempt. The guild
may choose another channel meanwhile, so an attempt of unknown outcome is looked for where it was made.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple

from bot.discord_api.custom_ids import NO_TABLE
from bot.discord_api.delivery import Delivery
from bot.discord_api.errors import ChannelGone, DeliveryError, Later
from bot.lessons.course import course
from bot.lessons.exercises import day_of, question_of
from bot.lessons.progress import LearningProgress, tally_of
from bot.members.guilds import Guilds
from bot.messages.kit.picture_cache import PictureCache
from bot.messages.learn.daily_trick import DailyPostScene
from bot.publishing.delivery_queues import leave_out
from bot.publishing.idempotent_sender import IdempotentSender, OwnRow
from bot.publishing.message_state import PUBLIC, MessageState
from bot.store import DailyRow, LearningStore
from bot.texts import game_key

log = logging.getLogger(__name__)

HOUR: Final = 8
"""The hour (UTC) from which it is posted; if a guild turns it on later in the day, it is posted at once."""
SENT: Final = 1
"""The `shown_seq` of the post once it is sent."""


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
        self._guilds = guilds
        self._delivery = delivery
        self._picture_cache = picture_cache
        self._now = now
        self._settled: dict[int, tuple[date, int]] = {}
        """Guild id -> the last day for which nothing is left to do there, and the channel."""

    async def look(self, guilds: Iterable[DailyGuild]) -> None:
        """Post the trick of the day where it is due; where Discord is busy, the next call tries again."""
        now = self._now()
        if datetime.fromtimestamp(now / 1000, UTC).hour < HOUR:
            return
        for guild in guilds:
            channel = (await self._guilds.preferences(guild.guild_id)).daily
            if channel is not None and self._settled.get(guild.guild_id) != (day_of(now), channel):
                await self._try(guild, channel, day_of(now))

    async def _try(self, guild: DailyGuild, channel: int, day: date) -> None:
        try:
            with leave_out("guild", guild.guild_id, day):
                await self._bring(guild, channel, day)
        except Later as error:
            log.info("the trick of %s waits in guild %s: %s", day, guild.guild_id, error)
            return
        except DeliveryError as error:
            if not error.asked:  # refused by the circuit breaker, which knows when to ask again
                return
            log.warning("guild %s does not get the trick of %s: %s", guild.guild_id, day, error)
        self._settled[guild.guild_id] = (day, channel)

    async def _bring(self, guild: DailyGuild, channel: int, day: date) -> None:
        row = await self._store.daily(guild.guild_id, day.isoformat())
        if row is not None and row.message_id is not None:
            return
        if row is not None:  # an attempt of unknown outcome
            with suppress(ChannelGone):
                found = await self._delivery.find(row.channel_id, NO_TABLE, post_of(day))
                if found is not None:
                    await self._store.put_daily(row._replace(message_id=found))
                    return
        games = [game for game in (await self._guilds.preferences(guild.guild_id)).offered if course(game).daily]
        if not games:
            return
        reader = await self._guilds.reader(guild.guild_id, guild.language)
        scene = await self._scene(games[0], day, guild.guild_id)
        own_row = OwnRow(lambda sent: self._store.put_daily(DailyRow(guild.guild_id, day.isoformat(), channel, sent)))
        sender = IdempotentSender(own_row, self._delivery, self._picture_cache, self._now)
        await sender.show(MessageState(NO_TABLE, PUBLIC, post_of(day)), scene, reader, SENT, channel)

    async def _scene(self, game: str, day: date, guild_id: int) -> DailyPostScene:
        yesterday = day - timedelta(days=1)
        before = await asyncio.to_thread(question_of, yesterday, game)
        tally = tally_of(before, await self._store.daily_tally(game_key(game, yesterday.isoformat())))
        here = await LearningProgress(self._store).of_guild(yesterday, game, guild_id)
        return DailyPostScene(await asyncio.to_thread(question_of, day, game), day, before, tally, here)


def post_of(day: date) -> str:
    return f"daily.{day.isoformat()}"
