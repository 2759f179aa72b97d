"""The way of every press and command: answered once, in time, and with a sentence even when the bot fails.

A response that takes longer than `PATIENCE` is deferred first. A refusal that a handler raises is answered by its
sentence; an error of the bot by one sentence with a reference number, and the log has the details.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from dataclasses import replace
from typing import Final

import discord
from discord import app_commands
from discord.ui import LayoutView

from bot.app import Bot
from bot.discord_api.command_tree import InvalidOption
from bot.discord_api.custom_ids import Press
from bot.discord_api.errors import UNREACHED
from bot.messages.hand.hand_picture import HandDrawing
from bot.messages.hand.hand_scene import HandScene
from bot.messages.kit import rendering
from bot.messages.kit.scene import Scene
from bot.messages.kit.ui import PageOfItems, modal, page_of
from bot.messages.result.result import FollowingGame, ResultScene
from bot.messages.table.notice import WordScene
from bot.publishing.late_pictures import Sent
from bot.publishing.private_answers import PassingAnswer, Validity
from bot.publishing.private_hands import FollowedSeat
from bot.publishing.seat_messages import QueuePause, Redrawn
from bot.runtime import logs, metrics
from bot.store import (
    Condition,
    DatabaseTrouble,
    PersonRow,
    StillNamed,
    StoreError,
    TooManyUses,
    Unbanned,
    Unmet,
)
from bot.tables.usage_limits import Cost, refusal_of, too_fast
from bot.texts import in_language
from bot.texts.notices import Refusal, RequestRefused, fact
from bot.texts.reader import CardStyle, Reader
from cogs.request import (
    FOR_ALL,
    NO_PRESS,
    OpenForm,
    Policy,
    Private,
    Redraw,
    Reply,
    Request,
    RequestHandler,
    Response,
    Silent,
    TextFile,
    name_of,
    private_text,
)
from cogs.response_sender import GONE, INVALID, TOO_LATE, ResponseContent, ResponseSender, error_text, is_passing

log = logging.getLogger(__name__)

PATIENCE: Final = 1.5
"""Seconds before a response is deferred; Discord waits 3."""
WITHIN: Final = 3.0
"""Seconds that sending a response may take: then Discord takes no first one, and a hand goes by its delivery queue."""
TRIES: Final = 5
"""The most times that a request is handled, if what it depends on changes all the time."""


async def respond(
    interaction: discord.Interaction[Bot], handler: RequestHandler, policy: Policy, press: Press = NO_PRESS
) -> None:
    """Answer a press or command with the handler's response; one that was received before is ignored."""
    in_flight = interaction.client.services.in_flight
    if in_flight.is_new(interaction.id):
        with in_flight.track_task(), logs.bind_fields(table=press.table, interaction=interaction.id):
            await Responder(interaction, handler, policy, press).respond()


async def meet(interaction: discord.Interaction[Bot]) -> PersonRow:
    """Return the person who presses or types, who is active now."""
    services, user = interaction.client.services, interaction.user
    services.publisher.note_activity(user.id, interaction.channel_id or 0)
    return await services.people.meet(user.id, name_of(user), services.now(), str(interaction.locale))


async def request_of(interaction: discord.Interaction[Bot], policy: Policy, press: Press = NO_PRESS) -> Request:
    services, person = interaction.client.services, await meet(interaction)
    reader = await services.people.reader(person.key, str(interaction.locale))
    request = Request(services, interaction, person, reader, press, policy)
    right = await _right_to_organise(request)
    return replace(request, organises_guild=right is not None, right=right or ())


