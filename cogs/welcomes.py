"""New servers: the welcome as soon as the bot has joined one."""

from __future__ import annotations

import discord
from discord.ext import commands

from bot.app import Bot


class WelcomeEvents(commands.Cog):
    """Welcomes a server when the bot joins it."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._bot.welcome(guild)
