"""The publisher's way out to Discord: send, edit, delete, find, threads and DMs; and what can go wrong with each.

The only file in which Discord's error codes are told apart. Everything that Discord may refuse comes back as one of the
small tree of errors below.
"""

from __future__ import annotations

import hashlib
import io
import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final, Protocol

import aiohttp
import discord
from discord.http import handle_message_parameters
from discord.ui import LayoutView

from bot import custom_ids, metrics
from bot.gallery import Picture

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
    """Discord did not take it; or, if it was not `asked`, would not."""

    asked = True
    place: int | None = None
    """The channel (thread, DM) that takes nothing now, if it is that: see `bot.publishing.breaker`."""


class MessageGone(DeliveryError):
    """The message to edit or delete is not there any more."""


class ChannelGone(DeliveryError):
    """The channel, thread or server is not there, or not for us."""


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


class Rejected(DeliveryError):
    """Discord does not take this, for a reason that is not among those above; asking again will not help."""


class Later(DeliveryError):
    """Discord is too busy, broken, or cannot be reached now; the request may or may not have been done."""

    gets_on = False
    """Whether something before it was taken: then it is not for long."""


class DmsTooFast(Later):
    """DMs have been opened faster than Discord likes."""


_CODES: Final[dict[int, type[DeliveryError]]] = {
    10003: ChannelGone,
    10004: ChannelGone,
    10007: PersonGone,
    10008: MessageGone,
    10013: PersonGone,
    50001: NoAccess,
    50007: DmsClosed,
    50013: Forbidden,
    50083: ThreadArchived,
    50278: PersonGone,
    40003: DmsTooFast,
    30046: Later,
    50024: Forbidden,
    160004: ThreadExists,
    160005: ThreadLocked,
}


NOT_IMPLEMENTED: Final = 501
UNREACHED: Final = (OSError, aiohttp.ClientError, discord.RateLimited)
"""What discord.py lets through when a request brought no answer (a time-out is an OSError)."""


def understood(error: BaseException) -> DeliveryError | None:
    """The error of ours that an error from discord.py stands for; None if it is no matter of delivery."""
    if isinstance(error, discord.HTTPException):
        metrics.used().refused(error.code or error.status)
        if error.code in _CODES:
            return _CODES[error.code](str(error))
        if error.status == 429 or (error.status >= 500 and error.status != NOT_IMPLEMENTED):
            return Later(str(error))
        kinds: dict[int, type[DeliveryError]] = {401: Forbidden, 403: Forbidden, 404: ChannelGone}
        return kinds.get(error.status, Rejected)(str(error))
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

    async def send(
        self, channel_id: int, view: LayoutView, nonce: str, mention: int | None = None, picture: Picture | None = None
    ) -> int:
        who = NO_MENTIONS if mention is None else discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(mention)]
        )  # fmt: skip
        shown: dict[str, Any] = {"view": view, "nonce": nonce, "allowed_mentions": who}
        if picture is not None:
            shown["file"] = file_of(picture)
        with _translated(), handle_message_parameters(**shown) as message:
            return int((await self._client.http.send_message(channel_id, params=message))["id"])

    async def edit(self, channel_id: int, message_id: int, view: LayoutView, picture: Picture | None = None) -> None:
        shown = handle_message_parameters(view=view, attachments=files_of(picture), allowed_mentions=NO_MENTIONS)
        with _translated(), shown as message:
            await self._client.http.edit_message(channel_id, message_id, params=message)

    async def delete(self, channel_id: int, message_id: int) -> None:
        try:
            with _translated():
                await self._message(channel_id, message_id).delete()
        except Later:
            raise
        except DeliveryError as error:
            log.info("message %s in channel %s stays: %s", message_id, channel_id, error)

    async def find(self, channel_id: int, table: int, post: str) -> int | None:
        me = self._client.user
        with _translated():
            newest_first = await self._client.http.logs_from(channel_id, SEARCHED)
        for message in newest_first:
            ours = me is not None and int(message["author"]["id"]) == me.id
            named = map(custom_ids.post_of, _custom_ids(message.get("components", ())))
            if ours and (table, post) in named:
                return int(message["id"])
        return None

    async def open_thread(self, channel_id: int, message_id: int, name: str) -> int | None:
        try:
            with _translated():
                thread = await self._client.http.start_thread_with_message(
                    channel_id, message_id, name=name[:NAME_LIMIT], auto_archive_duration=ARCHIVE_AFTER
                )
        except ThreadExists:
            return message_id  # a thread on a message has the message's id
        except (MessageGone, Later):
            raise
        except DeliveryError as error:
            log.info("no thread in channel %s: %s", channel_id, error)
            return None
        return int(thread["id"])

    async def add_to_thread(self, thread_id: int, person: int) -> None:
        with _translated():
            await self._client.http.add_user_to_thread(thread_id, person)

    async def dm(self, person: int) -> int:
        with _translated():
            return (await self._client.create_dm(discord.Object(person))).id

    async def is_member(self, guild_id: int, person: int) -> bool:
        try:
            with _translated():
                await self._client.http.get_member(guild_id, person)
        except PersonGone:
            return False
        return True

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id)

    def _message(self, channel_id: int, message_id: int) -> discord.PartialMessage:
        return self._channel(channel_id).get_partial_message(message_id)


def file_of(picture: Picture) -> discord.File:
    """A picture as discord.py sends files; good for one request."""
    return discord.File(io.BytesIO(picture.png), picture.name)


def files_of(picture: Picture | None) -> list[discord.File]:
    """The attachments of a message that shows this picture, or none: whatever it had before goes."""
    return [] if picture is None else [file_of(picture)]


@contextmanager
def _translated() -> Iterator[None]:
    """Turns discord.py's errors into ours."""
    try:
        yield
    except Exception as error:
        known = understood(error)
        if known is None:
            raise
        raise known from error


def _custom_ids(components: Iterable[Any]) -> Iterator[str]:
    """Every custom_id in a message's components as Discord tells them, however deep."""
    for component in components:
        if component.get("custom_id"):
            yield component["custom_id"]
        yield from _custom_ids(component.get("components", ()))
        if component.get("accessory"):
            yield from _custom_ids((component["accessory"],))
