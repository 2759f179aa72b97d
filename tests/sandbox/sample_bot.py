"""An ordinary bot that does a little of everything, to live in the sandbox."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands


class Game(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Join", style=discord.ButtonStyle.success, custom_id="join")
    async def join(self, interaction: discord.Interaction, button: discord.ui.Button[Any]) -> None:
        await interaction.response.edit_message(content=f"{interaction.user.mention} joined")
        await interaction.user.send("Welcome to the game")

    @discord.ui.button(label="Rules", custom_id="rules")
    async def rules(self, interaction: discord.Interaction, button: discord.ui.Button[Any]) -> None:
        await interaction.response.send_message("The rules are short.", ephemeral=True)


class SampleBot(commands.AutoShardedBot):
    """Registers its commands at start, as bots of one server do."""

    def __init__(self, **options: Any) -> None:
        super().__init__("!", intents=discord.Intents(guilds=True), **options)
        self.tree.add_command(game)

    async def setup_hook(self) -> None:
        self.add_view(Game())
        await self.tree.sync()


game = app_commands.Group(name="game", description="Play a game")


@game.command(name="open", description="Open a game")
@app_commands.describe(players="How many play")
async def open_game(interaction: discord.Interaction, players: app_commands.Range[int, 2, 4]) -> None:
    await interaction.response.send_message(f"A game for {players}", view=Game())
