"""How every press and command is answered: exactly once, in time, and in words even when something of ours fails.

A handler gets a `Request` and returns a `Response` as a value; `answer` delivers it. A response that takes longer than
`PATIENCE` is deferred first. An error of ours becomes one sentence with a reference number, and a log record with
everything else.
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

from bot.app import Bot, Club
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
from bot.store import PersonRow, StoreError
from bot.tables import LoadedTable
from bot.texts import Translator
from bot.texts.notices import Refusal, fact
from bot.texts.reader import Reader
from cogs.response import ANSWERED, GONE, NOT_ANSWERED, OVER, UNKNOWN, Content, ResponseSender, is_passing, told
from rules.core.contract import Fact

log = logging.getLogger(__name__)

PATIENCE: Final = 1.5
"""Seconds before an answer is deferred; Discord waits 3."""
WITHIN: Final = 3.0
"""Seconds that an answer may take on its way: after it Discord takes no first answer, and a hand goes by its lane."""
TOO_LATE: Final = frozenset({UNKNOWN, ANSWERED, NOT_ANSWERED, OVER, GONE})
"""Discord's codes for an interaction that is unknown, answered already, or over, or whose message is gone."""
TELLING: Final = frozenset({"join", "leave", "sit", "take", "pause"})
TELLING_COMMANDS: Final = frozenset({"table substitute", "table pause", "table pace", "table move"})
"""The verbs and commands by which one person can tell everybody at a table something, again and again."""
ANEW: Final = frozenset({"ladder", "why", "ranks", "record", "verify", "more", "resign", "rematch", "take", "terms"})
"""The verbs that are answered by a message of their own, wherever they are pressed."""
QUIET: Final = frozenset({"join", "leave", "computer", "start", "agree", "disagree"})
"""The verbs that are pressed in public and answered by nothing but what all see; others there get a message."""
NO_PRESS: Final = Press("", None, ())


class Private(NamedTuple):
    """A new answer that only the person sees."""

    scene: Scene


class Redraw(NamedTuple):
    """The message that was pressed, drawn anew. `hold`: it is the DM of a hand, whose lane is kept still meanwhile."""

    scene: Scene
    hold: QueuePause | None = None


class Silent(NamedTuple):
    """Nothing to say: the publisher shows what was done."""


class TextFile(NamedTuple):
    """A private answer with text files: (file name, text)."""

    files: tuple[tuple[str, str], ...]


Response = Private | Redraw | Silent | TextFile


@dataclass(frozen=True, slots=True)
class Request:
    """Who asks, what was pressed (for commands: nothing), and the parts of the club that can answer."""

    club: Club
    interaction: discord.Interaction[Bot]
    person: PersonRow
    reader: Reader
    press: Press

    @property
    def id(self) -> int:
        """The interaction's id: what is done by it is done once."""
        return self.interaction.id

    @property
    def words(self) -> Translator:
        """The person's words."""
        return self.reader.words

    @property
    def manages_guild(self) -> bool:
        """Whether the person may manage the server where they ask: for its settings, and for who opens tables there.

        Says nothing of a table, which may be of another server: `manages` does.
        """
        return self.interaction.guild_id is not None and self.interaction.permissions.manage_guild

    def is_at_home_of(self, loaded: LoadedTable) -> bool:
        """Whether the person asks in the table's server."""
        return self.interaction.guild_id == loaded.row.guild_id

    def manages(self, loaded: LoadedTable) -> bool:
        """Whether the person may manage the table's server; never where they ask elsewhere."""
        return self.is_at_home_of(loaded) and self.manages_guild

    @property
    def values(self) -> tuple[str, ...]:
        """What was chosen in a menu."""
        found = cast(dict[str, Any], self.interaction.data or {}).get("values")
        return tuple(str(value) for value in found or ())

    @property
    def in_private(self) -> bool:
        """Whether the pressed message is the person's own: in a DM, or an ephemeral answer."""
        message = self.interaction.message
        return message is not None and (self.interaction.guild_id is None or message.flags.ephemeral)

    async def backdrop(self, loaded: LoadedTable) -> PostContext:
        return await self.club.table_contexts.of(loaded)


