"""Gateway events: connections, servers, channels and permissions that change; new servers; what people write."""

from __future__ import annotations

import logging
from typing import cast

import discord
from discord.ext import commands

from bot.app import Bot
from bot.discord_api.delivery import nonce_of
from bot.discord_api.direct_messages import WrittenMessage
from bot.discord_api.errors import DeliveryError
from bot.messages.kit.rendering import draw
from bot.messages.learn.new_here import HelpScene
from bot.store import DatabaseTrouble, StoreError
from bot.tables.usage_limits import Cost
from bot.texts import in_language, offered_games
from bot.texts.reader import Reader

log = logging.getLogger(__name__)

listen = commands.Cog.listener


class OutageEvents(commands.Cog):
    """Passes outages to `bot.availability.outages`, and changes that may make a retry succeed to the publisher."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    @listen()
    async def on_shard_disconnect(self, shard_id: int) -> None:
        self._bot.services.outages.note_disconnect(shard_id)

    @listen("on_shard_connect")
    @listen("on_shard_resumed")
    async def note_reconnection(self, shard_id: int) -> None:
        await self._bot.services.outages.note_reconnect(shard_id)

    @listen()
    async def on_ready(self) -> None:
        """Note all guilds: of one that is unavailable now, or removed the bot earlier, Discord sends no other event."""
        services, guilds = self._bot.services, self._bot.guilds
        try:
            await services.store.set_present_guilds([guild.id for guild in guilds])
            for guild in guilds:
                if guild.unavailable:
                    await services.outages.note_lost_guild(guild.id)
            for guild_id in await services.store.left_guilds():
                if self._bot.get_guild(guild_id) is None:  # the bot has not been added again in the meantime
                    await services.outages.note_lost_guild(guild_id)
        except StoreError as error:
            log.warning("what servers there are could not be noted: %s", error)  # it is repeated every hour

    @listen("on_guild_unavailable")
    @listen("on_guild_remove")
    async def note_lost_guild(self, guild: discord.Guild) -> None:
        await self._bot.services.outages.note_lost_guild(guild.id)

    @listen("on_guild_remove")
    async def left_guild(self, guild: discord.Guild) -> None:
        """Note that the bot was removed from a guild (not in an outage): its data can be erased some time later."""
        if not guild.unavailable:
            await self._bot.services.guilds.leave(guild.id, self._bot.services.now())

    @listen("on_guild_available")
    @listen("on_guild_join")  # it may have been unavailable when the bot was removed
    async def note_found_guild(self, guild: discord.Guild) -> None:
        await self._bot.services.outages.note_found_guild(guild.id)
        self._note_change(guild)

    @listen("on_guild_join")
    async def joined_guild(self, guild: discord.Guild) -> None:
        await self._bot.services.guilds.come_back(guild.id)

    # Permissions come from the guild, its roles, its channels and the bot's own member: the `guilds` intent covers all

    @listen()
    async def on_guild_update(self, _: discord.Guild, guild: discord.Guild) -> None:
        self._note_change(guild)

    @listen("on_guild_role_update")
    @listen("on_guild_role_delete")
    async def changed_role(self, *roles: discord.Role) -> None:
        self._note_change(roles[-1].guild)

    @listen()
    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        if member == member.guild.me:
            self._note_change(member.guild)

    @listen()
    async def on_guild_channel_update(self, _: object, channel: discord.abc.GuildChannel) -> None:
        threads = cast(list[discord.Thread], getattr(channel, "threads", []))
        self._bot.services.publisher.note_change({channel.id, *(thread.id for thread in threads)})

    @listen()
    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        self._bot.services.publisher.note_change({thread.thread_id})

    @listen()
    async def on_thread_join(self, thread: discord.Thread) -> None:
        self._bot.services.publisher.note_change({thread.id})

    @listen()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._bot.services.publisher.handle_deletion(channel.id)

    @listen()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self._bot.services.publisher.handle_deletion(thread.thread_id)

    def _note_change(self, guild: discord.Guild) -> None:
        places = (*guild.channels, *guild.threads)
        self._bot.services.publisher.note_change({place.id for place in places})


class WelcomeEvents(commands.Cog):
    """Welcomes a server when the bot joins it."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._bot.welcome(guild)


class WrittenMessageEvents(commands.Cog):
    """Answers whatever people write to the bot as `/help` does; a person not more often than `Cost.WRITE` allows."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    @listen()
    async def on_written(self, message: WrittenMessage) -> None:
        services = self._bot.services
        if services.in_flight.closing or services.limits.full_until(message.person, Cost.WRITE) is not None:
            return
        with services.in_flight.track_task():
            try:
                await self._answer(message)
            except (DeliveryError, DatabaseTrouble) as error:
                log.info("a written message is not answered: %s", error)

    async def _answer(self, message: WrittenMessage) -> None:
        """Send the answer, once however often the event comes, in the language that the person is known to read."""
        services = self._bot.services
        person = await services.people.find(message.person)
        reader = Reader(in_language("")) if person is None else await services.people.reader(person.key, "")
        layout = draw(HelpScene(offered_games()[0]), reader)
        await services.delivery.send(message.channel, layout, nonce=nonce_of(message.channel, message.id))
