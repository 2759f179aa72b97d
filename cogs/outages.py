"""Gateway events: connections lost and restored, guilds unavailable and back, channels and permissions changed."""

from __future__ import annotations

import logging
from typing import cast

import discord
from discord.ext import commands

from bot.app import Bot
from bot.store import StoreError

log = logging.getLogger(__name__)


class OutageEvents(commands.Cog):
    """Passes outages to `bot.availability.outages`, and changes that may make a retry succeed to the publisher."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard_id: int) -> None:
        self._bot.services.outages.disconnected(shard_id)

    @commands.Cog.listener()
    async def on_shard_connect(self, shard_id: int) -> None:
        await self._bot.services.outages.reconnected(shard_id)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard_id: int) -> None:
        await self._bot.services.outages.reconnected(shard_id)

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        await self._bot.services.outages.lost_guild(guild.id)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Note all guilds: of one that is unavailable now, or removed the bot earlier, Discord sends no other event."""
        try:
            await self._note_servers()
        except StoreError as error:
            log.warning("what servers there are could not be noted: %s", error)  # it is repeated every hour

    async def _note_servers(self) -> None:
        services, guilds = self._bot.services, self._bot.guilds
        await services.store.set_present_guilds([guild.id for guild in guilds])
        for guild in guilds:
            if guild.unavailable:
                await services.outages.lost_guild(guild.id)
        for guild_id in await services.store.left_guilds():
            if self._bot.get_guild(guild_id) is None:  # the bot has not been added again in the meantime
                await services.outages.lost_guild(guild_id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        await self._bot.services.outages.found_guild(guild.id)
        self._changed(guild)

    # Permissions come from the guild, its roles, its channels and the bot's own member: the `guilds` intent covers all

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._bot.services.outages.lost_guild(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._bot.services.outages.found_guild(guild.id)  # it may have been unavailable when the bot was removed
        self._changed(guild)

    @commands.Cog.listener()
    async def on_guild_update(self, _: discord.Guild, guild: discord.Guild) -> None:
        self._changed(guild)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        self._changed(role.guild)

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        self._changed(role.guild)

    @commands.Cog.listener()
    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        if member == member.guild.me:
            self._changed(member.guild)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, _: object, channel: discord.abc.GuildChannel) -> None:
        threads = cast(list[discord.Thread], getattr(channel, "threads", []))
        self._bot.services.publisher.changed_at({channel.id, *(thread.id for thread in threads)})

    @commands.Cog.listener()
    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        self._bot.services.publisher.changed_at({thread.thread_id})

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._bot.services.publisher.gone(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self._bot.services.publisher.gone(thread.thread_id)

    @commands.Cog.listener()
    async def on_thread_join(self, thread: discord.Thread) -> None:
        self._bot.services.publisher.changed_at({thread.id})

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Bot]) -> None:
        """Tell the publisher that the person is active in this channel."""
        self._bot.services.publisher.heard_from(interaction.user.id, interaction.channel_id or 0)

    def _changed(self, guild: discord.Guild) -> None:
        places = (*guild.channels, *guild.threads)
        self._bot.services.publisher.changed_at({place.id for place in places})


async def setup(bot: Bot) -> None:
    await bot.add_cog(OutageEvents(bot))
