"""How every press and command is answered: once, in time, and with a sentence even when the bot fails.

A handler gets a `Request` and returns a `Response` as a value; `answer` delivers it. A response that takes longer than
`PATIENCE` is deferred first. An error of the bot is answered by one sentence with a reference number; the log has the
details.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, cast

import discord
from discord import app_commands

from bot.app import Bot
from bot.discord_api.custom_ids import Press
from bot.discord_api.errors import UNREACHED
from bot.discord_api.option_validation import InvalidOption
from bot.presentation import layouts
from bot.presentation.scenes import HandScene, Scene, WordScene
from bot.publishing.late_pictures import Sent
from bot.publishing.posts import PostContext
from bot.publishing.queue_pause import QueuePause
from bot.publishing.seats import Redrawn
from bot.runtime import logs, metrics
from bot.services import Services
from bot.store import PersonRow, StoreError
from bot.tables import LoadedTable
from bot.texts import Translator, in_language
from bot.texts.notices import Refusal, fact
from bot.texts.reader import Reader
from cogs.response import ANSWERED, GONE, NOT_ANSWERED, OVER, UNKNOWN, Content, ResponseSender, is_passing, told
from rules.core.contract import Fact

log = logging.getLogger(__name__)

PATIENCE: Final = 1.5
"""Seconds before a response is deferred; Discord waits 3."""
WITHIN: Final = 3.0
"""Seconds that sending a response may take: then Discord takes no first one, and a hand goes by its delivery queue."""
TOO_LATE: Final = frozenset({UNKNOWN, ANSWERED, NOT_ANSWERED, OVER, GONE})
"""Discord's codes for an interaction that is unknown, answered or not yet answered, expired, or without its message."""
TELLING: Final = frozenset({"join", "leave", "sit", "take", "pause"})
TELLING_COMMANDS: Final = frozenset({"table substitute", "table pause", "table pace", "table move"})
"""The verbs and commands by which one person can notify everybody at a table many times."""
ANEW: Final = frozenset({"ladder", "why", "ranks", "record", "verify", "more", "resign", "rematch", "take", "terms"})
"""The verbs that are always answered by a new message."""
QUIET: Final = frozenset({"join", "leave", "computer", "start", "agree", "disagree"})
"""The verbs pressed in public messages that get no private answer; other verbs there get one."""
NO_PRESS: Final = Press("", None, ())


class Private(NamedTuple):
    """A new message that only the person sees."""

    scene: Scene


class Redraw(NamedTuple):
    """The pressed message, redrawn. `hold`: for the DM of a hand, the pause of its delivery queue until then."""

    scene: Scene
    hold: QueuePause | None = None


class Silent(NamedTuple):
    """No message: the publisher shows what was done."""


class TextFile(NamedTuple):
    """A private answer with text files: (file name, text)."""

    files: tuple[tuple[str, str], ...]


Response = Private | Redraw | Silent | TextFile


@dataclass(frozen=True, slots=True)
class Request:
    """The person who asks, the press (`NO_PRESS` for commands), and the parts of the bot that can answer."""

    services: Services
    interaction: discord.Interaction[Bot]
    person: PersonRow
    reader: Reader
    press: Press

    @property
    def id(self) -> int:
        """The interaction's id: its action is done once."""
        return self.interaction.id

    @property
    def words(self) -> Translator:
        """The texts in the person's language."""
        return self.reader.words

    @property
    def manages_guild(self) -> bool:
        """Whether the person may manage the server where they ask: for its settings, and for opening tables there.

        For a table, which may belong to another server, use `manages`.
        """
        return self.interaction.guild_id is not None and self.interaction.permissions.manage_guild

    def is_at_home_of(self, loaded: LoadedTable) -> bool:
        """Whether the person asks in the table's server."""
        return self.interaction.guild_id == loaded.row.guild_id

    def manages(self, loaded: LoadedTable) -> bool:
        """Whether the person may manage the table's server; false if they ask from elsewhere."""
        return self.is_at_home_of(loaded) and self.manages_guild

    @property
    def values(self) -> tuple[str, ...]:
        """The values chosen in a menu."""
        found = cast(dict[str, Any], self.interaction.data or {}).get("values")
        return tuple(str(value) for value in found or ())

    @property
    def in_private(self) -> bool:
        """Whether only the person sees the pressed message: a DM or an ephemeral answer."""
        message = self.interaction.message
        return message is not None and (self.interaction.guild_id is None or message.flags.ephemeral)

    async def backdrop(self, loaded: LoadedTable) -> PostContext:
        return await self.services.table_contexts.of(loaded)


Handler = Callable[[Request], Awaitable[Response]]


def word(what: Fact) -> Private:
    """Return a sentence as a private response."""
    return Private(WordScene(what))


