"""The response to one interaction, sent once even if earlier requests for it failed.

Discord takes one first response within three seconds. After it come edits, deletions and follow-ups by the token of
the interaction, for fifteen minutes. Where it is not known whether Discord took a first response, both ways are tried
in turn: Discord refuses the wrong one with a code that says so.
"""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

import discord
from discord import ui
from discord.ui import LayoutView

from bot.app import Bot
from bot.discord_api.errors import FAILED_REQUEST, UNREACHED, UNREADABLE
from bot.discord_api.interactions import InteractionToken
from bot.publishing.late_pictures import Sent

T = TypeVar("T")

log = logging.getLogger(__name__)

UNKNOWN: Final = 10062
ANSWERED: Final = 40060
NOT_ANSWERED: Final = 10015
OVER: Final = 50027
GONE: Final = 10008
INVALID: Final = 50035
"""Discord's codes: an unknown or forgotten interaction; one that has its first response; one that has none yet (to a
later request); an expired token; an unknown message; an invalid layout."""
TOO_LATE: Final = frozenset({UNKNOWN, ANSWERED, NOT_ANSWERED, OVER, GONE})
"""The codes for an interaction that is unknown, answered or not yet answered, expired, or without its message."""
TURNS: Final = 3
"""The most changes of a response from one way to the other."""
PAUSES: Final = (0, 1, 2, 5, 15, 30, 60, 120, 240, 240)
"""Seconds between the tries of a new message, in sum nearly the lifetime of the token."""
PAUSES_IN_PLACE: Final = (0, 1, 2)
"""Seconds between the tries of an edit of the pressed message: a late edit would undo that of a later press."""
REQUEST_WITHIN: Final = 30.0
"""Seconds that one try may take, including the retries of discord.py."""


class Unreadable(OSError):
    """A response of Discord that cannot be read. As without a response, it is unknown whether the request was done."""


class ResponseContent(NamedTuple):
    """A response: a layout, or text files (file name, text)."""

    view: LayoutView | None = None
    files: tuple[tuple[str, str], ...] = ()

    def parts(self, files: str) -> dict[str, Any]:
        """Return the arguments of a request, for one use. `files`: the name of the argument that takes files."""
        shown: dict[str, Any] = {} if self.view is None else {"view": self.view}
        sent = [discord.File(io.BytesIO(text.encode()), name) for name, text in self.files]
        return shown | ({files: sent} if sent else {})


