"""A bot whose messages contain everything that a message can, for tests of the page."""

from __future__ import annotations

import asyncio
import io
import struct
import zlib
from typing import Any

import discord
from discord import app_commands, ui

PageInteraction = discord.Interaction["PageBot"]

WORDS = """\
# Heading one
## Heading two
### Heading three
Plain, **bold**, *italic*, _italic_, __underline__, ~~strike~~, ||spoiler|| and `code`; snake_case_name stays.
> A quote with **bold**
> on two lines
- one
- two
  - nested
1. first
2. second
```py
def play(card):
    return card
```
-# Subtext under it all
<t:1700000000:R>, <t:1700000000:F>, </table open:1>, [a link](https://example.org/rules), https://example.org/x.
<img src=x onerror="document.title='broken'"> <script>document.title='broken'</script>"""

CARDS = ("K♥ Voormsi", "8♠", "9♣", "J♥", "7♦", "5♠")


def picture(red: int, green: int, blue: int, width: int = 480, height: int = 270) -> discord.File:
    """A plain PNG of one colour."""
    row = b"\0" + bytes((red, green, blue)) * width
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(row * height)),
        (b"IEND", b""),
    ]
    content = b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in chunks)
    name = f"{red:02x}{green:02x}{blue:02x}.png"
    return discord.File(io.BytesIO(content), name, description=f"A plain picture, {name[:-4]}")


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def button(label: str | None, style: int = 2, **more: Any) -> ui.Button[Any]:
    return ui.Button(label=label, style=discord.ButtonStyle(style), **more)


def options(*labels: str) -> list[discord.SelectOption]:
    return [discord.SelectOption(label=label, description=f"About {label}") for label in labels]


def old_components() -> ui.View:
    """Every button and menu of the old kind."""
    view = ui.View(timeout=None)
    for style, label in ((1, "Count"), (2, "Whisper"), (3, "Form"), (4, "Ignore")):
        view.add_item(button(label, style, custom_id=label.lower()))
    view.add_item(button("Rules", 5, url="https://example.org/rules"))
    view.add_item(button("Off", 2, custom_id="off", disabled=True, row=1))
    view.add_item(button(None, 2, custom_id="joker", emoji="🃏", row=1))
    view.add_item(button("Slow", 2, custom_id="slow", row=1))
    view.add_item(button("Later", 2, custom_id="later", row=1))
    view.add_item(ui.Select(custom_id="one", placeholder="Choose a card", options=options(*CARDS), row=2))
    view.add_item(
        ui.Select(custom_id="two", placeholder="Choose two", options=options(*CARDS), min_values=2, max_values=2, row=3)
    )
    view.add_item(ui.UserSelect(custom_id="person", placeholder="Choose a person", row=4))
    return view


def more_menus() -> ui.View:
    view = ui.View(timeout=None)
    view.add_item(ui.ChannelSelect(custom_id="place", placeholder="Choose a channel"))
    view.add_item(ui.RoleSelect(custom_id="role", placeholder="Choose a role"))
    view.add_item(ui.MentionableSelect(custom_id="anybody", placeholder="Choose anybody"))
    return view


def layout(plays: int = 0) -> ui.LayoutView:
    """Every component of the new kind."""
    view = ui.LayoutView(timeout=None)
    hand: ui.Container[Any] = ui.Container(accent_colour=0x5865F2)
    hand.add_item(ui.TextDisplay(f"## Your hand\n**Aja** leads with **9♣**; plays so far: {plays}."))
    hand.add_item(ui.Separator())
    hand.add_item(
        ui.ActionRow(*(button(card, 1 + (at > 1), custom_id=f"play:{at}") for at, card in enumerate(CARDS[:4])))
    )
    hand.add_item(
        ui.ActionRow(
            ui.Select(custom_id="two", placeholder="Play two", options=options(*CARDS), min_values=2, max_values=2)
        )
    )
    hand.add_item(ui.Section("-# Why did it go so?", accessory=button("Why?", custom_id="whisper")))
    view.add_item(hand)
    view.add_item(
        ui.Section(
            "### Thumbnail", "beside words", accessory=ui.Thumbnail("attachment://1f6f50.png", description="Green")
        )
    )
    picture_cache: ui.MediaGallery[Any] = ui.MediaGallery()
    picture_cache.add_item(media="attachment://1f6f50.png", description="The table in green")
    picture_cache.add_item(media="attachment://f0b232.png", description="The table in gold")
    picture_cache.add_item(media="attachment://da373c.png", description="A secret in red", spoiler=True)
    view.add_item(picture_cache)
    view.add_item(ui.File("attachment://record.txt"))
    view.add_item(ui.Separator(visible=False, spacing=discord.SeparatorSpacing.large))
    view.add_item(ui.Container(ui.TextDisplay("Behind a veil"), accent_colour=0xDA373C, spoiler=True))
    return view


def files() -> list[discord.File]:
    pictures = [picture(0x1F, 0x6F, 0x50), picture(0xF0, 0xB2, 0x32), picture(0xDA, 0x37, 0x3C)]
    return [*pictures, discord.File(io.BytesIO(b"7c kh\n" * 40), "record.txt")]


def embed() -> discord.Embed:
    shown = discord.Embed(title="A title", url="https://example.org", description="With **words**", colour=0x3BA55D)
    shown.set_author(name="The author").set_footer(text="The foot")
    for number in ("One", "Two", "Three"):
        shown.add_field(name=number, value=number.lower())
    return shown.add_field(name="Long", value="a whole line of it", inline=False)