async def _right_to_organise(request: Request) -> tuple[Condition, ...] | None:
    """Return under which conditions the person organises the server: by a role or by name, and not banned there.

    Who may manage it does so under none, banned or not: Discord gave that right, which chooses the organisers, too.
    None: they do not organise it.
    """
    guild_id, user, guilds = request.interaction.guild_id, request.interaction.user, request.services.guilds
    if request.manages_guild:
        return ()
    if guild_id is None or not isinstance(user, discord.Member):
        return None
    key, chosen = request.person.key, await guilds.same_preferences(guild_id)
    roles = [role.id for role in user.roles]
    if not await guilds.is_chosen(guild_id, key, roles, request.joined_at):
        return None
    if set(roles).isdisjoint((await guilds.preferences(guild_id)).organisers):
        chosen = StillNamed(guild_id, key)
    banned = await request.services.store.ban_of(guild_id, user.id)
    return (chosen, Unbanned(guild_id, (key,))) if banned is None else None


class Responder:
    """Responds to one interaction."""

    def __init__(
        self, interaction: discord.Interaction[Bot], handler: RequestHandler, policy: Policy, press: Press
    ) -> None:
        self._interaction = interaction
        self._services = interaction.client.services
        self._handler = handler
        self._policy = policy
        self._press = press
        self._sender = ResponseSender(interaction)
        self._language = str(interaction.locale)
        self._page: PageOfItems | None = None
        self._person = ""
        """The key of the person, once it is known."""
        self._known: Reader | None = None
        """By the person's preferences, once they are read."""
        self._writes = logs.WriteLog()
        """The commits of the handler; that the person is here does not count."""
        self._turn: AbstractAsyncContextManager[None] = nullcontext()
        """Within it the response is sent."""

    async def respond(self) -> None:
        """Handle the request, send the response, and add its picture."""
        begun = time.perf_counter()
        if self._interaction.id in self._interaction.client.held_events.late and not await self._sender.defer(
            anew=self._is_answered_anew(), within=WITHIN
        ):
            return  # the process that served before has answered it
        metrics.current.count_press(self._press.verb or self._command)
        work = asyncio.ensure_future(self._response())
        sent: Sent | None = None
        try:
            await asyncio.wait({work}, timeout=PATIENCE)
            deferred = self._sender.is_deferred
            if not deferred and not work.done():
                deferred = True
                await self._sender.defer(anew=self._is_answered_anew(), within=WITHIN - PATIENCE)
                metrics.current.time_acknowledgement(begun)
            response = await work
            late = await self._interrupt(response)
            async with self._turn:
                sent = await self._send(response)
            if not deferred:
                metrics.current.time_acknowledgement(begun)
        finally:
            await self._release(work, sent)
        self._follow(response, sent)
        if sent is not None and isinstance(response, Private | Redraw):
            await self._add_picture(response, sent, again=late)

    @property
    def _pressed(self) -> tuple[int, str, int]:
        """The table, the person's key and the message of a press."""
        message = self._interaction.message
        return self._press.table or 0, self._person, 0 if message is None else message.id

    @property
    def _reader(self) -> Reader:
        return self._known or Reader(in_language(self._language))

    @property
    def _command(self) -> str:
        return getattr(self._interaction.command, "qualified_name", "")

    async def _response(self) -> Response:
        try:
            if (refused := await self._limit_answer()) is not None:
                return refused
            request = await self._begin()
            if request.is_ephemeral:
                self._services.publisher.note_press(*self._pressed)
            response = await self._handle(request)
        except StoreError as error:
            is_bug = not isinstance(error, DatabaseTrouble)
            log.error("interaction %s: the store did not take it: %s", self._interaction.id, error, exc_info=is_bug)
            if self._services.store.damage is not None:
                return private_text(fact(Refusal.DAMAGED))
            return private_text(fact(Refusal.BUSY_HALFWAY if self._writes.has_writes else Refusal.BUSY))
        except Exception:
            return self._failure()
        try:  # the person may just have chosen another language
            self._known = await self._services.people.reader(request.person.key, self._language)
        except Exception:
            log.exception("the wishes of somebody could not be read again")
        return response

    async def _begin(self) -> Request:
        request = await request_of(self._interaction, self._policy, self._press)
        self._known, self._person = request.reader, request.person.key
        self._writes = logs.begin_write_log()
        return request

    async def _handle(self, request: Request) -> Response:
        try:
            response = await self._decide(request)
        except RequestRefused as refused:
            response = await _refusal(request, refused)
        if request.is_in_private or not isinstance(response, Redraw):
            return response
        return Private(response.scene, response.validity)

    async def _decide(self, request: Request) -> Response:
        """Handle the request, again if what was looked at has changed before the commit: the next look says why not."""
        for _ in range(TRIES - 1):
            with suppress(Unmet):
                return await self._try(request)
            request = await self._begin()
        return await self._try(request)

    async def _try(self, request: Request) -> Response:
        try:
            return await self._handler(request)
        except TooManyUses as error:
            raise RequestRefused(refusal_of(error, self._services.now())) from None

    async def _limit_answer(self) -> Response | None:
        """Return the answer to what comes too often, or while the process ends; nothing is read or written for it.

        Who was told a moment ago is told nothing: a press is only acknowledged.
        """
        if self._services.in_flight.closing:
            return private_text(fact(Refusal.STOPPING))
        limits, user = self._services.limits, self._interaction.user.id
        known = self._services.people.get_cached(user)
        if self._is_play_on_turn(known):
            return None
        until = limits.full_until(user, self._policy.cost)
        if until is None:
            return None
        self._turn = limits.refusal_in_turn(user)
        is_press = self._interaction.type is discord.InteractionType.component
        if not limits.is_to_be_told(user) and is_press:
            return Silent()
        if known is not None:
            self._known = await self._services.people.reader(known.key, self._language)
        return private_text(too_fast(until, self._services.now()))

    def _is_play_on_turn(self, person: PersonRow | None) -> bool:
        """Return whether this is a play of a seat on turn, which is not counted; other tables than cached ones are."""
        if self._policy.cost is not Cost.PLAY or person is None:
            return False
        loaded = self._services.tables.get_cached(self._press.table or 0)
        seat = None if loaded is None else loaded.table.seat_of(person.key)
        if loaded is None or seat is None or loaded.table.turn != seat:
            return False
        return self._services.limits.is_free(self._interaction.user.id, loaded.table)

    def _failure(self) -> Private:
        """Log an error of the bot with a reference number, and answer with that number."""
        reference = logs.own_error(log, "interaction %s failed", self._interaction.id)
        kind = Refusal.OURS_AFTERWARDS if self._writes.has_writes else Refusal.OURS
        return private_text(fact(kind, reference=reference))

    def _is_answered_anew(self) -> bool:
        """Return whether the response will be a new message: a deferral creates it, an edit fills it, maybe twice."""
        message, reply = self._interaction.message, self._policy.reply
        if message is None or reply is Reply.ANEW:
            return True
        is_public = self._interaction.guild_id is not None and not message.flags.ephemeral
        return is_public and reply is not Reply.NONE

    async def _send(self, response: Response) -> Sent | None:
        """Deliver a response and return its message, if it arrived. If it cannot be drawn or sent, answer an error."""
        within = WITHIN if _pause(response) or not self._sender.is_deferred else None
        try:
            return await self._await_arrival(self._deliver(response), within)
        except Exception:
            await self._await_arrival(self._deliver(self._failure()))
            return None

    async def _await_arrival(self, sending: Awaitable[Sent | None], within: float | None = None) -> Sent | None:
        """Return the message if it arrived in time, else None. Raises errors that Discord would repeat at any time."""
        try:
            async with asyncio.timeout(within):
                return await sending
        except (discord.HTTPException, *UNREACHED) as error:
            if isinstance(error, discord.HTTPException) and not is_passing(error) and error.code not in TOO_LATE:
                raise
            log.warning(
                "interaction %s could not be answered, or came too late: %s",
                *(self._interaction.id, error_text(error)),
                extra={"is_of_surroundings": True},
            )
            return None

    async def _deliver(self, response: Response) -> Sent | None:
        """Send the text and buttons; the picture follows. If the message to redraw is gone, send a new one."""
        match response:
            case Private(scene=scene):
                return await self._sender.send(ResponseContent(self._layout(scene)))
            case Redraw(scene=scene, pause=pause):
                return await self._redraw(scene, pause)
            case OpenForm() if self._interaction.type is discord.InteractionType.modal_submit:
                return await self._deliver(private_text(fact(Refusal.UNKNOWN_BUTTON)))  # a form opens no form
            case OpenForm(form=form) if not self._sender.is_deferred:
                await self._sender.open(modal(form))
                return None
            case OpenForm():
                return await self._deliver(private_text(fact(Refusal.FORM_LATE)))
            case Silent():
                await self._sender.acknowledge()
                return None
            case TextFile(files=files):
                return await self._sender.send(ResponseContent(files=files))

    async def _redraw(self, scene: Scene, pause: QueuePause | None) -> Sent:
        """Redraw the pressed message; without the picture that it has if Discord knows none, and anew if it is gone."""
        post, kept = (pause.post, self._kept_picture(scene)) if pause else ("", "")
        try:
            return await self._sender.redraw(self._layout(scene, post, kept), keeps_picture=bool(kept))
        except discord.HTTPException as error:
            if error.code == GONE:
                return await self._sender.send(ResponseContent(self._layout(scene)))
            if not kept or error.code != INVALID:
                raise
            return await self._sender.redraw(self._layout(scene, post))

    def _layout(self, scene: Scene, post: str = "", kept: str = "") -> LayoutView:
        """Return the layout of a response without its picture; the page is reused when the picture is added.

        `kept`: the picture that the message has until then.
        """
        self._page = page_of(scene, self._reader, post)
        return rendering.draw(scene, self._reader, picture=kept, page=self._page)

    def _kept_picture(self, scene: Scene) -> str:
        """The name of the picture that the pressed hand shows until its new one is there; "" if it is to show none."""
        message = self._interaction.message
        is_hand = isinstance(scene, HandScene) and scene.ended is None and self._reader.cards is CardStyle.PICTURES
        names = [file.filename for file in message.attachments] if message is not None and is_hand else []
        return HandDrawing.name if HandDrawing.name in names else ""

    async def _interrupt(self, response: Response) -> bool:
        """Stop late pictures of the message to redraw; return whether an earlier one may still arrive."""
        message = self._interaction.message
        if not isinstance(response, Redraw) or message is None:
            return False
        if response.pause is not None:
            await response.pause.still()
            return False
        return await self._services.late_pictures.interrupt(message.id)

    def _follow(self, response: Response, sent: Sent | None) -> None:
        """Let a private hand follow the table: one that was just shown, or the pressed one that stays as it was."""
        scene = response.scene if isinstance(response, Private | Redraw) else None
        place = None if scene is None else self._followed_seat(scene)
        if scene is not None and place is not None and sent is not None:
            self._services.publisher.note_hand(place, scene, self._person, self._reader, sent)
        elif not (isinstance(response, Redraw) and sent is not None):
            self._services.publisher.note_answer(*self._pressed)
        validity = response.validity if isinstance(response, Private | Redraw) else None
        if validity is not None and sent is not None and sent.token is not None and self._is_private(response):
            answer = PassingAnswer(validity, sent.token, self._reader)
            self._services.publisher.note_passing_answer(sent.message_id, answer)

    def _is_private(self, response: Response) -> bool:
        """Return whether the message of a response is one that only the person sees."""
        message = self._interaction.message
        return isinstance(response, Private) or message is None or message.flags.ephemeral

    def _followed_seat(self, scene: Scene) -> FollowedSeat | None:
        """Return the seat whose hand a private message shows, or will show after a rematch; None: it shows none."""
        channel = self._interaction.channel_id
        match scene:
            case HandScene(head=head, view=view, dm=False):
                return FollowedSeat(head.table, view.seat or 0, channel)
            case ResultScene(following=FollowingGame(head, _, int() as seat)):
                message = self._interaction.message
                is_private = message is not None and message.flags.ephemeral
                return FollowedSeat(head.table, seat, channel) if is_private else None
        return None

    async def _add_picture(self, response: Private | Redraw, sent: Sent, *, again: bool) -> None:
        """Add the picture; the DM of a hand gets it by its delivery queue. A failure loses only the picture."""
        if _pause(response) and sent.message_id == self._pressed[2]:
            return
        try:
            await self._services.late_pictures.follow(sent, response.scene, self._reader, self._page, again=again)
        except (discord.HTTPException, *UNREACHED) as error:
            log.info("no picture in message %s: %s", sent.message_id, error)
        except RuntimeError:
            if not self._interaction.client.is_closed():  # aiohttp raises RuntimeError for a closed session
                raise

    async def _release(self, work: asyncio.Future[Response], sent: Sent | None) -> None:
        """Release the delivery queue that the response pauses. Unfinished work is cancelled: the process is ending."""
        if not work.done() or work.cancelled():
            work.cancel()
            return
        response = work.result()
        if isinstance(response, Redraw) and response.pause is not None:
            redrawn = None
            if sent is not None and sent.token is not None and sent.message_id == self._pressed[2]:
                self._services.delivery.note_token(sent.message_id, sent.token)
                if isinstance(response.scene, HandScene):
                    redrawn = Redrawn(response.scene, self._reader, sent.message_id, self._page)
            await response.pause.release(redrawn)


