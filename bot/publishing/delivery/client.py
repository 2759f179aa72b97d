"""The publisher's way out to Discord: send, edit, delete, find, threads and DMs; and what can go wrong with each.

The only file in which Discord's error codes are told apart. Everything that Discord may refuse comes back as one of the
small tree of errors below. A response that is not Discord's own word on what was asked for is `Unexplained`.
"""

from __future__ import annotations

import hashlib
import io
import logging
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final, NamedTuple, Protocol

import aiohttp
import discord
from discord.http import handle_message_parameters
from discord.ui import LayoutView

from bot.discord_api import custom_ids
from bot.presentation.picture_cache import Picture
from bot.runtime import metrics

log = logging.getLogger(__name__)

NO_MENTIONS: Final = discord.AllowedMentions.none()
NAME_LIMIT: Final = 100
ARCHIVE_AFTER: Final = 10080
"""Minutes: the longest that Discord lets a thread be idle before it is archived."""
SEARCHED: Final = 100
"""How many of a channel's newest messages are searched for a post that may or may not have been sent."""


def nonce_of(*named: object) -> str:
    """The nonce of a message, the same as long as what names it is; 24 characters (Discord: 25 at most).

    Discord knows all nonces of one author, whatever channel they were sent to: the channel is to be among the names.
    """
    return hashlib.blake2b("/".join(map(str, named)).encode(), digest_size=12).hexdigest()


class DeliveryError(Exception):
    """Discord did not take it; or, if it was not `asked`, would not.

    A fact, unless it is `Later`: then nothing may be concluded from it, and it is tried again.
    """

    asked = True
    place: int | None = None
    """The channel (thread, DM) that takes nothing now, if it is that: see `bot.publishing.delivery.circuit_breaker`."""


class MessageGone(DeliveryError):
    """The message to edit or delete is not there any more."""


class ChannelGone(DeliveryError):
    """The channel, thread or DM is not there any more."""


class ServerGone(DeliveryError):
    """The server is not there, or we are not in it."""


class Forbidden(DeliveryError):
    """A permission is missing, or the thread is locked."""


class NoAccess(Forbidden):
    """Nothing of ours is allowed there, with or without a picture: it is hidden from us, or locked."""


class ThreadLocked(NoAccess):
    """The thread is locked: a matter of that one, whatever is allowed elsewhere."""


class DmsClosed(DeliveryError):
    """The person does not take our DMs."""


class PersonGone(DmsClosed):
    """The person is no member of the server, shares none with us, or has no account any more."""


class ThreadExists(DeliveryError):
    """The message has its thread already."""


class ThreadArchived(DeliveryError):
    """Nothing can be edited in an archived thread; sending opens it again."""


class InteractionOver(DeliveryError):
    """The interaction is unknown, too old, or answered already: see `cogs.request`."""


class Rejected(DeliveryError):
    """Discord does not take this, for a reason that is not among those above; asking again will not help."""


class Later(DeliveryError):
    """Discord is too busy, broken, or cannot be reached now; the request may or may not have been done."""

    gets_on = False
    """Whether something before it was taken: then it is not for long."""


class DmsTooFast(Later):
    """DMs have been opened faster than Discord likes."""


class TooManyOldEdits(Later):
    """More messages older than an hour have been edited than Discord likes."""


class Unexplained(Later):
    """A response that says nothing of what was asked for: a proxy's, a firewall's, or of a Discord that is broken."""


class TooLarge(Later):
    """The request is too large for Discord, or for something on the way to it; without its picture it may not be."""


class Code(NamedTuple):
    """One of Discord's own error codes: the thing that it is about, a name for it, and our error for it."""

    thing: str
    name: str
    error: type[DeliveryError]

    @property
    def is_fact(self) -> bool:
        """Whether something may be concluded from it, about this thing and no other."""
        return not issubclass(self.error, Later)


