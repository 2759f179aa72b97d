"""`voormsi doctor --live CHANNEL`: really do in a channel what the bot counts on, say what held, and clean up.

What it tries is what cannot be tried without Discord itself: docs/unverified.md has the list.
"""

from __future__ import annotations

import asyncio
import secrets
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import aiohttp
import discord

from bot import addresses, logs
from bot.operations.findings import Finding, tell, unsure, well, wrong
from bot.operations.refusals import NO_TOKEN, refusal
from bot.permissions import NEEDED, WISHED, missing
from bot.settings import Settings

OLD: Final = timedelta(hours=1)  # edits of messages older than this have a low limit of their own
LOOK_BACK: Final = 200  # messages

Now = Callable[[], datetime]


def _now() -> datetime:
    return datetime.now(UTC)


class Ground:
    """Where a walk goes: the channel, the thread that it made there, and what is to be undone at its end."""

    def __init__(self, client: discord.Client, channel: discord.TextChannel, person: int | None, now: Now) -> None:
        self.client, self.channel, self.person, self.now = client, channel, person, now
        self.thread: discord.Thread | None = None
        self.afterwards = AsyncExitStack()

    @property
    def place(self) -> discord.TextChannel | discord.Thread:
        """Where messages are tried: the thread, else the channel itself."""
        return self.thread or self.channel

    def undo(self, what: Callable[[], Awaitable[Any]]) -> None:
        async def quietly() -> None:
            with suppress(discord.HTTPException):
                await what()

        self.afterwards.push_async_callback(quietly)

    async def send(self, **message: Any) -> discord.Message:
        sent: discord.Message = await self.place.send(**message)
        self.undo(sent.delete)
        return sent


class _Layout(discord.ui.LayoutView):
    """A small layout of the kind that the tables use: a container of words and a row of buttons."""

    def __init__(self, words: str) -> None:
        super().__init__(timeout=None)
        row: discord.ui.ActionRow[_Layout] = discord.ui.ActionRow(
            discord.ui.Button(label="A button that does nothing", custom_id=f"doctor:{secrets.token_hex(4)}")
        )
        self.add_item(discord.ui.Container(discord.ui.TextDisplay(words)))
        self.add_item(row)
        self.stop()  # nobody waits for a press of it, so discord.py need not keep it


async def permissions(ground: Ground) -> Finding:
    assert ground.client.user
    guild = await ground.client.fetch_guild(ground.channel.guild.id)  # knows its roles, as the channel's own does not
    channel = await guild.fetch_channel(ground.channel.id)
    has = channel.permissions_for(await guild.fetch_member(ground.client.user.id))
    if gone := missing(has, NEEDED) + missing(has, WISHED):
        remedy = f"Grant it to the bot's role in the settings of #{channel.name} > Permissions, or of the whole server."
        return wrong("Permissions", f"the bot may not here: {', '.join(gone)}.", remedy)
    return well("Permissions", "the bot has here what it asks for.")


async def thread(ground: Ground) -> Finding:
    made = await ground.channel.create_thread(
        name="Voormsi: a trial", type=discord.ChannelType.public_thread, auto_archive_duration=60
    )
    ground.thread = made
    ground.undo(lambda: _remove_notice(ground.channel, made))
    ground.undo(made.delete)
    return well("Thread", f"{made.id} was made; the steps that follow happen in it.")


async def _remove_notice(channel: discord.TextChannel, made: discord.Thread) -> None:
    """Delete Discord's own message of the channel that told of the thread."""
    async for message in channel.history(limit=10):
        told = message.reference.channel_id if message.reference else None
        if message.type is discord.MessageType.thread_created and told == made.id:
            await message.delete()


async def layout(ground: Ground) -> Finding:
    sent = await ground.send(view=_Layout("### Voormsi\nThe cards as words: K♥ Voormsi, 7♣. This goes in a moment."))
    if not sent.flags.value & 1 << 15:  # IS_COMPONENTS_V2
        return wrong("Layout", "was sent, but Discord did not take it for one of Components V2.")
    return well("Layout", "Components V2 are taken.")


async def edit(ground: Ground) -> Finding:
    sent = await ground.send(view=_Layout("Before the edit."))
    changed = await sent.edit(view=_Layout("After the edit."))
    return (
        well("Edit", "a layout can be edited.") if changed.edited_at else wrong("Edit", "left no mark on the message.")
    )


async def old_edit(ground: Ground) -> Finding:
    """Edit a message of the bot that is older than an hour, to what it shows already."""
    async for message in ground.channel.history(limit=LOOK_BACK, before=ground.now() - OLD):
        ours = message.author == ground.client.user and not message.is_system()
        if ours and not message.attachments:
            await _edit_to_the_same(ground.client, message)
            return well("Old edit", f"a message of {message.created_at:%Y-%m-%d %H:%M} UTC could be edited.")
    return unsure(
        "Old edit",
        f"none of the last {LOOK_BACK} messages here is the bot's and older than an hour.",
        "Name a channel where a table was opened earlier.",
    )