class ResponseSender:
    """Sends the response to one interaction, and keeps what is known about its requests."""

    def __init__(self, interaction: discord.Interaction[Bot]) -> None:
        self._interaction = interaction
        self._taken = False
        """True if Discord has a first response, as far as we know."""
        self._unsure = False
        """True if `_taken` may be wrong."""
        self._tried: set[bool] = set()
        """The kinds of first response that Discord may have taken: True is a new message, False the pressed one."""
        self._followed = False
        """True if a follow-up was sent: repeated, it could be shown twice."""

    @property
    def is_deferred(self) -> bool:
        return bool(self._tried)

    async def defer(self, *, anew: bool, within: float) -> bool:
        """Ask for more time: for a new message (`anew`) or for an edit of the pressed one. Raises nothing.

        Return False if Discord says that the interaction is answered or over, which this process has not done.
        """
        self._taken, self._unsure = True, True
        self._tried.add(anew)
        try:
            async with asyncio.timeout(within):
                await self._first().defer(ephemeral=True, thinking=anew)
            self._unsure = False
        except FAILED_REQUEST as error:
            is_over = getattr(error, "code", None) in (ANSWERED, UNKNOWN)
            level = logging.INFO if is_over else logging.WARNING
            log.log(level, "interaction %s could not be deferred: %s", self._interaction.id, error_text(error))
            return not is_over
        return True

    async def send(self, content: ResponseContent) -> Sent:
        """Send a new message that only the person sees."""
        return await self._respond(partial(self._send, content), partial(self._fill_in, content), PAUSES)

    async def redraw(self, view: LayoutView, *, keeps_picture: bool = False) -> Sent:
        """Redraw the pressed message, by default without its picture. Raises NotFound if the message is gone."""
        shown = {"view": view} | ({} if keeps_picture else self._picture_removal())
        return await self._respond(partial(self._update, shown), partial(self._edit, shown), PAUSES_IN_PLACE)

    async def open(self, modal: ui.Modal) -> None:
        """Open a form. Only a first response can, and it is tried once: a second form would hide the first."""
        with _convert_unreadable():
            await self._first().send_modal(modal)

    async def acknowledge(self) -> None:
        """Acknowledge the press silently, and delete a deferred message."""
        if self._unsure and True not in self._tried:
            self._taken = False  # a second acknowledgement does no harm
        await self._respond(self._acknowledge, self._take_away, PAUSES)

    async def _respond(
        self, first: Callable[[], Awaitable[T]], later: Callable[[], Awaitable[T]], pauses: Iterable[float]
    ) -> T:
        """Respond by the way that is open. Raises the refusal of Discord, or the error of the last try."""
        left, turns = iter(pauses), TURNS
        while True:
            try:
                return await self._send_within(first, later)
            except (discord.HTTPException, *UNREACHED) as error:
                if turns and self._is_wrong_way(error):
                    self._taken, turns, pause = not self._taken, turns - 1, 0.0
                else:
                    pause = self._pause(error, left)
                log.info("interaction %s is answered again: %s", self._interaction.id, error_text(error))
            await asyncio.sleep(pause)

    async def _send_within(self, first: Callable[[], Awaitable[T]], later: Callable[[], Awaitable[T]]) -> T:
        with _convert_unreadable():
            async with asyncio.timeout(REQUEST_WITHIN):
                answered = await (later if self._taken else first)()
        self._taken, self._unsure = True, False
        return answered

    def _is_wrong_way(self, error: Exception) -> bool:
        """Return whether Discord says that the other way is open, or may be."""
        code = getattr(error, "code", None)
        if self._taken:
            return code in (NOT_ANSWERED, UNKNOWN)
        return code == ANSWERED or (code == UNKNOWN and self._unsure)

    def _pause(self, error: Exception, left: Iterator[float]) -> float:
        """Return the seconds until the next try. Raises the error if there is no next try."""
        closing = self._interaction.client.services.in_flight.closing
        pause = next(left, None)
        if pause is None or closing or self._followed or not is_passing(error):
            raise error
        self._unsure = True
        return pause

    async def _is_own(self) -> bool:
        """Return whether the original response (Discord's term) is a new message and not the pressed one."""
        pressed = self._interaction.message
        if pressed is None or len(self._tried) == 1:
            return pressed is None or True in self._tried
        try:
            return (await self._interaction.original_response()).id != pressed.id
        except discord.NotFound as error:
            if error.code != GONE:
                raise
            return False

    def _first(self) -> discord.InteractionResponse[Bot]:
        """Return the object for a first response; a fresh one if used, as discord.py refuses a second by itself."""
        used = self._interaction.response.is_done()
        return discord.InteractionResponse(self._interaction) if used else self._interaction.response

    async def _send(self, content: ResponseContent) -> Sent:
        self._tried.add(True)
        response = await self._first().send_message(ephemeral=True, **content.parts("files"))
        return self._original(response.message_id or self._interaction.id)

    async def _fill_in(self, content: ResponseContent) -> Sent:
        if await self._is_own():
            edited = await self._interaction.edit_original_response(**content.parts("attachments"))
            return self._original(edited.id)
        self._followed = True
        sent = await self._interaction.followup.send(ephemeral=True, wait=True, **content.parts("files"))
        return Sent(sent.id, partial(_edit_sent, sent.edit))

    async def _update(self, shown: dict[str, Any]) -> Sent:
        self._tried.add(False)
        await self._first().edit_message(**shown)
        message = self._interaction.message
        return self._original(self._interaction.id if message is None else message.id)

    async def _edit(self, shown: dict[str, Any]) -> Sent:
        edited = await self._interaction.edit_original_response(**shown)
        return self._original(edited.id)

    async def _acknowledge(self) -> None:
        self._tried.add(False)
        await self._first().defer()

    async def _take_away(self) -> None:
        if await self._is_own():
            try:
                await self._interaction.delete_original_response()
            except discord.NotFound as error:
                if error.code != GONE:
                    raise

    def _original(self, message_id: int) -> Sent:
        edit = partial(_edit_sent, self._interaction.edit_original_response)
        return Sent(message_id, edit, InteractionToken.of(self._interaction))

    def _picture_removal(self) -> dict[str, Any]:
        message = self._interaction.message
        return {"attachments": []} if message is not None and message.attachments else {}


@contextmanager
def _convert_unreadable() -> Iterator[None]:
    """Turn the errors that discord.py raises for a proxy's page into Unreadable."""
    try:
        yield
    except UNREADABLE as error:
        raise Unreadable(repr(error)) from error


async def _edit_sent(edit: Callable[..., Awaitable[Any]], **message: Any) -> Any:
    """Edit a response that was sent, for example to add its picture."""
    with _convert_unreadable():
        return await edit(**message)


def error_text(error: Exception) -> str:
    return str(error) or type(error).__name__


def is_passing(error: Exception) -> bool:
    """Return whether an error is temporary (an outage, a rate limit, a broken connection), and no refusal."""
    if not isinstance(error, discord.HTTPException):
        return True
    return error.status >= 500 or error.status == 429 or (error.code == 0 and error.status != 400)
