"""An ordinary bot that uses a bit of everything, for tests of the sandbox."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.ext import commands

SampleInteraction = discord.Interaction[Any]


class SampleGame(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Join", style=discord.ButtonStyle.success, custom_id="join")
    async def join(self, interaction: SampleInteraction, button: discord.ui.Button[Any]) -> None:
        await interaction.response.edit_message(content=f"{interaction.user.mention} joined")
        await interaction.user.send("Welcome to the game")

    @discord.ui.button(label="Rules", custom_id="rules")
    async def rules(self, interaction: SampleInteraction, button: discord.ui.Button[Any]) -> None:
        await interaction.response.send_message("The rules are short.", ephemeral=True)


class Name(discord.ui.Modal, title="Name the table"):
    name = discord.ui.TextInput[Any](label="Name", custom_id="name", max_length=20)
    pace = discord.ui.Label[Any](
        text="Pace",
        component=discord.ui.Select(
            custom_id="pace",
            options=[
                discord.SelectOption(label="Live", value="live"),
                discord.SelectOption(label="Slow", value="slow"),
            ],
        ),
    )

    async def on_submit(self, interaction: SampleInteraction) -> None:
        assert isinstance(self.pace.component, discord.ui.Select)
        await interaction.response.send_message(f"{self.name.value}: {self.pace.component.values[0]}")


class SampleBot(commands.AutoShardedBot):
    """A bot that registers its commands at start, as bots of one guild do, and handles presses by custom_id."""

    def __init__(self, **options: Any) -> None:
        super().__init__("!", intents=discord.Intents(guilds=True), **options)
        self.seen: list[str] = []
        for command in (game, ways):
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        self.add_view(SampleGame())
        await self.tree.sync()

    async def on_socket_event_type(self, event: str) -> None:
        self.seen.append(event)

    async def on_interaction(self, interaction: SampleInteraction) -> None:
        if interaction.type is discord.InteractionType.component:
            data: dict[str, Any] = dict(interaction.data or {})
            if data["custom_id"] == "choose":
                layout = discord.ui.LayoutView(timeout=None)
                layout.add_item(discord.ui.TextDisplay(f"chosen: {', '.join(data['values'])}"))
                layout.stop()
                await interaction.response.edit_message(view=layout)
            elif data["custom_id"] == "later":
                await interaction.response.defer()
                await interaction.edit_original_response(content="it came later")


game = app_commands.Group(name="game", description="Play a game")
ways = app_commands.Group(name="ways", description="Ways to answer")
CARDS = ("7♣", "7♠", "K♥ Voormsi")


@game.command(name="open", description="Open a game")
@app_commands.describe(players="How many play")
async def open_game(interaction: SampleInteraction, players: app_commands.Range[int, 2, 4]) -> None:
    await interaction.response.send_message(f"A game for {players}", view=SampleGame())


@game.command(name="play", description="Play a card")
async def play(interaction: SampleInteraction, cards: str, with_friend: discord.Member | None = None) -> None:
    friend = f" with {with_friend.display_name}" if with_friend else ""
    await interaction.response.send_message(f"played {cards}{friend}", ephemeral=True)


@play.autocomplete("cards")
async def complete(interaction: SampleInteraction, current: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=card, value=card) for card in CARDS if current in card]


@ways.command(name="later", description="Defer, then answer")
async def later(interaction: SampleInteraction, private: bool = False) -> None:
    await interaction.response.defer(ephemeral=private)
    await interaction.edit_original_response(content="here it is")
    await interaction.followup.send("and more", ephemeral=private)


@ways.command(name="never", description="No answer")
async def never(interaction: SampleInteraction) -> None:
    pass


@ways.command(name="twice", description="Two first answers")
async def twice(interaction: SampleInteraction) -> None:
    await interaction.response.send_message("once")
    again = discord.webhook.async_.async_context.get()
    params = discord.webhook.async_.interaction_response_params(type=4, data={"content": "twice"})
    try:
        await again.create_interaction_response(
            interaction.id, interaction.token, session=interaction._session, params=params
        )
    except discord.HTTPException as refused:
        await interaction.edit_original_response(content=f"refused: {refused.code}")


@ways.command(name="late", description="Answer after the time is over")
async def late(interaction: SampleInteraction) -> None:
    await asyncio.sleep(0.5)
    try:
        await interaction.response.send_message("too late")
    except discord.NotFound as refused:
        await interaction.user.send(f"refused: {refused.code}")


@ways.command(name="wrong", description="Answer with more than Discord takes")
async def wrong(interaction: SampleInteraction) -> None:
    with contextlib.suppress(discord.HTTPException):
        await interaction.response.send_message("x" * 2001)


@ways.command(name="picture", description="Answer with a picture, then with another")
async def picture(interaction: SampleInteraction) -> None:
    def drawn(name: str) -> discord.File:
        return discord.File(io.BytesIO(name.encode()), f"{name}.png", description=f"The {name} picture")

    await interaction.response.send_message("look", file=drawn("first"), ephemeral=True)
    await interaction.edit_original_response(attachments=[drawn("second")])
    await interaction.followup.send(file=drawn("third"), ephemeral=True)


@ways.command(name="modal", description="Ask for a name")
async def modal(interaction: SampleInteraction) -> None:
    await interaction.response.send_modal(Name())


@ways.command(name="menu", description="Offer a menu")
async def menu(interaction: SampleInteraction) -> None:
    layout = discord.ui.LayoutView(timeout=None)
    container: discord.ui.Container[Any] = discord.ui.Container(discord.ui.TextDisplay("Pick one"))
    options = [discord.SelectOption(label=card, value=str(number)) for number, card in enumerate(CARDS)]
    choice: discord.ui.Select[Any] = discord.ui.Select(
        custom_id="choose", placeholder="Cards", options=options, max_values=2
    )
    container.add_item(discord.ui.ActionRow(choice))
    layout.add_item(container)
    layout.stop()
    await interaction.response.send_message(view=layout)


@ways.command(name="press", description="Offer a button")
async def press(interaction: SampleInteraction) -> None:
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(emoji="🂡", custom_id="later"))
    view.add_item(discord.ui.Button(label="Closed", custom_id="closed", disabled=True))
    view.stop()
    await interaction.response.send_message("press", view=view)


@ways.command(name="rights", description="What may be done here")
async def rights(interaction: SampleInteraction) -> None:
    told = [name for name, has in interaction.app_permissions if has and name.startswith("send")]
    own = interaction.permissions.manage_guild
    await interaction.response.send_message(f"{interaction.context.guild} {own} {told}", ephemeral=True)


def main() -> None:
    """Run the bot as its own process, configured by the environment."""
    discord.http.Route.BASE = os.environ["DISCORD_API_BASE"]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY"])
    bot = SampleBot()
    bot._connection.guild_ready_timeout = 0.1
    bot.run(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    main()