class OptionsForm(ui.Modal, title="Options of the table"):
    name: ui.TextInput[Any] = ui.TextInput(label="Name", max_length=20, placeholder="Otter")
    words: ui.TextDisplay[Any] = ui.TextDisplay("Some **words** between.")
    pace: ui.Label[Any] = ui.Label(
        text="Pace", description="How long a play may take", component=ui.Select(options=options("Quick", "Slow"))
    )
    notes: ui.Label[Any] = ui.Label(
        text="Notes", component=ui.TextInput(style=discord.TextStyle.paragraph, required=False)
    )

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        chosen = self.pace.component
        assert isinstance(chosen, ui.Select)
        await interaction.response.send_message(f"Form: {self.name.value}, {chosen.values[0]}")


class PageBot(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(table)
        alone: list[app_commands.Command[Any, Any, Any]] = [
            show,
            words,
            form,
            ignore,
            slow,
            find,
            thread,
            letter,
            reply,
        ]
        for command in alone:
            self.tree.add_command(command)
        self.counted = 0
        self.released = asyncio.Event()

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_interaction(self, interaction: PageInteraction) -> None:
        if interaction.type is discord.InteractionType.component:
            assert interaction.data is not None
            await self.pressed(interaction, str(interaction.data.get("custom_id")), interaction.data.get("values"))

    async def pressed(self, interaction: PageInteraction, custom_id: str, values: Any) -> None:
        answer = interaction.response
        match custom_id.partition(":")[0]:
            case "count":
                self.counted += 1
                await answer.edit_message(content=f"Counted {self.counted}")
            case "form":
                await answer.send_modal(OptionsForm())
            case "play":
                self.counted += 1
                await answer.edit_message(view=layout(self.counted))
            case "slow":
                await answer.defer()
                await self.released.wait()
                await interaction.edit_original_response(content="Slowly done")
            case "later":
                await self.released.wait()
                await answer.edit_message(content="Done later")
            case "ignore":
                pass
            case _ if values:
                await answer.send_message(f"Chosen: {', '.join(values)}", ephemeral=True)
            case _:
                await answer.send_message(f"Only {interaction.user.mention} sees this", ephemeral=True)


table = app_commands.Group(name="table", description="Tables")


@table.command(name="open", description="Open a table here")
@app_commands.describe(players="How many seats", pace="How fast", partner="With whom", hidden="Seen by nobody")
@app_commands.choices(pace=[app_commands.Choice(name=name, value=name[0]) for name in ("Quick", "A day a play")])
async def open_table(
    interaction: PageInteraction,
    players: app_commands.Range[int, 2, 4],
    pace: str | None = None,
    partner: discord.User | None = None,
    hidden: bool | None = None,
) -> None:
    whom = partner.mention if partner else "nobody"
    await interaction.response.send_message(f"Table for {players}, pace {pace}, with {whom}, hidden {hidden}")


@table.command(name="close", description="Close the table")
async def close_table(interaction: PageInteraction) -> None:
    await interaction.response.send_message("Closed", ephemeral=True)


@app_commands.command(description="Show components of a kind")
@app_commands.choices(kind=[app_commands.Choice(name=name, value=name) for name in ("old", "menus", "new", "embed")])
async def show(interaction: PageInteraction, kind: str) -> None:
    send = interaction.response.send_message
    if kind == "new":
        await send(view=layout(), files=files())
    elif kind == "embed":
        await send("An embed and a picture", embed=embed(), file=picture(0x1F, 0x6F, 0x50))
    else:
        await send(f"The {kind} kind", view=old_components() if kind == "old" else more_menus())


@app_commands.command(description="Show markdown")
async def words(interaction: PageInteraction) -> None:
    await interaction.response.send_message(WORDS + f"\n{interaction.user.mention} <#{interaction.channel_id}>")


@app_commands.command(description="Ask for a form")
async def form(interaction: PageInteraction) -> None:
    await interaction.response.send_modal(OptionsForm())


@app_commands.command(description="Never answer")
async def ignore(interaction: PageInteraction) -> None:
    pass


@app_commands.command(description="Think first")
async def slow(interaction: PageInteraction) -> None:
    await interaction.response.defer(thinking=True)
    await interaction.client.released.wait()
    await interaction.followup.send("Thought of it")


@app_commands.command(description="Find a card")
async def find(interaction: PageInteraction, card: str) -> None:
    await interaction.response.send_message(f"Found {card}")


@find.autocomplete("card")
async def cards(interaction: PageInteraction, typed: str) -> list[app_commands.Choice[str]]:
    fitting = [card for card in CARDS if typed.lower() in card.lower()]
    return [app_commands.Choice(name=card, value=f"<{card}>") for card in fitting]


@app_commands.command(description="Start a thread")
async def thread(interaction: PageInteraction) -> None:
    await interaction.response.send_message("A thread", ephemeral=True)
    channel = interaction.channel
    assert isinstance(channel, discord.TextChannel)
    started = await channel.create_thread(name="Otter", type=discord.ChannelType.public_thread)
    await started.send(f"Welcome {interaction.user.mention}")


@app_commands.command(description="Reply to one's own answer")
async def reply(interaction: PageInteraction) -> None:
    await interaction.response.send_message("What was *said*\nfirst")
    said = await interaction.original_response()
    assert isinstance(interaction.channel, discord.TextChannel)
    await interaction.channel.send(f"A reply for {interaction.user.mention}", reference=said)


@app_commands.command(description="Send a direct message")
async def letter(interaction: PageInteraction) -> None:
    place = f"https://discord.com/channels/{interaction.guild_id}/{interaction.channel_id}"
    await interaction.user.send(f"Your turn at {place}", view=old_components())
    await interaction.response.send_message("Sent", ephemeral=True)