def _pause(response: Response) -> QueuePause | None:
    return response.pause if isinstance(response, Redraw) else None


async def _refusal(request: Request, refused: RequestRefused) -> Response:
    """Return the response to a refused request, in place of the cards of a seat that the person has lost."""
    scene, validity = WordScene(refused.why), None
    if refused.table_id is not None:
        loaded = await request.services.tables.get(refused.table_id)
        if loaded is None:
            return private_text(fact(Refusal.NO_TABLE, name=""))
        context = await request.context(loaded)
        scene = WordScene(context.named_fact(refused.why), context.head)
        validity = None if refused.holds is None else Validity(refused.table_id, refused.holds)
    is_lost = refused.why.kind is Refusal.SEAT_LOST and request.is_ephemeral and request.policy.reply is not Reply.ANEW
    return Redraw(scene) if is_lost else Private(scene, validity)


async def answer_command_error(interaction: discord.Interaction[Bot], error: app_commands.AppCommandError) -> None:
    """Answer an error of the command tree that reached no handler, such as a command of a former version."""
    if interaction.type is discord.InteractionType.autocomplete:
        log.warning("no choices for a command: %s", error)
        with suppress(discord.HTTPException, *UNREACHED):
            await interaction.response.autocomplete([])
        return

    async def refuse(_: Request) -> Response:
        if isinstance(error, (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch, InvalidOption)):
            log.warning("interaction %s: %s", interaction.id, error)
            raise RequestRefused(fact(Refusal.UNKNOWN_COMMAND))
        if isinstance(error, app_commands.TransformerError):  # a channel that the bot cannot see, or no member
            log.warning("interaction %s: %s", interaction.id, error)
            is_person = error.type is discord.AppCommandOptionType.user
            raise RequestRefused(fact(Refusal.NOBODY_HERE if is_person else Refusal.NOT_HERE))
        raise error

    await respond(interaction, refuse, FOR_ALL)


def soften_choice_error(record: logging.LogRecord) -> bool:
    """Filter discord.py's log: autocomplete that fails, is too late or of another version is only a warning."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, (discord.HTTPException, app_commands.CommandSignatureMismatch, StoreError, *UNREACHED)):
        record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
    return True
