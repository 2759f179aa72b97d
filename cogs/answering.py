"""How every press and command is answered: exactly once, in time, and in words even when something of ours fails.

A handler gets an `Ask` and returns a `Reply` as a value; `answer` delivers it. What is not there after `PATIENCE` is
deferred first. An error of ours becomes one sentence with a reference number, and a log record with everything else.
"""

from __future__ import annotations

import asyncio
import io
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, cast

import discord
from discord import app_commands
from discord.ui import LayoutView

from bot import layouts, logs, metrics
from bot.app import Bot, Club
from bot.custom_ids import Press
from bot.facts import Refused, fact
from bot.following import Sent
from bot.publishing.delivery import UNREACHED
from bot.publishing.holds import Hold
from bot.publishing.posts import Backdrop
from bot.publishing.seats import Redrawn
from bot.reader import Reader
from bot.scenes import HandScene, Scene, WordScene
from bot.store import PersonRow, StoreError
from bot.tables import Kept
from bot.texts import Words
from rules.game import Fact

log = logging.getLogger(__name__)

PATIENCE: Final = 1.5
"""Seconds before an answer is deferred; Discord waits 3."""
WITHIN: Final = 3.0
"""Seconds that an answer may take on its way: after it Discord takes no first answer, and a hand goes by its lane."""
TOO_MANY: Final = 429
ANSWERED: Final = 40060
"""Discord's code for an interaction that is answered already. Each comes to us once: by a request of ours."""
TOO_LATE: Final = frozenset({10062, ANSWERED, 10015, 50027, 10008})
"""Discord's codes for an interaction that is unknown, answered already, or over, or whose message is gone."""
SITTING: Final = frozenset({"join", "leave", "sit", "take"})
"""The verbs by which people take and leave seats; each tells everybody at the table."""
ANEW: Final = frozenset({"ladder", "why", "ranks", "record", "verify", "more", "resign", "rematch", "take", "terms"})
"""The verbs that are answered by a message of their own, wherever they are pressed."""
QUIET: Final = frozenset({"join", "leave", "computer", "start", "agree", "disagree"})
"""The verbs that are pressed in public and answered by nothing but what all see; others there get a message."""
THINKING: Final = "thinking"
"""In the extras of an interaction that was deferred: whether a new message was, and not the one that was pressed."""
NO_PRESS: Final = Press("", None, ())


class Private(NamedTuple):
    """A new answer that only the person sees."""

    scene: Scene


class Redraw(NamedTuple):
    """The message that was pressed, drawn anew. `hold`: it is the DM of a hand, whose lane is kept still meanwhile."""

    scene: Scene
    hold: Hold | None = None


class Silent(NamedTuple):
    """Nothing to say: the publisher shows what was done."""


class TextFile(NamedTuple):
    """A private answer with text files: (file name, text)."""

    files: tuple[tuple[str, str], ...]


Reply = Private | Redraw | Silent | TextFile


@dataclass(frozen=True, slots=True)
class Ask:
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
    def words(self) -> Words:
        """The person's words."""
        return self.reader.words

    @property
    def manages_guild(self) -> bool:
        """Whether the person may manage the server where they ask: for its settings, and for who opens tables there.

        Says nothing of a table, which may be of another server: `manages` does.
        """
        return self.interaction.guild_id is not None and self.interaction.permissions.manage_guild

    def is_at_home_of(self, kept: Kept) -> bool:
        """Whether the person asks in the table's server."""
        return self.interaction.guild_id == kept.row.guild_id

    def manages(self, kept: Kept) -> bool:
        """Whether the person may manage the table's server; never where they ask elsewhere."""
        return self.is_at_home_of(kept) and self.manages_guild

    @property
    def values(self) -> tuple[str, ...]:
        """What was chosen in a menu."""
        found = cast(dict[str, Any], self.interaction.data or {}).get("values", ())
        return tuple(str(value) for value in found)

    @property
    def in_private(self) -> bool:
        """Whether the pressed message is the person's own: in a DM, or an ephemeral answer."""
        message = self.interaction.message
        return message is not None and (self.interaction.guild_id is None or message.flags.ephemeral)

    async def backdrop(self, kept: Kept) -> Backdrop:
        return await self.club.backdrops.of(kept)


Handler = Callable[[Ask], Awaitable[Reply]]


def word(what: Fact) -> Private:
    """A sentence in private."""
    return Private(WordScene(what))


async def answer(interaction: discord.Interaction[Bot], handler: Handler, press: Press = NO_PRESS) -> None:
    """Answer a press or command by what the handler replies; one that has come before is answered already."""
    arrivals = interaction.client.club.arrivals
    if arrivals.is_new(interaction.id):
        with arrivals.under_way(), logs.about(table=press.table, interaction=interaction.id):
            await _answered(interaction, handler, press)