CODES: Final[Mapping[int, Code]] = {
    10003: Code("channel", "unknown channel", ChannelGone),
    10004: Code("server", "unknown server", ServerGone),
    10007: Code("person", "unknown member", PersonGone),
    10008: Code("message", "unknown message", MessageGone),
    10013: Code("person", "unknown user", PersonGone),
    10015: Code("interaction", "unknown webhook", InteractionOver),
    10062: Code("interaction", "unknown interaction", InteractionOver),
    20016: Code("request", "slow mode", Unexplained),
    20028: Code("request", "channel limit", Unexplained),
    20029: Code("request", "server limit", Unexplained),
    30046: Code("request", "old edits", TooManyOldEdits),
    40001: Code("request", "unauthorized", Unexplained),
    40003: Code("request", "many DMs", DmsTooFast),
    40004: Code("request", "sending disabled", Unexplained),
    40005: Code("request", "too large", TooLarge),
    40006: Code("request", "feature disabled", Unexplained),
    40060: Code("interaction", "answered already", InteractionOver),
    40062: Code("request", "resource limit", Unexplained),
    40333: Code("request", "firewall", Unexplained),
    50001: Code("channel", "no access", NoAccess),
    50007: Code("person", "no DMs", DmsClosed),
    50013: Code("request", "missing permission", Forbidden),
    50014: Code("request", "invalid token", Unexplained),
    50024: Code("request", "channel type", Forbidden),
    50027: Code("interaction", "expired token", InteractionOver),
    50035: Code("request", "invalid form", Rejected),
    50083: Code("channel", "archived thread", ThreadArchived),
    50278: Code("person", "nothing shared", PersonGone),
    110001: Code("request", "not available", Unexplained),
    130000: Code("request", "overload", Unexplained),
    160004: Code("message", "thread exists", ThreadExists),
    160005: Code("channel", "locked thread", ThreadLocked),
    160006: Code("server", "thread limit", Rejected),
}
"""What we know of Discord's codes. docs/discord-codes.md is the same for people; a test compares them."""


BAD_REQUEST: Final = 400
FORBIDDEN: Final = 403
NOT_FOUND: Final = 404
TOO_LARGE: Final = 413
TOO_MANY: Final = 429
BROKEN: Final = 500
OF_STATUS: Final[Mapping[int, type[DeliveryError]]] = {
    BAD_REQUEST: Rejected,
    FORBIDDEN: Forbidden,
    NOT_FOUND: Rejected,
    TOO_LARGE: TooLarge,
}
"""What a code that we do not know stands for, by its status; with any other status nothing is concluded from it."""
UNREACHED: Final = (OSError, aiohttp.ClientError, discord.RateLimited)
"""What discord.py lets through when a request brought no answer (a time-out is an OSError)."""
UNREADABLE: Final = (AttributeError, KeyError, TypeError, ValueError)
"""What comes of reading a body that is not what Discord sends, whatever the status says."""
WORDS: Final = 200
"""How many characters of a refusal are kept: it may be a whole page of HTML."""


def kind_of(error: discord.HTTPException) -> type[DeliveryError]:
    """Which of our errors a response stands for.

    Only Discord's own codes are facts. Code 0 is none: discord.py says so of every body that is not Discord's JSON, and
    Discord of what it does not explain.
    """
    if error.status == TOO_MANY or error.status >= BROKEN:
        known = CODES.get(code_of(error))
        return known.error if known is not None and not known.is_fact else Later
    if not code_of(error):
        return TooLarge if error.status == TOO_LARGE else Unexplained
    if code_of(error) in CODES:
        return CODES[code_of(error)].error
    return OF_STATUS.get(error.status, Unexplained)


def code_of(error: discord.HTTPException) -> int:
    """Discord's own code; 0 without one."""
    return error.code if isinstance(error.code, int) else 0


def understood(error: BaseException) -> DeliveryError | None:
    """The error of ours that an error from discord.py stands for; None if it is no matter of delivery."""
    if isinstance(error, discord.HTTPException):
        metrics.used().refused(code_of(error) or error.status)
        return kind_of(error)(" ".join(str(error).split())[:WORDS])
    return Later(repr(error)) if isinstance(error, UNREACHED) else None


