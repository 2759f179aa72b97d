"""Messages: send, read, edit and delete them."""

from __future__ import annotations

from itertools import islice
from typing import Any

from sandbox.api import posting, threads
from sandbox.rest.rights import may, must, must_change, must_send
from sandbox.rest.routes import ApiRequest, routes
from sandbox.world import errors
from sandbox.world.channels import DirectChannel, Thread
from sandbox.world.clock import born
from sandbox.world.messages import Channel, Message

MESSAGES = "/channels/{channel_id}/messages"
DEFAULT_PAGE, LARGEST_PAGE = 50, 100
REPLY = 19
OLD_SECONDS = 3_600


@routes("POST", MESSAGES)
def send(call: ApiRequest) -> Any:
    world, channel, body = call.world, call.channel, call.body
    must_send(world, channel, body, with_files=bool(call.uploads))
    already = _same_nonce(call)
    if already:
        return already.payload
    reply = _reply(call, channel)
    if isinstance(channel, Thread):
        threads.enter(world, channel, world.bot)
    message = posting.post(world, channel, world.bot, body, call.uploads, extra=reply)
    threads.add_mentioned(world, message)
    return message.payload


def _same_nonce(call: ApiRequest) -> Message | None:
    """The bot's message with this nonce from the past few minutes, in any channel; only with `enforce_nonce`."""
    world, nonce = call.world, call.body.get("nonce")
    if not call.body.get("enforce_nonce") or nonce is None:
        return None
    message = world.messages.get(world.nonces.get((world.bot.id, str(nonce)), 0))
    is_recent = message is not None and world.clock.now() - born(message.id) <= world.settings.nonce_window
    return message if is_recent else None


def _reply(call: ApiRequest, channel: Channel) -> dict[str, Any]:
    """The fields of a reply that refer to the message replied to; empty if this is no reply."""
    reference = call.body.get("message_reference")
    if not reference or not reference.get("message_id"):
        return {}
    message = channel.messages.get(int(reference["message_id"]))
    if message is None:
        if reference.get("fail_if_not_exists", True):
            raise errors.invalid_field("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        return {}
    place = {"type": 0, "message_id": str(message.id), "channel_id": str(channel.id)}
    if channel.guild_id:
        place["guild_id"] = str(channel.guild_id)
    quoted = {key: value for key, value in message.payload.items() if key not in ("referenced_message", "thread")}
    return {"type": REPLY, "message_reference": place, "referenced_message": quoted}


@routes("GET", MESSAGES)
def history(call: ApiRequest) -> Any:
    """The messages of a channel, newest first in either direction of paging, as at Discord."""
    channel = call.channel
    if not may(call.world, channel, "read_message_history"):
        return []
    limit = int(call.query.get("limit", DEFAULT_PAGE))
    if not 1 <= limit <= LARGEST_PAGE:
        raise errors.invalid_field("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
    ids = {key: int(call.query[key]) for key in ("after", "around", "before") if key in call.query}
    if "after" in ids:
        found = _since(channel, ids["after"] + 1, limit)
    elif "around" in ids:
        earlier = _before(channel, ids["around"], limit // 2)
        found = [*_since(channel, ids["around"], limit - len(earlier)), *earlier]
    else:
        found = _before(channel, ids.get("before"), limit)
    return [message.payload for message in found]


def _before(channel: Channel, end: int | None, limit: int) -> list[Message]:
    """The newest messages with an id below `end`, newest first."""
    newest_first = reversed(channel.messages.values())
    known = (message for message in newest_first if not message.ephemeral and (end is None or message.id < end))
    return list(islice(known, limit))


def _since(channel: Channel, start: int, limit: int) -> list[Message]:
    """The oldest messages with an id of `start` or more, newest first."""
    known = (message for message in channel.messages.values() if not message.ephemeral and message.id >= start)
    return list(islice(known, limit))[::-1]


@routes("GET", MESSAGES + "/{message_id}")
def one(call: ApiRequest) -> Any:
    if not isinstance(call.channel, DirectChannel):
        must(call.world, call.channel, "read_message_history")
    return call.message.payload


@routes("PATCH", MESSAGES + "/{message_id}")
def edit(call: ApiRequest) -> Any:
    """Edit a message. Raises 30046 above the limit for edits of old messages."""
    world, message = call.world, call.message
    must_change(world, message, with_files=bool(call.uploads))
    if world.old_edits is not None and world.clock.now() - born(message.id) > OLD_SECONDS:
        if world.old_edits == 0:
            raise errors.edits_of_old_messages()
        world.old_edits -= 1
    posting.edit(world, message, call.body, call.uploads)
    return message.payload


@routes("DELETE", MESSAGES + "/{message_id}")
def delete(call: ApiRequest) -> None:
    message = call.message
    if isinstance(message.channel, Thread) and message.channel.archived:
        raise errors.thread_archived()
    if message.author_id != call.world.bot.id:
        if isinstance(message.channel, DirectChannel):
            raise errors.ApiError(403, 50003, "Cannot execute action on a DM channel")
        must(call.world, message.channel, "manage_messages")
    posting.delete(call.world, message)