async def _edit_to_the_same(client: discord.Client, message: discord.Message) -> None:
    shown = await client.http.get_message(message.channel.id, message.id)
    same = {"components": shown["components"]} if shown.get("components") else {"content": shown["content"]}
    path = "/channels/{channel_id}/messages/{message_id}"
    route = discord.http.Route("PATCH", path, channel_id=message.channel.id, message_id=message.id)
    await client.http.request(route, json=same)


async def nonce(ground: Ground) -> Finding:
    same = secrets.token_hex(12)
    first = await ground.send(content="Sent twice with one nonce.", nonce=same)
    second = await ground.send(content="Sent twice with one nonce.", nonce=same)
    if first.id != second.id:
        return wrong("Nonce", "the same nonce made two messages: a crash between sending and marking could double one.")
    return well("Nonce", "the same nonce gives the same message.")


async def archive(ground: Ground) -> Finding:
    if ground.thread is None:
        return unsure("Archive", "there is no thread to try it with.")
    await ground.thread.edit(archived=True)
    await ground.send(content="Sent into an archived thread.")
    again = await ground.client.fetch_channel(ground.thread.id)
    if isinstance(again, discord.Thread) and again.archived:
        return wrong("Archive", "a message was taken, but the thread stayed archived.")
    return well("Archive", "sending opens an archived thread again.")


async def direct_message(ground: Ground) -> Finding:
    person = ground.person or await _owner(ground.client)
    try:
        sent = await (await ground.client.fetch_user(person)).send(
            "A trial of `voormsi doctor --live`. It goes at once."
        )
    except discord.Forbidden as error:
        return wrong(
            "DM", f"{person} cannot be sent one ({error.code}: {error.text}).", "Try --person with another id."
        )
    ground.undo(sent.delete)
    return well("DM", f"{person} could be sent one.")


async def _owner(client: discord.Client) -> int:
    """The owner of the bot's application, or of the team that owns it."""
    application = await client.application_info()
    return (application.team.owner_id if application.team else None) or application.owner.id


STEPS: Final = (permissions, thread, layout, edit, old_edit, nonce, archive, direct_message)


async def tried(step: Callable[[Ground], Awaitable[Finding]], ground: Ground) -> Finding:
    """The finding of a step; what Discord refuses is one as well."""
    subject = step.__name__.replace("_", " ").capitalize()
    try:
        return await step(ground)
    except discord.HTTPException as error:
        return wrong(subject, f"Discord refused it ({error.status}, {error.code}: {error.text}).")
    except (aiohttp.ClientError, TimeoutError) as error:
        return wrong(subject, f"Discord could not be reached ({error or type(error).__name__}).")


async def steps(ground: Ground) -> AsyncIterator[Finding]:
    """The findings of all steps, in order; afterwards what they made is taken away."""
    async with ground.afterwards:
        for step in STEPS:
            yield await tried(step, ground)


async def ground_in(client: discord.Client, channel_id: int, person: int | None, now: Now) -> Ground | Finding:
    """The ground of a walk in the channel of this id, or why there is none."""
    try:
        channel = await client.fetch_channel(channel_id)
    except discord.HTTPException as error:
        remedy = "Copy the channel's id (Developer Mode) and see that the bot may view it."
        return wrong("Channel", f"{channel_id} cannot be opened ({error.status}, {error.code}).", remedy)
    if not isinstance(channel, discord.TextChannel):
        return wrong("Channel", f"{channel_id} is no text channel.", "Name an ordinary text channel.")
    return Ground(client, channel, person, now)


async def findings(settings: Settings, channel_id: int, person: int | None, now: Now = _now) -> AsyncIterator[Finding]:
    """Log in without a gateway, and walk through all steps in the channel of this id."""
    addresses.use(settings)
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        await client.login(settings.token or "")
        ground = await ground_in(client, channel_id, person, now)
        if isinstance(ground, Finding):
            yield ground
            return
        async for finding in steps(ground):
            yield finding


def walk(settings: Settings, channel_id: int, person: int | None = None) -> int:
    """`voormsi doctor --live`: 0 when all held, else 1."""
    if settings.token is None:
        print(NO_TOKEN, file=sys.stderr)
        return 2
    logs.set_up(settings.log_format, "ERROR", secrets=[settings.token])
    try:
        return not asyncio.run(tell(findings(settings, channel_id, person)))
    except Exception as error:
        words = refusal(error, settings)
        if words is None:
            raise
        print(words, file=sys.stderr)
        return 1