class Delivery(Protocol):
    """What the publisher needs of Discord. Every method may raise a DeliveryError."""

    async def send(
        self, channel_id: int, view: LayoutView, nonce: str, mention: int | None = None, picture: Picture | None = None
    ) -> int:
        """Send a message; its id. The same nonce within some minutes gives the same message (Discord's promise)."""
        ...

    async def edit(self, channel_id: int, message_id: int, view: LayoutView, picture: Picture | None = None) -> None:
        """Make a message show this, and this picture alone."""
        ...

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message; nothing if it is gone, or where that is not allowed any more."""
        ...

    async def find(self, channel_id: int, table: int, post: str) -> int | None:
        """The newest message of ours in the channel that shows the post."""
        ...

    async def open_thread(self, channel_id: int, message_id: int, name: str) -> int | None:
        """The thread on a message, made if it is not there; None where threads are not possible or not allowed."""
        ...

    async def add_to_thread(self, thread_id: int, person: int) -> None: ...

    async def dm(self, person: int) -> int:
        """The id of the DM channel with a person."""
        ...

    async def is_member(self, guild_id: int, person: int) -> bool:
        """Whether a person is in a server now. Raises also where that is not told, because we are not."""
        ...


class DiscordDelivery:
    """Delivery by a discord.py client.

    Messages go out by its HTTP part: its channels and messages would read Discord's answer whole, for nothing.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._http: Any = client.http
        """Any: what answers may be something else than Discord."""

    async def send(
        self, channel_id: int, view: LayoutView, nonce: str, mention: int | None = None, picture: Picture | None = None
    ) -> int:
        who = NO_MENTIONS if mention is None else discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(mention)]
        )  # fmt: skip
        shown: dict[str, Any] = {"view": view, "nonce": nonce, "allowed_mentions": who}
        if picture is not None:
            shown["file"] = file_of(picture)
        with handle_message_parameters(**shown) as message:
            async with self._at(channel_id):
                return _id_in(await self._http.send_message(channel_id, params=message))

    async def edit(self, channel_id: int, message_id: int, view: LayoutView, picture: Picture | None = None) -> None:
        shown = handle_message_parameters(view=view, attachments=files_of(picture), allowed_mentions=NO_MENTIONS)
        with shown as message:
            async with self._at(channel_id):
                _id_in(await self._http.edit_message(channel_id, message_id, params=message))

    async def delete(self, channel_id: int, message_id: int) -> None:
        try:
            async with self._at(channel_id):
                _check_empty(await self._http.delete_message(channel_id, message_id))
        except Later:
            raise
        except DeliveryError as error:
            log.info("message %s in channel %s stays: %s", message_id, channel_id, error)

    async def find(self, channel_id: int, table: int, post: str) -> int | None:
        async with self._at(channel_id):
            newest_first = await self._http.logs_from(channel_id, SEARCHED)
            return next((_id_in(one) for one in newest_first if self._shows(one, table, post)), None)

    def _shows(self, message: Any, table: int, post: str) -> bool:
        """Whether a message, as Discord tells it, is ours and shows the post."""
        me = self._client.user
        ours = me is not None and int(message["author"]["id"]) == me.id
        return ours and (table, post) in map(custom_ids.post_of, _custom_ids(message.get("components", ())))

    async def open_thread(self, channel_id: int, message_id: int, name: str) -> int | None:
        try:
            async with self._at(channel_id):
                return _id_in(
                    await self._http.start_thread_with_message(
                        channel_id, message_id, name=name[:NAME_LIMIT], auto_archive_duration=ARCHIVE_AFTER
                    )
                )
        except ThreadExists:
            return message_id  # a thread on a message has the message's id
        except NoAccess:
            raise
        except (Forbidden, Rejected) as error:
            log.info("no thread in channel %s: %s", channel_id, error)
            return None

    async def add_to_thread(self, thread_id: int, person: int) -> None:
        async with self._at(thread_id):
            _check_empty(await self._http.add_user_to_thread(thread_id, person))

    async def dm(self, person: int) -> int:
        with translated():
            return (await self._client.create_dm(discord.Object(person))).id

    async def is_member(self, guild_id: int, person: int) -> bool:
        try:
            with translated():
                _id_in((await self._http.get_member(guild_id, person))["user"])
        except PersonGone:
            return False
        return True

    @asynccontextmanager
    async def _at(self, channel_id: int) -> AsyncIterator[None]:
        """Requests to a channel, with discord.py's errors as ours. That it is gone must be said of itself, too."""
        try:
            with translated():
                yield
        except ChannelGone as error:
            with translated():
                _id_in(await self._http.get_channel(channel_id))  # raises if it is gone
            raise Unexplained(f"channel {channel_id} is there after all: {error}") from error


def file_of(picture: Picture) -> discord.File:
    """A picture as discord.py sends files; good for one request."""
    return discord.File(io.BytesIO(picture.png), picture.name)


def files_of(picture: Picture | None) -> list[discord.File]:
    """The attachments of a message that shows this picture, or none: whatever it had before goes."""
    return [] if picture is None else [file_of(picture)]


@contextmanager
def translated() -> Iterator[None]:
    """Turn discord.py's errors into ours. Only for a request and the reading of its response."""
    try:
        yield
    except UNREADABLE as error:
        raise Unexplained(f"a response that is not Discord's: {error!r}"[:WORDS]) from error
    except Exception as error:
        known = understood(error)
        if known is None:
            raise
        raise known from error


def _id_in(told: Any) -> int:
    """The id of what Discord tells of. Raises one of UNREADABLE for anything else."""
    return int(told["id"])


def _check_empty(told: object) -> None:
    """Raises ValueError where Discord would have answered with nothing."""
    if told:
        raise ValueError(told)


def _custom_ids(components: Iterable[Any]) -> Iterator[str]:
    """Every custom_id in a message's components as Discord tells them, however deep."""
    for component in components:
        if component.get("custom_id"):
            yield component["custom_id"]
        yield from _custom_ids(component.get("components", ()))
        if component.get("accessory"):
            yield from _custom_ids((component["accessory"],))