async def _answered(interaction: discord.Interaction[Bot], handler: Handler, press: Press) -> None:
    begun = time.perf_counter()
    metrics.used().pressed(press.verb or getattr(interaction.command, "qualified_name", ""))
    work = asyncio.ensure_future(_reply(interaction, handler, press))
    try:
        await asyncio.wait({work}, timeout=PATIENCE)
        if deferred := not work.done():
            await _defer(interaction, anew=_is_answered_anew(interaction, press))
            metrics.used().acknowledged(begun)
        reply, reader = await work
    finally:
        work.cancel()  # it is done, but where the process ends meanwhile
    sent: Sent | None = None
    try:
        late = await _interrupt(interaction, reply)
        sent = await _tell(interaction, reply, reader)
        if not deferred:
            metrics.used().acknowledged(begun)
    finally:
        await _release(reply, reader, sent)
    if sent is not None and isinstance(reply, Private | Redraw):
        await _follow(interaction.client, sent, reply, reader, again=late)


async def met(interaction: discord.Interaction[Bot]) -> PersonRow:
    """Who presses or types: by the name that they have in a server; a DM, which knows no such name, changes none."""
    club, user = interaction.client.club, interaction.user
    in_server = interaction.guild_id is not None
    return await club.people.meet(user.id, user.display_name, club.now(), str(interaction.locale), renamed=in_server)


async def asking(interaction: discord.Interaction[Bot]) -> Ask:
    """Who types, for the choices that a command offers."""
    club, person = interaction.client.club, await met(interaction)
    return Ask(club, interaction, person, await club.people.reader(person.key, str(interaction.locale)), NO_PRESS)


async def _reply(interaction: discord.Interaction[Bot], handler: Handler, press: Press) -> tuple[Reply, Reader]:
    """The reply, and who it is for; somebody whose wishes cannot be read is told in the language of their Discord."""
    club, language = interaction.client.club, str(interaction.locale)
    reader = Reader(club.words(language))
    try:
        person = await met(interaction)
        reader = await club.people.reader(person.key, language)
        refused = fact(Refused.STOPPING) if club.arrivals.closing else _too_fast(interaction, press)
        reply = word(refused) if refused else await handler(Ask(club, interaction, person, reader, press))
    except StoreError:
        log.exception("interaction %s: the store did not take it", interaction.id)
        return word(fact(Refused.BUSY)), reader
    except Exception:
        return _failed(interaction), reader
    return reply, await _read_anew(club, person, reader, language)


async def _read_anew(club: Club, person: PersonRow, reader: Reader, language: str) -> Reader:
    """Who may have chosen another language just now. What was done is told even if that cannot be read."""
    try:
        return await club.people.reader(person.key, language)
    except Exception:
        log.exception("the wishes of somebody could not be read again")
        return reader


def _too_fast(interaction: discord.Interaction[Bot], press: Press) -> Fact | None:
    """Why the person has to wait a moment: commands and sitting down are limited, other presses are not."""
    limits, person = interaction.client.club.limits, interaction.user.id
    if press.verb in SITTING:
        return limits.join(person)
    return limits.command(person) if interaction.type is discord.InteractionType.application_command else None


def _failed(interaction: discord.Interaction[Bot]) -> Private:
    """Our own error, logged with a reference that the person is told."""
    reference = secrets.token_hex(4)
    log.exception("interaction %s failed, reference %s", interaction.id, reference)
    return word(fact(Refused.OURS, reference=reference))


def _is_answered_anew(interaction: discord.Interaction[Bot], press: Press) -> bool:
    """Whether the answer will be a new message. Such a one is filled in by an edit, which may be done twice."""
    message = interaction.message
    if message is None or press.verb in ANEW:
        return True
    return interaction.guild_id is not None and not message.flags.ephemeral and press.verb not in QUIET


async def _defer(interaction: discord.Interaction[Bot], *, anew: bool) -> None:
    """Ask for more time. If it is not given the answer is sent all the same: it may hold a lane that must be freed."""
    interaction.extras[THINKING] = anew
    try:
        async with asyncio.timeout(WITHIN - PATIENCE):
            await interaction.response.defer(ephemeral=True, thinking=anew)
    except (discord.HTTPException, *UNREACHED) as error:
        interaction.extras[ANSWERED] = getattr(error, "code", None) == ANSWERED
        log.warning("interaction %s could not be deferred: %s", interaction.id, error)


def _is_deferred(interaction: discord.Interaction[Bot]) -> bool:
    """Whether there was a first answer; also where its own answer did not reach us."""
    return interaction.response.is_done() or bool(interaction.extras.get(ANSWERED))


async def _tell(interaction: discord.Interaction[Bot], reply: Reply, reader: Reader) -> Sent | None:
    """The message of a reply that came to the person; one that cannot be drawn or sent is told as an error of ours."""
    by_lane = isinstance(reply, Redraw) and reply.hold is not None
    within = WITHIN if by_lane or not _is_deferred(interaction) else None
    try:
        return await _reaches(interaction, _deliver(interaction, reply, reader), within)
    except Exception:
        await _reaches(interaction, _deliver(interaction, _failed(interaction), reader))
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
        why = str(error) or type(error).__name__
        log.warning("interaction %s could not be answered, or came too late: %s", interaction.id, why)
        return None


