"""The delivery client: sends, edits, deletes and finds Discord messages; opens threads and DMs."""

from __future__ import annotations

import hashlib
import io
import logging
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from typing import Any, Final, Protocol

import discord
from discord.http import handle_message_parameters
from discord.ui import LayoutView

from bot.discord_api import custom_ids
from bot.discord_api.errors import (
    ChannelGone,
    DeliveryError,
    Forbidden,
    Later,
    NoAccess,
    PersonGone,
    Rejected,
    ThreadExists,
    Unexplained,
    translated,
)
from bot.presentation.picture_cache import Picture

log = logging.getLogger(__name__)

NO_MENTIONS: Final = discord.AllowedMentions.none()
NAME_LIMIT: Final = 100
ARCHIVE_AFTER: Final = 10080
"""The longest time that Discord lets a thread be idle before it is archived, in minutes."""
SEARCHED: Final = 100
"""The number of a channel's newest messages that are searched for a post of unknown outcome."""


def nonce_of(*named: object) -> str:
    """Return the nonce of a message, made from what identifies it; 24 characters (Discord: 25 at most).

    Discord compares all nonces of one author in all channels, so the channel must be among `named`.
    """
    return hashlib.blake2b("/".join(map(str, named)).encode(), digest_size=12).hexdigest()


class Delivery(Protocol):
    """The requests that the publisher makes to Discord. Every method may raise a DeliveryError."""

    async def send(
        self,
        channel_id: int,
        view: LayoutView,
        nonce: str,
        mention: int | None = None,
        picture: Picture | None = None,
        role: int | None = None,
    ) -> int:
        """Send a message, and notify this person and this role alone, if they are named in it; return its id.

        For some minutes the same nonce gives the same message (Discord's promise).
        """
        ...

    async def edit(self, channel_id: int, message_id: int, view: LayoutView, picture: Picture | None = None) -> None:
        """Make a message show this layout, and this picture alone."""
        ...

    async def edit_text(self, channel_id: int, message_id: int, view: LayoutView) -> None:
        """Make a message show this layout, with the picture that it has."""
        ...

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message; do nothing if it is gone or may no longer be deleted."""
        ...

    async def find(self, channel_id: int, table: int, post: str) -> int | None:
        """Return the bot's newest message in the channel that shows the post."""
        ...

    async def open_thread(self, channel_id: int, message_id: int, name: str) -> int | None:
        """Return the thread on a message, made if need be; None if threads are not possible or not allowed."""
        ...

    async def add_to_thread(self, thread_id: int, person: int) -> None: ...

    async def dm(self, person: int) -> int:
        """Return the id of the DM channel with a person."""
        ...

    async def is_member(self, guild_id: int, person: int) -> bool:
        """Return whether a person is in a guild now. Raises also if the bot is not in the guild, and so cannot ask."""
        ...


class DiscordDelivery:
    """A `Delivery` by a discord.py client.

    It uses the client's HTTP part: discord.py's channel and message classes would parse the whole response for nothing.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._http: Any = client.http
        """Any: the response may come from something other than Discord."""

    async def send(
        self,
        channel_id: int,
        view: LayoutView,
        nonce: str,
        mention: int | None = None,
        picture: Picture | None = None,
        role: int | None = None,
    ) -> int:
        shown: dict[str, Any] = {"view": view, "nonce": nonce, "allowed_mentions": _notified(mention, role)}
        if picture is not None:
            shown["file"] = file_of(picture)
        with handle_message_parameters(**shown) as message:
            async with self._at(channel_id):
                return _id_in(await self._http.send_message(channel_id, params=message))

    async def edit(self, channel_id: int, message_id: int, view: LayoutView, picture: Picture | None = None) -> None:
        await self._edit(channel_id, message_id, view=view, attachments=files_of(picture))

    async def edit_text(self, channel_id: int, message_id: int, view: LayoutView) -> None:
        await self._edit(channel_id, message_id, view=view)  # without `attachments`, Discord keeps those of the message

    async def _edit(self, channel_id: int, message_id: int, **shown: Any) -> None:
        with handle_message_parameters(**shown, allowed_mentions=NO_MENTIONS) as message:
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
        """Return whether a message, in Discord's JSON, is the bot's own and shows the post."""
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
        """Translate discord.py's errors of requests to a channel; confirm ChannelGone by asking for the channel."""
        try:
            with translated():
                yield
        except ChannelGone as error:
            with translated():
                _id_in(await self._http.get_channel(channel_id))  # raises if it is gone
            raise Unexplained(f"channel {channel_id} is there after all: {error}") from error


def _notified(person: int | None, role: int | None) -> discord.AllowedMentions:
    return discord.AllowedMentions(
        everyone=False,
        replied_user=False,
        users=[] if person is None else [discord.Object(person)],
        roles=[] if role is None else [discord.Object(role)],
    )


def file_of(picture: Picture) -> discord.File:
    return discord.File(io.BytesIO(picture.png), picture.name)


def files_of(picture: Picture | None) -> list[discord.File]:
    """Return the attachments of a message with this picture or none; earlier attachments are removed."""
    return [] if picture is None else [file_of(picture)]


def _id_in(payload: Any) -> int:
    """Return the id in Discord's JSON. Raises one of UNREADABLE for anything else."""
    return int(payload["id"])


def _check_empty(payload: object) -> None:
    """Raise ValueError if a response is not empty where Discord's is."""
    if payload:
        raise ValueError(payload)


def _custom_ids(components: Iterable[Any]) -> Iterator[str]:
    for component in components:
        if component.get("custom_id"):
            yield component["custom_id"]
        yield from _custom_ids(component.get("components", ()))
        if component.get("accessory"):
            yield from _custom_ids((component["accessory"],))
