"""Threads and their members."""

from __future__ import annotations

from typing import Any

from sandbox.api import threads
from sandbox.rest.channels import seen_by_bot
from sandbox.rest.rights import must
from sandbox.rest.routes import ApiRequest, ApiResponse, routes
from sandbox.world import errors
from sandbox.world.channels import PRIVATE_THREAD, PUBLIC_THREAD, ForumChannel, Thread
from sandbox.world.errors import Unsupported

MEMBERS = "/channels/{channel_id}/thread-members"


@routes("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def start_from_message(call: ApiRequest) -> Any:
    channel = call.text_channel
    must(call.world, channel, "create_public_threads")
    message = call.message
    if message.id in call.world.channels:
        raise errors.thread_exists()
    thread = threads.start(call.world, channel, call.body, message=message)
    return ApiResponse(201, seen_by_bot(call, thread))


@routes("POST", "/channels/{channel_id}/threads")
def start(call: ApiRequest) -> Any:
    if isinstance(call.channel, ForumChannel):
        return _start_post(call, call.channel)
    channel = call.text_channel
    kind = call.body.get("type") or PRIVATE_THREAD
    if kind not in (PUBLIC_THREAD, PRIVATE_THREAD):
        raise errors.wrong_channel_type()
    private = kind == PRIVATE_THREAD
    must(call.world, channel, "create_private_threads" if private else "create_public_threads")
    thread = threads.start(call.world, channel, call.body, private=private)
    return ApiResponse(201, seen_by_bot(call, thread))


def _start_post(call: ApiRequest, forum: ForumChannel) -> ApiResponse:
    """Start a post of a forum with its first message. Raises 40067 without a tag where one is required."""
    must(call.world, forum, "send_messages")
    if call.uploads:
        must(call.world, forum, "attach_files")
    tags = [int(tag) for tag in call.body.get("applied_tags") or ()]
    if not set(tags) <= forum.tags.keys():
        raise errors.invalid_field("applied_tags", "UNKNOWN_TAG", "Unknown tag")
    if forum.requires_tag and not tags:
        raise errors.tag_required()
    thread, first = threads.start_post(call.world, forum, call.world.bot, call.body, call.uploads, tags=tags)
    return ApiResponse(201, seen_by_bot(call, thread) | {"message": first.payload})


@routes("GET", MEMBERS)
def members(call: ApiRequest) -> Any:
    return [_member(call, user_id) for user_id in call.thread.members]


@routes("GET", MEMBERS + "/{user_id}")
def member(call: ApiRequest) -> Any:
    if call.id("user_id") not in call.thread.members:
        raise errors.unknown_member()
    return _member(call, call.id("user_id"))


def _member(call: ApiRequest, user_id: int) -> dict[str, Any]:
    payload, guild = call.thread.member_payload(user_id), call.guild_of(call.thread)
    if call.is_set("with_member") and user_id in guild.members:
        payload["member"] = guild.members[user_id].payload()
    return payload


def _open_thread(call: ApiRequest) -> Thread:
    thread = call.thread
    if thread.archived:
        raise errors.thread_archived()
    return thread


@routes("PUT", MEMBERS + "/@me")
def join(call: ApiRequest) -> None:
    threads.add(call.world, _open_thread(call), call.world.bot)


@routes("DELETE", MEMBERS + "/@me")
def leave(call: ApiRequest) -> None:
    threads.remove(call.world, _open_thread(call), call.world.bot)


@routes("PUT", MEMBERS + "/{user_id}")
def add(call: ApiRequest) -> None:
    thread = _open_thread(call)
    must(call.world, thread, "send_messages_in_threads")
    user = call.world.users.get(call.id("user_id"))
    if user is None or user.id not in call.guild_of(thread).members:
        raise errors.unknown_member()
    if not call.world.sees(thread.parent, user.id):
        raise errors.missing_access()
    threads.add(call.world, thread, user)


@routes("DELETE", MEMBERS + "/{user_id}")
def remove(call: ApiRequest) -> None:
    thread = _open_thread(call)
    if not (thread.private and thread.owner_id == call.world.bot.id):
        must(call.world, thread, "manage_threads")
    if call.id("user_id") not in thread.members:
        raise errors.unknown_member()
    threads.remove(call.world, thread, call.world.users[call.id("user_id")])


@routes("GET", "/channels/{channel_id}/threads/archived/public")
def archived_public(call: ApiRequest) -> Any:
    return _archived(call, private=False)


@routes("GET", "/channels/{channel_id}/threads/archived/private")
def archived_private(call: ApiRequest) -> Any:
    must(call.world, call.text_channel, "manage_threads")
    return _archived(call, private=True)


def _archived(call: ApiRequest, *, private: bool) -> dict[str, Any]:
    channel, bot = call.text_channel, call.world.bot.id
    must(call.world, channel, "read_message_history")
    if "before" in call.query:
        raise Unsupported("paging through archived threads")
    limit = int(call.query.get("limit", 50))
    found = [
        thread
        for thread in call.guild_of(channel).threads.values()
        if thread.parent is channel and thread.archived and thread.private is private
    ]
    found.sort(key=lambda thread: thread.archive_stamp, reverse=True)
    return {
        "threads": [thread.payload() for thread in found[:limit]],
        "members": [thread.member_payload(bot) for thread in found[:limit] if bot in thread.members],
        "has_more": len(found) > limit,
    }