def _is_refusal(error: discord.HTTPException) -> bool:
    """Whether Discord would not take it at any time, rather than being busy, broken, or done with the interaction."""
    return error.status < 500 and error.status != TOO_MANY and error.code not in TOO_LATE


async def command_failed(interaction: discord.Interaction[Bot], error: app_commands.AppCommandError) -> None:
    """For the tree of commands: what never came to a handler is answered too, a command of a former version as such."""
    if interaction.type is discord.InteractionType.autocomplete:
        log.warning("no choices for a command: %s", error)
        return

    async def fails(_: Ask) -> Reply:
        if isinstance(error, (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)):
            log.warning("interaction %s: %s", interaction.id, error)
            return word(fact(Refused.UNKNOWN_COMMAND))
        if isinstance(error, app_commands.TransformerError):  # a channel that the bot does not see (any more)
            log.warning("interaction %s: %s", interaction.id, error)
            return word(fact(Refused.NOT_HERE))
        raise error

    await answer(interaction, fails)


def choices_failed(record: logging.LogRecord) -> bool:
    """For discord.py's log: choices that cannot be read, come too late, or are of another version, are no error."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, (discord.HTTPException, app_commands.CommandSignatureMismatch, StoreError, *UNREACHED)):
        record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
    return True


async def _deliver(interaction: discord.Interaction[Bot], reply: Reply, reader: Reader) -> Sent | None:
    """Words and buttons; a picture follows."""
    match reply:
        case Private(scene=scene):
            return await _send(interaction, view=layouts.draw(scene, reader))
        case Redraw(scene=scene, hold=hold):
            return await _redraw(interaction, layouts.draw(scene, reader, hold.post if hold else ""))
        case Silent():
            await _say_nothing(interaction)
            return None
        case TextFile(files=files):
            return await _send(
                interaction, files=[discord.File(io.BytesIO(text.encode()), name) for name, text in files]
            )


async def _interrupt(interaction: discord.Interaction[Bot], reply: Reply) -> bool:
    """Whether the picture of a former answer may still come into the message that the reply draws anew."""
    if not isinstance(reply, Redraw) or interaction.message is None:
        return False
    if reply.hold is not None:
        await reply.hold.still()
        return False
    return await interaction.client.club.following.interrupt(interaction.message.id)


async def _follow(bot: Bot, sent: Sent, reply: Private | Redraw, reader: Reader, *, again: bool) -> None:
    """The picture; in the DM of a hand its lane brings it. The answer is out already: nothing is lost without."""
    if isinstance(reply, Redraw) and reply.hold is not None:
        return
    try:
        await bot.club.following.follow(sent, reply.scene, reader, again=again)
    except (discord.HTTPException, *UNREACHED) as error:
        log.info("no picture in message %s: %s", sent.message_id, error)
    except RuntimeError:
        if not bot.is_closed():  # aiohttp has no other word for a session that is closed
            raise


async def _release(reply: Reply, reader: Reader, sent: Sent | None) -> None:
    if isinstance(reply, Redraw) and reply.hold is not None:
        shown = reply.scene if isinstance(reply.scene, HandScene) else None
        await reply.hold.release(Redrawn(shown, reader, sent.message_id) if sent and shown else None)


async def _say_nothing(interaction: discord.Interaction[Bot]) -> None:
    if not _is_deferred(interaction):
        await interaction.response.defer()
    elif interaction.extras.get(THINKING):
        await interaction.delete_original_response()


async def _send(interaction: discord.Interaction[Bot], **message: Any) -> Sent:
    if _is_deferred(interaction) and interaction.extras.get(THINKING, interaction.message is None):
        edited = await interaction.edit_original_response(**_edit(**message))
        return Sent(edited.id, interaction.edit_original_response)
    if _is_deferred(interaction):
        sent = await interaction.followup.send(ephemeral=True, wait=True, **message)
        return Sent(sent.id, sent.edit)
    response = await interaction.response.send_message(ephemeral=True, **message)
    return Sent(response.message_id or interaction.id, interaction.edit_original_response)


def _edit(**message: Any) -> dict[str, Any]:
    """What a new message would hold, for an edit."""
    return {"attachments" if name == "files" else name: value for name, value in message.items()}


async def _redraw(interaction: discord.Interaction[Bot], view: LayoutView) -> Sent:
    """The message drawn anew, without the picture that it had."""
    pressed = cast(discord.Message, interaction.message)
    shown: dict[str, Any] = {"view": view, **({"attachments": []} if pressed.attachments else {})}
    if _is_deferred(interaction):
        await interaction.edit_original_response(**shown)
    else:
        await interaction.response.edit_message(**shown)
    return Sent(pressed.id, interaction.edit_original_response)
