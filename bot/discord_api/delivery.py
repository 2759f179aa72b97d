"""The delivery client: sends, edits, deletes and finds Discord messages; opens threads and DMs.

A message sent to a forum begins a post of it: a thread with the id of that message, in which the message then is.
Callers name the forum and the message, as in any other channel.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import logging
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from typing import Any, Final, NamedTuple, Protocol
from weakref import WeakValueDictionary

import discord
from cachetools import LRUCache
from discord.http import MultipartParameters, handle_message_parameters
from discord.ui import LayoutView
from discord.webhook.async_ import async_context

from bot.discord_api import custom_ids, permissions
from bot.discord_api.errors import (
    FAILED_REQUEST,
    ChannelGone,
    DeliveryError,
    Forbidden,
    Later,
    MessageGone,
    NoAccess,
    NoPrivateThread,
    PersonGone,
    Rejected,
    ThreadExists,
    Unexplained,
    translate_errors,
)
from bot.discord_api.interactions import WITHIN, InteractionToken, InteractionTokens

log = logging.getLogger(__name__)

NO_MENTIONS: Final = discord.AllowedMentions.none()
NAME_LIMIT: Final = 100
ARCHIVE_AFTER: Final = 10080
"""The longest time that Discord lets a thread be idle before it is archived, in minutes."""
SEARCHED: Final = 100
"""The number of a channel's newest messages that are searched for a post of unknown outcome."""
SEARCHED_POSTS: Final = 20
"""The number of a forum's newest posts that are searched for one of unknown outcome."""
SEARCHED_NOTICES: Final = 10
"""The number of a channel's newest messages that are searched for the notice of a thread."""
PUBLIC_THREAD: Final = 11
PRIVATE_THREAD: Final = 12
REMEMBERED: Final = 20_000
"""The most channels cached."""
THREAD_CREATED: Final = 18
"""The type of the message by which Discord announces a thread."""


def nonce_of(*named: object) -> str:
    """Return the nonce of a message, made from what identifies it; 24 characters (Discord: 25 at most).

    Discord compares all nonces of one author in all channels, so the channel must be among `named`.
    """
    return hashlib.blake2b("/".join(map(str, named)).encode(), digest_size=12).hexdigest()


class Picture(NamedTuple):
    """A picture to be sent: its file name and its PNG data."""

    name: str
    png: bytes


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
        title: str | None = None,
    ) -> int:
        """Send a message, and notify this person and this role alone, if they are named in it; return its id.

        For some minutes the same nonce gives the same message (Discord's promise), but not in a forum. `title`: the
        title of the post in a forum.
        """
        ...

    async def edit(self, channel_id: int, message_id: int, view: LayoutView, picture: Picture | None = None) -> None:
        """Make a message show this layout, and this picture alone."""
        ...

    async def edit_text(self, channel_id: int, message_id: int, view: LayoutView) -> None:
        """Make a message show this layout, with the picture that it has."""
        ...

    def note_token(self, message_id: int, token: InteractionToken) -> None:
        """Note that a press has just redrawn a message: while its token is valid, edits of the message use it."""
        ...

    def has_token(self, message_id: int) -> bool:
        """Return whether edits of a message use a token, and so do not count."""
        ...

    async def edit_by_token(self, token: InteractionToken, follow_up: int | None = None, **shown: Any) -> Any:
        """Edit the original response to an interaction, or a follow-up to it. Raises what discord.py raises."""
        ...

    async def send_by_token(self, token: InteractionToken, view: LayoutView) -> int:
        """Send a follow-up that only the person sees, and return its id. Raises what discord.py raises."""
        ...

    async def delete_by_token(self, token: InteractionToken, follow_up: int | None = None) -> None:
        """Delete the original response to an interaction, or a follow-up to it. Raises what discord.py raises."""
        ...

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message; do nothing if it is gone or may no longer be deleted."""
        ...

    async def find(self, channel_id: int, table: int, post: str) -> int | None:
        """Return the bot's newest message in the channel that shows the post."""
        ...

    def is_forum(self, channel_id: int) -> bool: ...

    def is_public(self, thread_id: int) -> bool:
        """Return whether people who see its channel see this thread, as far as is known."""
        ...

    async def open_thread(self, channel_id: int, message_id: int, name: str) -> int | None:
        """Return the thread on a message, made if need be; None if threads are not possible or not allowed."""
        ...

    async def open_own_thread(
        self, guild_id: int, channel_id: int, name: str, since: int, *, private: bool
    ) -> int | None:
        """Return our thread of that name on no message, made if need be; None if it is not possible or not allowed.

        `since`: an older id; a thread that was made before it is another one. Raises NoPrivateThread in place of None.
        """
        ...

    async def add_to_thread(self, thread_id: int, person: int) -> None: ...

    async def dm(self, person: int) -> int:
        """Return the id of the DM channel with a person."""
        ...

    async def is_member(self, guild_id: int, person: int) -> bool:
        """Return whether a person is in a guild now. Raises also if the bot is not in the guild, and so cannot ask."""
        ...

    async def member(self, guild_id: int, person: int) -> permissions.GuildMember | None:
        """Return a person as a member of a guild now; None if they are not in it. Raises as `is_member`."""
        ...

    def has_powers(self, guild_id: int, role: int) -> bool:
        """Return whether a role may moderate or manage something; False if it is not known."""
        ...

    async def may_give(self, guild_id: int, person: int, role: int) -> bool:
        """Return whether somebody may give a role to others on Discord now; False if they or the role are gone."""
        ...

    async def give_role(self, guild_id: int, person: int, role: int) -> None:
        """Give somebody a role; do nothing if they have it."""
        ...

    async def take_role(self, guild_id: int, person: int, role: int) -> None:
        """Take a role from somebody; do nothing if they do not have it."""
        ...