async def answer(interaction: discord.Interaction[Bot], handler: Handler, press: Press = NO_PRESS) -> None:
    """Answer a press or command with the handler's response; one that was received before is ignored."""
    in_flight = interaction.client.services.in_flight
    if in_flight.is_new(interaction.id):
        with in_flight.under_way(), logs.about(table=press.table, interaction=interaction.id):
            await _answered(interaction, handler, press)


async def _answered(interaction: discord.Interaction[Bot], handler: Handler, press: Press) -> None:
    begun = time.perf_counter()
    metrics.used().pressed(press.verb or getattr(interaction.command, "qualified_name", ""))
    response = ResponseSender(interaction)
    work = asyncio.ensure_future(_reply(interaction, handler, press))
    sent: Sent | None = None
    try:
        await asyncio.wait({work}, timeout=PATIENCE)
        if deferred := not work.done():
            await response.defer(anew=_is_answered_anew(interaction, press), within=WITHIN - PATIENCE)
            metrics.used().acknowledged(begun)
        reply, reader = await work
        late = await _interrupt(interaction, reply)
        sent = await _tell(interaction, response, reply, reader)
        if not deferred:
            metrics.used().acknowledged(begun)
    finally:
        await _let_go(interaction, work, sent)
    if sent is not None and isinstance(reply, Private | Redraw):
        await _follow(interaction, sent, reply, reader, again=late)


async def met(interaction: discord.Interaction[Bot]) -> PersonRow:
    """Return the person who presses or types. Their name is updated in servers only: a DM does not know it."""
    services, user = interaction.client.services, interaction.user
    in_server = interaction.guild_id is not None
    return await services.people.meet(
        user.id, user.display_name, services.now(), str(interaction.locale), renamed=in_server
    )


async def asking(interaction: discord.Interaction[Bot]) -> Request:
    """Return the request of a person who types a command, for autocomplete."""
    services, person = interaction.client.services, await met(interaction)
    return Request(
        services, interaction, person, await services.people.reader(person.key, str(interaction.locale)), NO_PRESS
    )


async def _reply(interaction: discord.Interaction[Bot], handler: Handler, press: Press) -> tuple[Response, Reader]:
    """Return the response and its reader: in the language of the person's Discord if preferences cannot be read."""
    services, language = interaction.client.services, str(interaction.locale)
    reader = Reader(in_language(language))
    try:
        person = await met(interaction)
        reader = await services.people.reader(person.key, language)
        refused = fact(Refusal.STOPPING) if services.in_flight.closing else _too_fast(interaction, press)
        ask = Request(services, interaction, person, reader, press)
        reply = word(refused) if refused else _in_private(ask, await handler(ask))
    except StoreError:
        log.exception("interaction %s: the store did not take it", interaction.id)
        return word(fact(Refusal.BUSY if services.store.damage is None else Refusal.DAMAGED)), reader
    except Exception:
        return _failed(interaction), reader
    return reply, await _read_anew(services, person, reader, language)


def _in_private(ask: Request, reply: Response) -> Response:
    """Return the response; one that would redraw a message that others see becomes a private answer."""
    return reply if ask.in_private or not isinstance(reply, Redraw) else Private(reply.scene)


async def _read_anew(services: Services, person: PersonRow, reader: Reader, language: str) -> Reader:
    """Read the reader again, who may just have chosen another language; keep the old one if that fails."""
    try:
        return await services.people.reader(person.key, language)
    except Exception:
        log.exception("the wishes of somebody could not be read again")
        return reader


def _too_fast(interaction: discord.Interaction[Bot], press: Press) -> Fact | None:
    """Return why the person must wait a moment; None if not. Commands and notices to a whole table are limited."""
    limits, person = interaction.client.services.limits, interaction.user.id
    if interaction.type is discord.InteractionType.application_command:
        name = getattr(interaction.command, "qualified_name", "")
        return limits.command(person) or (limits.join(person) if name in TELLING_COMMANDS else None)
    return limits.join(person) if press.verb in TELLING else None


def _failed(interaction: discord.Interaction[Bot]) -> Private:
    """Log an error of the bot with a reference number, and answer with that number."""
    reference = secrets.token_hex(4)
    log.exception("interaction %s failed, reference %s", interaction.id, reference)
    return word(fact(Refusal.OURS, reference=reference))


def _is_answered_anew(interaction: discord.Interaction[Bot], press: Press) -> bool:
    """Whether the response will be a new message, which a deferral creates and an edit fills (it may be repeated)."""
    message = interaction.message
    if message is None or press.verb in ANEW:
        return True
    return interaction.guild_id is not None and not message.flags.ephemeral and press.verb not in QUIET


async def _tell(
    interaction: discord.Interaction[Bot], response: ResponseSender, reply: Response, reader: Reader
) -> Sent | None:
    """Deliver a response and return its message, if it arrived. If it cannot be drawn or sent, answer with an error."""
    within = WITHIN if _hold(reply) or not response.is_deferred else None
    try:
        return await _reaches(interaction, _deliver(response, reply, reader), within)
    except Exception:
        await _reaches(interaction, _deliver(response, _failed(interaction), reader))
        return None