Handler = Callable[[Request], Awaitable[Response]]


def word(what: Fact) -> Private:
    """A sentence in private."""
    return Private(WordScene(what))


async def answer(interaction: discord.Interaction[Bot], handler: Handler, press: Press = NO_PRESS) -> None:
    """Answer a press or command by what the handler replies; one that has come before is answered already."""
    in_flight = interaction.client.club.in_flight
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
    """Who presses or types: by the name that they have in a server; a DM, which knows no such name, changes none."""
    club, user = interaction.client.club, interaction.user
    in_server = interaction.guild_id is not None
    return await club.people.meet(user.id, user.display_name, club.now(), str(interaction.locale), renamed=in_server)


async def asking(interaction: discord.Interaction[Bot]) -> Request:
    """Who types, for the choices that a command offers."""
    club, person = interaction.client.club, await met(interaction)
    return Request(club, interaction, person, await club.people.reader(person.key, str(interaction.locale)), NO_PRESS)


async def _reply(interaction: discord.Interaction[Bot], handler: Handler, press: Press) -> tuple[Response, Reader]:
    """The reply, and who it is for; somebody whose wishes cannot be read is told in the language of their Discord."""
    club, language = interaction.client.club, str(interaction.locale)
    reader = Reader(club.words(language))
    try:
        person = await met(interaction)
        reader = await club.people.reader(person.key, language)
        refused = fact(Refusal.STOPPING) if club.in_flight.closing else _too_fast(interaction, press)
        ask = Request(club, interaction, person, reader, press)
        reply = word(refused) if refused else _in_private(ask, await handler(ask))
    except StoreError:
        log.exception("interaction %s: the store did not take it", interaction.id)
        return word(fact(Refusal.BUSY if club.store.damage is None else Refusal.DAMAGED)), reader
    except Exception:
        return _failed(interaction), reader
    return reply, await _read_anew(club, person, reader, language)


def _in_private(ask: Request, reply: Response) -> Response:
    """The reply; what would be drawn in place of a message that others see comes as a private answer instead."""
    return reply if ask.in_private or not isinstance(reply, Redraw) else Private(reply.scene)


async def _read_anew(club: Club, person: PersonRow, reader: Reader, language: str) -> Reader:
    """Who may have chosen another language just now. What was done is told even if that cannot be read."""
    try:
        return await club.people.reader(person.key, language)
    except Exception:
        log.exception("the wishes of somebody could not be read again")
        return reader


def _too_fast(interaction: discord.Interaction[Bot], press: Press) -> Fact | None:
    """Why the person has to wait a moment: commands and what tells a whole table are limited, other presses are not."""
    limits, person = interaction.client.club.limits, interaction.user.id
    if interaction.type is discord.InteractionType.application_command:
        name = getattr(interaction.command, "qualified_name", "")
        return limits.command(person) or (limits.join(person) if name in TELLING_COMMANDS else None)
    return limits.join(person) if press.verb in TELLING else None


def _failed(interaction: discord.Interaction[Bot]) -> Private:
    """Our own error, logged with a reference that the person is told."""
    reference = secrets.token_hex(4)
    log.exception("interaction %s failed, reference %s", interaction.id, reference)
    return word(fact(Refusal.OURS, reference=reference))


def _is_answered_anew(interaction: discord.Interaction[Bot], press: Press) -> bool:
    """Whether the answer will be a new message. Such a one is filled in by an edit, which may be done twice."""
    message = interaction.message
    if message is None or press.verb in ANEW:
        return True
    return interaction.guild_id is not None and not message.flags.ephemeral and press.verb not in QUIET


async def _tell(
    interaction: discord.Interaction[Bot], response: ResponseSender, reply: Response, reader: Reader
) -> Sent | None:
    """The message of a reply that came to the person; one that cannot be drawn or sent is told as an error of ours."""
    within = WITHIN if _hold(reply) or not response.is_deferred else None
    try:
        return await _reaches(interaction, _deliver(response, reply, reader), within)
    except Exception:
        await _reaches(interaction, _deliver(response, _failed(interaction), reader))
        return None


