"""`voormsi doctor --live CHANNEL`: test in a real channel what the bot relies on, then clean up.

It covers what cannot be tested without Discord itself; docs/unverified.md has the list.
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

from bot.discord_api import endpoint
from bot.discord_api.permissions import NEEDED, WISHED, missing_names
from bot.operations.doctor.findings import Finding, tell, unsure, well, wrong
from bot.operations.fatal_errors import NO_TOKEN, words_for
from bot.runtime import logs
from bot.runtime.settings import Settings

OLD: Final = timedelta(hours=1)  # edits of messages older than this have a low limit of their own
LOOK_BACK: Final = 200  # messages
THREAD_EXISTS: Final = 160004  # Discord's error codes: this one, and the next ones for missing things
CHANNEL, MEMBER, MESSAGE, USER = 10003, 10007, 10008, 10013
ANSWERED: Final = 40060  # the code for an interaction that has its response
PRESSED_WITHIN: Final = 30.0  # seconds
ROW: Final = 5  # buttons
BUTTONS: Final = 12
CHOICES: Final = 25  # of a menu; Discord allows no more

Now = Callable[[], datetime]


class Ground:
    """The context of a run: the channel, the test message and its thread, and the cleanup for the end."""

    def __init__(self, client: discord.Client, channel: discord.TextChannel, person: int | None, now: Now) -> None:
        self.client, self.channel, self.person, self.now = client, channel, person, now
        self.card: discord.Message | None = None
        self.thread: discord.Thread | None = None
        self.thread_stays = False
        self.afterwards = AsyncExitStack()

    @property
    def place(self) -> discord.TextChannel | discord.Thread:
        """The place where test messages are sent: the thread, else the channel itself."""
        return self.thread or self.channel

    def undo(self, what: Callable[[], Awaitable[Any]]) -> None:
        async def ignore_refusal() -> None:
            with suppress(discord.HTTPException):
                await what()

        self.afterwards.push_async_callback(ignore_refusal)

    async def send(self, **message: Any) -> discord.Message:
        sent: discord.Message = await self.place.send(**message)
        self.undo(sent.delete)
        return sent


class _Layout(discord.ui.LayoutView):
    """A layout of the kind that the tables use: a text container, rows of buttons, a menu."""

    def __init__(self, text: str, buttons: int = 1, *, menu: bool = False) -> None:
        super().__init__(timeout=None)
        self.add_item(discord.ui.Container(discord.ui.TextDisplay(text)))
        row: discord.ui.ActionRow[_Layout] = discord.ui.ActionRow()
        for number in range(buttons):
            if number % ROW == 0:
                self.add_item(row := discord.ui.ActionRow())
            custom_id = f"doctor:{number}:{secrets.token_hex(4)}"
            row.add_item(discord.ui.Button(label=f"{number + 1}: nothing", custom_id=custom_id))
        if menu:
            options = [discord.SelectOption(label=f"Choice {n}", value=str(n)) for n in range(1, CHOICES + 1)]
            custom_id = f"doctor:menu:{secrets.token_hex(4)}"
            placeholder = "A menu that does nothing"
            self.add_item(
                discord.ui.ActionRow(discord.ui.Select(custom_id=custom_id, placeholder=placeholder, options=options))
            )
        self.stop()  # no callback is wanted, so discord.py need not store it


async def permissions(ground: Ground) -> Finding:
    assert ground.client.user
    guild = await ground.client.fetch_guild(ground.channel.guild.id)  # with its roles, which channel.guild lacks
    channel = await guild.fetch_channel(ground.channel.id)
    has = channel.permissions_for(await guild.fetch_member(ground.client.user.id))
    if gone := missing_names(has, NEEDED) + missing_names(has, WISHED):
        remedy = f"Grant it to the bot's role in the settings of #{channel.name} > Permissions, or of the whole server."
        return wrong("Permissions", f"the bot may not here: {', '.join(gone)}.", remedy)
    return well("Permissions", "the bot has here what it asks for.")


async def thread(ground: Ground) -> Finding:
    ground.card = card = await ground.send(view=_Layout("### Voormsi\nA trial of the thread. This goes in a moment."))
    made = await card.create_thread(name="Voormsi: a trial", auto_archive_duration=60)
    ground.thread = made

    async def remove() -> None:
        try:
            await made.delete()
        except discord.Forbidden:  # it needs *Manage Threads*, which the bot does not ask for
            ground.thread_stays = True
            await made.edit(archived=True)

    ground.undo(remove)
    if made.id != card.id:
        return wrong("Thread", f"{made.id} was opened on message {card.id}, but has an id of its own.")
    return well("Thread", f"{made.id} was opened on its card and has its id; the steps that follow happen in it.")


async def second_thread(ground: Ground) -> Finding:
    if ground.card is None or ground.thread is None:
        return unsure("Second thread", "there is no thread to try it with.")
    try:
        await ground.card.create_thread(name="Voormsi: a second one", auto_archive_duration=60)
    except discord.HTTPException as error:
        if error.code == THREAD_EXISTS:
            return well("Second thread", f"is refused on the same card ({THREAD_EXISTS}).")
        raise
    return wrong("Second thread", "could be opened on the same card: a crash while opening could double a thread.")


async def person(ground: Ground) -> Finding:
    if ground.thread is None:
        return unsure("Person", "there is no thread to add one to.")
    if ground.person is None:
        return unsure("Person", "nobody was added to the thread.", "Name somebody of this server with --person.")
    await ground.thread.add_user(discord.Object(ground.person))
    return well("Person", f"{ground.person} could be added to the thread.")


async def layout(ground: Ground) -> Finding:
    text = "### Voormsi\nThe cards as words: K♥ Voormsi, 7♣. This goes in a moment."
    sent = await ground.send(view=_Layout(text, BUTTONS, menu=True))
    if not sent.flags.value & 1 << 15:  # IS_COMPONENTS_V2
        return wrong("Layout", "was sent, but Discord did not take it for one of Components V2.")
    return well("Layout", f"Components V2 are taken, with {BUTTONS} buttons and a menu.")


async def delete(ground: Ground) -> Finding:
    sent = await ground.place.send("This goes at once.")
    await sent.delete()
    try:
        await ground.place.fetch_message(sent.id)
    except discord.NotFound:
        return well("Delete", "a message of the bot's own can be deleted.")
    return wrong("Delete", "a message that was deleted is still there.")


async def unknown(ground: Ground) -> Finding:
    """Check the error codes for things that do not exist: the bot takes permanent action on these codes."""
    sent = await ground.place.send("This goes at once.")
    await sent.delete()
    asked = (
        ("a message", {MESSAGE}, sent.edit(content="It is gone.")),
        ("a channel", {CHANNEL}, ground.client.fetch_channel(sent.id)),
        ("a member", {MEMBER, USER}, ground.client.http.get_member(ground.channel.guild.id, sent.id)),
    )
    refused = [(name, codes, await _refusal(asking)) for name, codes, asking in asked]
    if odd := [f"{name} {code}" for name, codes, code in refused if code not in codes]:
        return wrong("Unknown", f"what is not there is refused with other codes: {', '.join(odd)}.")
    return well("Unknown", f"what is not there is refused with {', '.join(str(code) for _, _, code in refused)}.")


async def _refusal(asking: Awaitable[Any]) -> int | None:
    try:
        await asking
    except discord.NotFound as error:
        return error.code
    return None


async def edit(ground: Ground) -> Finding:
    sent = await ground.send(view=_Layout("Before the edit."))
    changed = await sent.edit(view=_Layout("After the edit."))
    if not changed.edited_at:
        return wrong("Edit", "left no mark on the message.")
    return well("Edit", "a layout can be edited.")


async def old_edit(ground: Ground) -> Finding:
    """Edit a message of the bot that is older than an hour, without changing it."""
    async for message in ground.channel.history(limit=LOOK_BACK, before=ground.now() - OLD):
        ours = message.author == ground.client.user and not message.is_system()
        if ours and not message.attachments:
            http = ground.client.http
            shown = await http.get_message(message.channel.id, message.id)
            same = {"components": shown["components"]} if shown.get("components") else {"content": shown["content"]}
            path = "/channels/{channel_id}/messages/{message_id}"
            route = discord.http.Route("PATCH", path, channel_id=message.channel.id, message_id=message.id)
            await http.request(route, json=same)
            return well("Old edit", f"a message of {message.created_at:%Y-%m-%d %H:%M} UTC could be edited.")
    text = f"none of the last {LOOK_BACK} messages here is the bot's and older than an hour."
    return unsure("Old edit", text, "Name a channel where a table was opened earlier.")


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
    person = ground.person
    if person is None:
        application = await ground.client.application_info()
        person = (application.team.owner_id if application.team else None) or application.owner.id
    user = await ground.client.fetch_user(person)
    try:
        sent = await user.send("A trial of `voormsi doctor --live`. It goes at once.")
    except discord.Forbidden as error:
        text = f"{person} cannot be sent one ({error.code}: {error.text})."
        return wrong("DM", text, "Try --person with another id.")
    ground.undo(sent.delete)
    return well("DM", f"{person} could be sent one.")


async def press(ground: Ground) -> Finding:
    """Let the person press a button, and edit its message twice by the token of the press.

    The running bot would answer the press, too; then the outcome is unknown.
    """
    if ground.person is None:
        return unsure("Press", "nobody was named to press a button.", "Name somebody with --person.")
    pressed: asyncio.Future[discord.Interaction[Any]] = asyncio.get_running_loop().create_future()
    layout = _Layout(f"<@{ground.person}>: please press the button within {PRESSED_WITHIN:g} seconds.")

    async def on_interaction(interaction: discord.Interaction[Any]) -> None:
        if interaction.message is not None and interaction.message.id == sent.id and not pressed.done():
            pressed.set_result(interaction)

    sent = await ground.send(view=layout)
    ground.client.event(on_interaction)
    connection = asyncio.create_task(ground.client.connect())
    try:
        async with asyncio.timeout(PRESSED_WITHIN):
            interaction = await pressed
        await interaction.response.edit_message(view=_Layout("Pressed."))
        edited = [await interaction.edit_original_response(view=_Layout(f"Edit {n} by the token.")) for n in (1, 2)]
    except TimeoutError:
        return unsure("Press", "nobody pressed the button.", "Run it again, and press the button in the channel.")
    except discord.HTTPException as error:
        if error.code != ANSWERED:
            raise
        return unsure("Press", "the running bot has answered the press.", "Stop the bot, then run it again.")
    finally:
        connection.cancel()
        await asyncio.gather(connection, return_exceptions=True)
    if {message.id for message in edited} != {sent.id}:
        return wrong("Press", "the token of a press edits another message than the pressed one.")
    return well("Press", "the token of a press edits the pressed message.")


STEPS: Final = (
    permissions,
    old_edit,
    thread,
    second_thread,
    person,
    layout,
    edit,
    delete,
    unknown,
    nonce,
    archive,
    direct_message,
    press,
)


async def steps(ground: Ground) -> AsyncIterator[Finding]:
    """Yield the findings of all steps, in order; then clean up."""
    async with ground.afterwards:
        for step in STEPS:
            subject = step.__name__.replace("_", " ").capitalize()
            try:
                finding = await step(ground)
            except discord.HTTPException as error:
                finding = wrong(subject, f"Discord refused it ({error.status}, {error.code}: {error.text}).")
            except (aiohttp.ClientError, TimeoutError) as error:
                finding = wrong(subject, f"Discord could not be reached ({error or type(error).__name__}).")
            yield finding
    if ground.thread_stays:
        yield unsure("Thread", "stays, closed: the bot may not delete threads.", "Delete it if it is in the way.")


async def findings(
    settings: Settings, channel_id: int, person: int | None, now: Now = lambda: datetime.now(UTC)
) -> AsyncIterator[Finding]:
    """Log in without a gateway connection, and run all steps in the channel with this id."""
    endpoint.use(settings)
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        await client.login(settings.token or "")
        try:
            channel = await client.fetch_channel(channel_id)
        except discord.HTTPException as error:
            remedy = "Copy the channel's id (Developer Mode) and see that the bot may view it."
            yield wrong("Channel", f"{channel_id} cannot be opened ({error.status}, {error.code}).", remedy)
            return
        if not isinstance(channel, discord.TextChannel):
            yield wrong("Channel", f"{channel_id} is no text channel.", "Name an ordinary text channel.")
            return
        async for finding in steps(Ground(client, channel, person, now)):
            yield finding


def walk(settings: Settings, channel_id: int, person: int | None = None) -> int:
    """`voormsi doctor --live`: 0 when no finding is wrong, else 1 (2 without a token)."""
    if settings.token is None:
        print(NO_TOKEN, file=sys.stderr)
        return 2
    logs.set_up(settings.log_format, "ERROR", secrets=settings.secrets)
    try:
        return not asyncio.run(tell(findings(settings, channel_id, person)))
    except Exception as error:
        text = words_for(error, settings)
        if text is None:
            raise
        print(text, file=sys.stderr)
        return 1