class DiscordDelivery:
    """A `Delivery` by a discord.py client.

    It uses the client's HTTP part: discord.py's channel and message classes would parse the whole response for nothing.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._http: Any = client.http
        """Any: the response may come from something other than Discord."""
        self._forums: LRUCache[int, discord.ForumChannel | None] = LRUCache(REMEMBERED)
        """The channels used so far; None: no forum. discord.py would search every guild, and forgets channels."""
        self._tokens = InteractionTokens()
        self._openings: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """Channel id -> held while a thread is opened there."""
        self._dm_opening = asyncio.Lock()
        """Held while a DM is opened: one at a time, for the same reason as threads (`_request_opening`)."""

    async def send(
        self,
        channel_id: int,
        view: LayoutView,
        nonce: str,
        mention: int | None = None,
        picture: Picture | None = None,
        role: int | None = None,
        title: str | None = None,
    ) -> int:
        shown: dict[str, Any] = {"view": view, "allowed_mentions": _mentions(mention, role)}
        if picture is not None:
            shown["file"] = file_of(picture)
        forum = self._forum(channel_id)
        if forum is not None:
            with handle_message_parameters(**shown, channel_payload=_post_in(forum, title)) as post:
                async with self._request_opening(channel_id):
                    return _id_in(await self._http.start_thread_in_forum(channel_id, params=post))
        with handle_message_parameters(**shown, nonce=nonce) as message:
            async with self._request_to(channel_id):
                return _id_in(await self._http.send_message(channel_id, params=message))

    async def edit(self, channel_id: int, message_id: int, view: LayoutView, picture: Picture | None = None) -> None:
        await self._edit(channel_id, message_id, lambda: {"view": view, "attachments": files_of(picture)})

    async def edit_text(self, channel_id: int, message_id: int, view: LayoutView) -> None:
        # without `attachments`, Discord keeps those of the message
        await self._edit(channel_id, message_id, lambda: {"view": view})

    async def _edit(self, channel_id: int, message_id: int, shown: Callable[[], dict[str, Any]]) -> None:
        """Edit a message. `shown`: the arguments of a request, for one use."""
        if await self._try_edit_by_token(message_id, shown):
            return
        if self.is_forum(channel_id):
            await self._reopen(message_id)
        with handle_message_parameters(**shown(), allowed_mentions=NO_MENTIONS) as message:
            async with self._request_about(channel_id, message_id) as channel:
                _id_in(await self._http.edit_message(channel, message_id, params=message))

    def note_token(self, message_id: int, token: InteractionToken) -> None:
        self._tokens.note(message_id, token)

    def has_token(self, message_id: int) -> bool:
        return self._tokens.token(message_id) is not None

    async def edit_by_token(self, token: InteractionToken, follow_up: int | None = None, **shown: Any) -> Any:
        webhooks: Any = async_context.get()
        edit = webhooks.edit_original_interaction_response if follow_up is None else webhooks.edit_webhook_message
        with handle_message_parameters(**shown, allowed_mentions=NO_MENTIONS) as message:
            async with asyncio.timeout(WITHIN):
                return await edit(*_message_of(token, follow_up), **self._session(), **_body(message))

    async def send_by_token(self, token: InteractionToken, view: LayoutView) -> int:
        webhooks: Any = async_context.get()
        flags = discord.MessageFlags(ephemeral=True)
        with handle_message_parameters(view=view, flags=flags, allowed_mentions=NO_MENTIONS) as message:
            how = {"wait": True, "with_components": True}
            async with asyncio.timeout(WITHIN):
                return _id_in(await webhooks.execute_webhook(*token, **how, **self._session(), **_body(message)))

    async def delete_by_token(self, token: InteractionToken, follow_up: int | None = None) -> None:
        webhooks: Any = async_context.get()
        delete = webhooks.delete_original_interaction_response if follow_up is None else webhooks.delete_webhook_message
        async with asyncio.timeout(WITHIN):
            await delete(*_message_of(token, follow_up), **self._session())

    def _session(self) -> dict[str, Any]:
        """Return the session of discord.py's own responses, as arguments of its requests."""
        http: Any = self._http
        return {"session": http._HTTPClient__session, "proxy": http.proxy, "proxy_auth": http.proxy_auth}

    async def _try_edit_by_token(self, message_id: int, shown: Callable[[], dict[str, Any]]) -> bool:
        """Edit a message by its token; return False if it has none, or Discord has not confirmed the edit.

        Any other outcome leaves the message to the ordinary edit, which shows the same.
        """
        token = self._tokens.token(message_id)
        if token is None:
            return False
        try:
            return _id_in(await self.edit_by_token(token, **shown())) == message_id
        except FAILED_REQUEST as error:
            log.info("message %s is not edited by its token: %s", message_id, error)
        self._tokens.drop(message_id)
        return False

    async def _reopen(self, post: int) -> None:
        """Open an archived post of a forum: its first message is edited for as long as the post exists."""
        thread = self._client.get_channel(post)
        if isinstance(thread, discord.Thread) and not thread.archived:
            return
        async with self._request_to_post(post):
            await self._http.edit_channel(post, archived=False)

    async def delete(self, channel_id: int, message_id: int) -> None:
        try:
            async with self._request_about(channel_id, message_id) as channel:
                _check_empty(await self._http.delete_message(channel, message_id))
        except Later:
            raise
        except DeliveryError as error:
            log.info("message %s in channel %s stays: %s", message_id, channel_id, error)

    async def find(self, channel_id: int, table: int, post: str) -> int | None:
        if (forum := self._forum(channel_id)) is not None:
            return await self._find_post(forum, table, post)
        async with self._request_to(channel_id):
            newest_first = await self._http.logs_from(channel_id, SEARCHED)
            return next((_id_in(message) for message in newest_first if self._shows(message, table, post)), None)

    async def _find_post(self, forum: discord.ForumChannel, table: int, post: str) -> int | None:
        """Return the newest of our posts in a forum whose first message shows this."""
        for thread in (await self._own_threads(forum.guild.id, forum.id))[:SEARCHED_POSTS]:
            first = _id_in(thread)
            try:
                async with self._request_to_post(first):
                    shown = self._shows(await self._http.get_message(first, first), table, post)
            except MessageGone:
                continue
            if shown:
                return first
        return None

    async def _own_threads(self, guild_id: int, parent: int) -> list[Any]:
        """Return the active threads in a channel that we have begun, in Discord's JSON, newest first."""
        async with self._request_to(parent):
            active = (await self._http.get_active_threads(guild_id))["threads"]
            me = 0 if self._client.user is None else self._client.user.id
            ours = [
                thread for thread in active if (int(thread["parent_id"] or 0), int(thread["owner_id"])) == (parent, me)
            ]
            return sorted(ours, key=_id_in, reverse=True)

    def _shows(self, message: Any, table: int, post: str) -> bool:
        """Return whether a message, in Discord's JSON, is the bot's own and shows the post."""
        me = self._client.user
        ours = me is not None and int(message["author"]["id"]) == me.id
        return ours and (table, post) in map(custom_ids.post_of, _custom_ids(message.get("components", ())))

    def is_forum(self, channel_id: int) -> bool:
        return self._forum(channel_id) is not None

    def is_public(self, thread_id: int) -> bool:
        thread = self._client.get_channel(thread_id)
        return isinstance(thread, discord.Thread) and not thread.is_private()

    def _forum(self, channel_id: int) -> discord.ForumChannel | None:
        if channel_id not in self._forums:
            channel = self._client.get_channel(channel_id)
            if channel is None:
                return None
            self._forums[channel_id] = channel if isinstance(channel, discord.ForumChannel) else None
        return self._forums[channel_id]

    async def open_thread(self, channel_id: int, message_id: int, name: str) -> int | None:
        if self.is_forum(channel_id):
            return message_id
        try:
            async with self._request_opening(channel_id):
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

    async def open_own_thread(
        self, guild_id: int, channel_id: int, name: str, since: int, *, private: bool
    ) -> int | None:
        kind = PRIVATE_THREAD if private else PUBLIC_THREAD
        if private and self.is_forum(channel_id):
            raise NoPrivateThread("a forum has no private threads")
        threads = [thread for thread in await self._own_threads(guild_id, channel_id) if thread["type"] == kind]
        for thread in threads:
            if thread["name"] == name[:NAME_LIMIT] and _id_in(thread) > since:
                return _id_in(thread)
        try:
            async with self._request_opening(channel_id):
                made = await self._http.start_thread_without_message(
                    channel_id,
                    name=name[:NAME_LIMIT],
                    auto_archive_duration=ARCHIVE_AFTER,
                    type=kind,
                    **({"invitable": False} if private else {}),
                )
                thread_id = _id_in(made)
        except NoAccess:
            raise
        except (Forbidden, Rejected) as error:
            if private:
                raise NoPrivateThread(str(error)) from error
            log.info("no thread of its own in channel %s: %s", channel_id, error)
            return None
        if not private:
            await self._delete_notice(channel_id, thread_id)
        return thread_id

    async def _delete_notice(self, channel_id: int, thread_id: int) -> None:
        """Delete the line with which Discord announces a public thread on no message, if it is there."""
        try:
            async with self._request_to(channel_id):
                newest = await self._http.logs_from(channel_id, SEARCHED_NOTICES)
                notices = [_id_in(message) for message in newest if _announces(message, thread_id)]
        except DeliveryError as error:
            log.info("the notice of thread %s stays: %s", thread_id, error)
            return
        for notice in notices:
            await self.delete(channel_id, notice)

    async def add_to_thread(self, thread_id: int, person: int) -> None:
        async with self._request_to(thread_id):
            _check_empty(await self._http.add_user_to_thread(thread_id, person))

    async def dm(self, person: int) -> int:
        async with self._dm_opening:
            with translate_errors():
                return (await self._client.create_dm(discord.Object(person))).id

    async def is_member(self, guild_id: int, person: int) -> bool:
        try:
            with translate_errors():
                _id_in((await self._http.get_member(guild_id, person))["user"])
        except PersonGone:
            return False
        return True

    async def member(self, guild_id: int, person: int) -> permissions.GuildMember | None:
        if (guild := self._client.get_guild(guild_id)) is None:
            raise Unexplained(f"the roles of server {guild_id} are not known")
        try:
            with translate_errors():
                return permissions.member_of(await guild.fetch_member(person))
        except PersonGone:
            return None

    def has_powers(self, guild_id: int, role: int) -> bool:
        found = self._role(guild_id, role)
        return found is not None and permissions.has_powers(found)

    async def may_give(self, guild_id: int, person: int, role: int) -> bool:
        if (found := self._role(guild_id, role)) is None:
            return False
        try:
            with translate_errors():
                return permissions.may_give(await found.guild.fetch_member(person), found)
        except PersonGone:
            return False

    def _role(self, guild_id: int, role: int) -> discord.Role | None:
        guild = self._client.get_guild(guild_id)
        return None if guild is None else guild.get_role(role)

    async def give_role(self, guild_id: int, person: int, role: int) -> None:
        with translate_errors():
            _check_empty(await self._http.add_role(guild_id, person, role))

    async def take_role(self, guild_id: int, person: int, role: int) -> None:
        with translate_errors():
            _check_empty(await self._http.remove_role(guild_id, person, role))

    @asynccontextmanager
    async def _request_about(self, channel_id: int, message_id: int) -> AsyncIterator[int]:
        """Guard a request to a message; yields the channel that it is in."""
        if self.is_forum(channel_id):
            async with self._request_to_post(message_id):
                yield message_id
        else:
            async with self._request_to(channel_id):
                yield channel_id
            self._forums[channel_id] = None  # no message is in a forum itself

    @asynccontextmanager
    async def _request_to_post(self, post: int) -> AsyncIterator[None]:
        """Guard a request to a post of a forum. A post that is gone is a message that is gone."""
        try:
            async with self._request_to(post):
                yield
        except ChannelGone as error:
            raise MessageGone(str(error)) from error

    @asynccontextmanager
    async def _request_opening(self, channel_id: int) -> AsyncIterator[None]:
        """Guard a request that opens a thread: one at a time.

        Discord allows few, and responses that arrive out of order mislead discord.py about how many are left.
        """
        async with self._openings.setdefault(channel_id, asyncio.Lock()), self._request_to(channel_id):
            yield

    @asynccontextmanager
    async def _request_to(self, channel_id: int) -> AsyncIterator[None]:
        """Translate discord.py's errors of requests to a channel; confirm ChannelGone by asking for the channel."""
        try:
            with translate_errors():
                yield
        except ChannelGone as error:
            with translate_errors():
                _id_in(await self._http.get_channel(channel_id))  # raises if it is gone
            raise Unexplained(f"channel {channel_id} is there after all: {error}") from error