async def _reaches(
    interaction: discord.Interaction[Bot], sending: Awaitable[Sent | None], within: float | None = None
) -> Sent | None:
    """The message, if what was sent arrived in time. Raises what Discord would refuse at any time."""
    try:
        async with asyncio.timeout(within):
            return await sending
    except (discord.HTTPException, *UNREACHED) as error:
        if isinstance(error, discord.HTTPException) and _is_refusal(error):
            raise
        log.warning("interaction %s could not be answered, or came too late: %s", interaction.id, told(error))
        return None


def _is_refusal(error: discord.HTTPException) -> bool:
    """Whether Discord would not take it at any time, rather than being busy, broken, or done with the interaction."""
    return not is_passing(error) and error.code not in TOO_LATE


async def command_failed(interaction: discord.Interaction[Bot], error: app_commands.AppCommandError) -> None:
    """For the tree of commands: what never came to a handler is answered too, a command of a former version as such."""
    if interaction.type is discord.InteractionType.autocomplete:
        log.warning("no choices for a command: %s", error)
        with suppress(discord.HTTPException, *UNREACHED):
            await interaction.response.autocomplete([])
        return

    async def fails(_: Request) -> Response:
        if isinstance(error, (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch, InvalidOption)):
            log.warning("interaction %s: %s", interaction.id, error)
            return word(fact(Refusal.UNKNOWN_COMMAND))
        if isinstance(error, app_commands.TransformerError):  # a channel that the bot does not see (any more)
            log.warning("interaction %s: %s", interaction.id, error)
            return word(fact(Refusal.NOT_HERE))
        raise error

    await answer(interaction, fails)


def choices_failed(record: logging.LogRecord) -> bool:
    """For discord.py's log: choices that cannot be read, come too late, or are of another version, are no error."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, (discord.HTTPException, app_commands.CommandSignatureMismatch, StoreError, *UNREACHED)):
        record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
    return True


async def _deliver(response: ResponseSender, reply: Response, reader: Reader) -> Sent | None:
    """Words and buttons; a picture follows. What cannot be redrawn any more, being gone, is said anew."""
    match reply:
        case Private(scene=scene):
            return await response.send(Content(layouts.draw(scene, reader)))
        case Redraw(scene=scene, hold=hold):
            try:
                return await response.redraw(layouts.draw(scene, reader, hold.post if hold else ""))
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
    """Whether the picture of a former answer may still come into the message that the reply draws anew."""
    if not isinstance(reply, Redraw) or interaction.message is None:
        return False
    if reply.hold is not None:
        await reply.hold.still()
        return False
    return await interaction.client.club.late_pictures.interrupt(interaction.message.id)


def _hold(reply: Response) -> QueuePause | None:
    return reply.hold if isinstance(reply, Redraw) else None


def _in_place(interaction: discord.Interaction[Bot], sent: Sent) -> bool:
    """Whether what was sent is the message that was pressed."""
    return interaction.message is not None and interaction.message.id == sent.message_id


async def _follow(
    interaction: discord.Interaction[Bot], sent: Sent, reply: Private | Redraw, reader: Reader, *, again: bool
) -> None:
    """The picture; in the DM of a hand its lane brings it. The answer is out already: nothing is lost without."""
    bot = interaction.client
    if _hold(reply) and _in_place(interaction, sent):
        return
    try:
        await bot.club.late_pictures.follow(sent, reply.scene, reader, again=again)
    except (discord.HTTPException, *UNREACHED) as error:
        log.info("no picture in message %s: %s", sent.message_id, error)
    except RuntimeError:
        if not bot.is_closed():  # aiohttp has no other word for a session that is closed
            raise


async def _let_go(
    interaction: discord.Interaction[Bot], work: asyncio.Future[tuple[Response, Reader]], sent: Sent | None
) -> None:
    """End the work if it is not done, the process being about to end; else release the lane that its reply holds."""
    if not work.done() or work.cancelled():
        work.cancel()
        return
    reply, reader = work.result()
    if isinstance(reply, Redraw) and reply.hold is not None:
        shown = reply.scene if isinstance(reply.scene, HandScene) else None
        in_place = sent if sent and _in_place(interaction, sent) else None
        await reply.hold.release(Redrawn(shown, reader, in_place.message_id) if shown and in_place else None)
