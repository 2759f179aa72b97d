"""Welcomes: the first message to a server that the bot has joined, posted once, also after a crash.

`idempotent_sender` sends it, where the bot may write. Its state is a row of the store: without a channel it waits for a
place, with a channel and without a message its attempt is of unknown outcome and is looked for before it is repeated.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final, NamedTuple

from bot.discord_api.custom_ids import NO_TABLE
from bot.discord_api.delivery import Delivery
from bot.discord_api.errors import ChannelGone, DeliveryError, Later
from bot.members.guilds import Guilds
from bot.messages.kit.picture_cache import PictureCache
from bot.messages.learn.new_here import WelcomeScene
from bot.publishing.delivery_queues import leave_out
from bot.publishing.idempotent_sender import IdempotentSender, OwnRow
from bot.publishing.message_state import PUBLIC, MessageState
from bot.store import WelcomeRow, WelcomeStore
from rules import registry

log = logging.getLogger(__name__)

NEW_FOR: Final = 24 * 3_600_000
"""The time after joining for which a server without a row is new, ms: the bot may have been offline when it joined."""
SENT: Final = 1
"""The `shown_seq` of the message once it is sent."""
POST: Final = "welcome"


class JoinedGuild(NamedTuple):
    """A guild that the bot is in, its locale, and when the bot joined it, ms since the epoch (None: unknown).

    `channels`: where the bot may write, the best first.
    """

    guild_id: int
    language: str
    joined_at: int | None
    channels: tuple[int, ...]


class Welcomes:
    """Posts the welcome in each new server. `now`: ms since the epoch."""

    def __init__(
        self,
        store: WelcomeStore,
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
        self._settled: set[int] = set()
        """The guilds for which nothing is left to do."""
        self._lock = asyncio.Lock()

    async def look(self, guilds: Iterable[JoinedGuild]) -> None:
        """Welcome new guilds; where that is not possible yet, the next call tries again."""
        async with self._lock:
            for guild in guilds:
                if guild.guild_id not in self._settled:
                    await self._try(guild)

    async def _try(self, guild: JoinedGuild) -> None:
        row = await self._store.welcome(guild.guild_id)
        if row is None and self._is_new(guild):
            row = WelcomeRow(guild.guild_id, None, None)
            await self._store.put_welcome(row)
        if row is None or row.message_id is not None:
            self._settled.add(guild.guild_id)
            return
        with leave_out("guild", guild.guild_id, "welcome"):
            await self._try_sending(guild, row)
            return
        self._settled.add(guild.guild_id)

    async def _try_sending(self, guild: JoinedGuild, row: WelcomeRow) -> None:
        try:
            await self._bring(guild, row)
        except Later as error:
            log.info("the welcome waits in guild %s: %s", guild.guild_id, error)
        except DeliveryError as error:
            if error.asked:  # not refused by the circuit breaker, which knows when to ask again
                log.warning("guild %s does not get its welcome: %s", guild.guild_id, error)
                await self._store.put_welcome(WelcomeRow(guild.guild_id, None, None))

    def _is_new(self, guild: JoinedGuild) -> bool:
        return guild.joined_at is not None and self._now() - guild.joined_at < NEW_FOR

    async def _bring(self, guild: JoinedGuild, row: WelcomeRow) -> None:
        if row.channel_id is not None:  # an attempt of unknown outcome
            with suppress(ChannelGone):
                found = await self._delivery.find(row.channel_id, NO_TABLE, POST)
                if found is not None:
                    await self._store.put_welcome(row._replace(message_id=found))
                    return
        channel = row.channel_id if row.channel_id in guild.channels else next(iter(guild.channels), None)
        if channel is None:
            return
        reader = await self._guilds.reader(guild.guild_id, guild.language)
        own_row = OwnRow(lambda sent: self._store.put_welcome(WelcomeRow(guild.guild_id, channel, sent)))
        sender = IdempotentSender(own_row, self._delivery, self._picture_cache, self._now)
        scene = WelcomeScene(registry.USUAL)
        await sender.show(MessageState(NO_TABLE, PUBLIC, POST), scene, reader, SENT, channel)