def _mentions(person: int | None, role: int | None) -> discord.AllowedMentions:
    return discord.AllowedMentions(
        everyone=False,
        replied_user=False,
        users=[] if person is None else [discord.Object(person)],
        roles=[] if role is None else [discord.Object(role)],
    )


def _post_in(forum: discord.ForumChannel, title: str | None) -> dict[str, Any]:
    """Return the fields of a new post; it has the forum's first tag if one is required."""
    tags = [tag.id for tag in forum.available_tags if not tag.moderated][:1] if forum.flags.require_tag else []
    name = (title or forum.name)[:NAME_LIMIT]
    return {"name": name, "auto_archive_duration": ARCHIVE_AFTER, "applied_tags": tags}


def file_of(picture: Picture) -> discord.File:
    return discord.File(io.BytesIO(picture.png), picture.name)


def files_of(picture: Picture | None) -> list[discord.File]:
    """Return the attachments of a message with this picture or none; earlier attachments are removed."""
    return [] if picture is None else [file_of(picture)]


def _message_of(token: InteractionToken, follow_up: int | None) -> tuple[int | str, ...]:
    return token if follow_up is None else (*token, follow_up)


def _body(message: MultipartParameters) -> dict[str, Any]:
    return {"payload": message.payload, "multipart": message.multipart, "files": message.files}


def _id_in(payload: Any) -> int:
    """Return the id in Discord's JSON. Raises one of UNREADABLE for anything else."""
    return int(payload["id"])


def _check_empty(payload: object) -> None:
    """Raise ValueError if a response is not empty where Discord's is."""
    if payload:
        raise ValueError(payload)


def _announces(message: Any, thread_id: int) -> bool:
    """Return whether a message, in Discord's JSON, announces the thread."""
    about = message.get("message_reference") or {}
    return bool(message["type"] == THREAD_CREATED and about.get("channel_id") == str(thread_id))


def _custom_ids(components: Iterable[Any]) -> Iterator[str]:
    for component in components:
        if component.get("custom_id"):
            yield component["custom_id"]
        yield from _custom_ids(component.get("components", ()))
        if component.get("accessory"):
            yield from _custom_ids((component["accessory"],))
