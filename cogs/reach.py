"""What Discord tells of itself: lost, found again; a server unavailable, and back."""

from __future__ import annotations

import discord
from discord.ext import commands

from bot.app import Bot


class Reaching(commands.Cog):
    """Hands on to `bot.reach` what the gateway tells."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    @commands.Cog.listener()
    async def on_disconnect(self) -> None:
        self._bot.club.reach.lost()

    @commands.Cog.listener()
    async def on_connect(self) -> None:
        await self._bot.club.reach.found()

    @commands.Cog.listener()
    async def on_resumed(self) -> None:
        await self._bot.club.reach.found()

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        self._bot.club.reach.lost_guild(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        await self._bot.club.reach.found_guild(guild.id)


async def setup(bot: Bot) -> None:
    await bot.add_cog(Reaching(bot))