async def _reaches(
    interaction: discord.Interaction[Bot], sending: Awaitable[Sent | None], within: float | None = None
) -> Sent | None:
    """Return the message if it arrived in time, else None. Raises errors that Discord would repeat at any time."""
    try:
        async with asyncio.timeout(within):
            return await sending
    except (discord.HTTPException, *UNREACHED) as error:
        if isinstance(error, discord.HTTPException) and _is_refusal(error):
            raise
        log.warning("interaction %s could not be answered, or came too late: %s", interaction.id, told(error))
        return None


def _is_refusal(error: discord.HTTPException) -> bool:
    """Whether Discord would refuse it at any time: it is not a temporary failure or an interaction that has ended."""
    return not is_passing(error) and error.code not in TOO_LATE


async def command_failed(interaction: discord.Interaction[Bot], error: app_commands.AppCommandError) -> None:
    """Answer an error of the command tree that reached no handler, such as a command of a former version."""
    if interaction.type is discord.InteractionType.autocomplete:
        log.warning("no choices for a command: %s", error)
        with suppress(discord.HTTPException, *UNREACHED):
            await interaction.response.autocomplete([])
        return

    async def fails(_: Request) -> Response:
        if isinstance(error, (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch, InvalidOption)):
            log.warning("interaction %s: %s", interaction.id, error)
            return word(fact(Refusal.UNKNOWN_COMMAND))
        if isinstance(error, app_commands.TransformerError):  # a channel that the bot cannot see
            log.warning("interaction %s: %s", interaction.id, error)
            return word(fact(Refusal.NOT_HERE))
        raise error

    await answer(interaction, fails)


def choices_failed(record: logging.LogRecord) -> bool:
    """Filter discord.py's log: autocomplete that fails, is too late or of another version is only a warning."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, (discord.HTTPException, app_commands.CommandSignatureMismatch, StoreError, *UNREACHED)):
        record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
    return True


async def _deliver(response: ResponseSender, reply: Response, reader: Reader) -> Sent | None:
    """Send the text and buttons; the picture follows. If the message to redraw is gone, send a new one."""
    match reply:
        case Private(scene=scene):
            return await response.send(Content(layouts.draw(scene, reader)))
        case Redraw(scene=scene, hold=hold):
            try:
                return await response.redraw((hold or layouts).draw(scene, reader))
            except discord.NotFound as error:
                if error.code != GONE:
                    raise
                return await response.send(Content(layouts.draw(scene, reader)))
        case Silent():
            await response.nothing()
            return None
        case TextFile(files=files):
            return await response.send(Content(files=files))


async def _interrupt(interaction: discord.Interaction[Bot], reply: Response) -> bool:
    """Stop late pictures of the message to redraw; return whether an earlier one may still arrive."""
    if not isinstance(reply, Redraw) or interaction.message is None:
        return False
    if reply.hold is not None:
        await reply.hold.still()
        return False
    return await interaction.client.services.late_pictures.interrupt(interaction.message.id)


def _hold(reply: Response) -> QueuePause | None:
    return reply.hold if isinstance(reply, Redraw) else None


def _in_place(interaction: discord.Interaction[Bot], sent: Sent) -> bool:
    """Whether the sent message is the pressed one."""
    return interaction.message is not None and interaction.message.id == sent.message_id


async def _follow(
    interaction: discord.Interaction[Bot], sent: Sent, reply: Private | Redraw, reader: Reader, *, again: bool
) -> None:
    """Add the picture; the DM of a hand gets it by its delivery queue. A failure loses only the picture."""
    bot = interaction.client
    if _hold(reply) and _in_place(interaction, sent):
        return
    try:
        await bot.services.late_pictures.follow(sent, reply.scene, reader, again=again)
    except (discord.HTTPException, *UNREACHED) as error:
        log.info("no picture in message %s: %s", sent.message_id, error)
    except RuntimeError:
        if not bot.is_closed():  # aiohttp raises RuntimeError for a closed session
            raise


async def _let_go(
    interaction: discord.Interaction[Bot], work: asyncio.Future[tuple[Response, Reader]], sent: Sent | None
) -> None:
    """Release the delivery queue that the response pauses. Unfinished work is cancelled: the process is ending."""
    if not work.done() or work.cancelled():
        work.cancel()
        return
    reply, reader = work.result()
    if isinstance(reply, Redraw) and reply.hold is not None:
        shown = reply.scene if isinstance(reply.scene, HandScene) else None
        in_place = sent if sent and _in_place(interaction, sent) else None
        await reply.hold.release(Redrawn(shown, reader, in_place.message_id) if shown and in_place else None)
