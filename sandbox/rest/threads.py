"""Threads and their members."""

from __future__ import annotations

from typing import Any

from sandbox import errors, threads
from sandbox.channels import PRIVATE_THREAD, PUBLIC_THREAD, Thread
from sandbox.errors import NotBuilt
from sandbox.people import User
from sandbox.rest.channels import seen_by_bot
from sandbox.rest.rights import must
from sandbox.rest.routes import Call, Reply, routes

MEMBERS = "/channels/{channel_id}/thread-members"


@routes("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def start_from_message(call: Call) -> Any:
    channel = call.text_channel
    must(call.world, channel, "create_public_threads")
    message = call.message
    if message.id in call.world.channels:
        raise errors.thread_exists()
    thread = threads.start(call.world, channel, call.body, message=message)
    return Reply(201, seen_by_bot(call, thread))


@routes("POST", "/channels/{channel_id}/threads")
def start(call: Call) -> Any:
    channel = call.text_channel
    kind = call.body.get("type") or PRIVATE_THREAD
    if kind not in (PUBLIC_THREAD, PRIVATE_THREAD):
        raise errors.wrong_channel_type()
    private = kind == PRIVATE_THREAD
    must(call.world, channel, "create_private_threads" if private else "create_public_threads")
    thread = threads.start(call.world, channel, call.body, private=private)
    return Reply(201, seen_by_bot(call, thread))


@routes("GET", MEMBERS)
def members(call: Call) -> Any:
    thread = call.thread
    return [_member(call, thread, user_id) for user_id in thread.members]


@routes("GET", MEMBERS + "/{user_id}")
def member(call: Call) -> Any:
    if call.id("user_id") not in call.thread.members:
        raise errors.unknown_member()
    return _member(call, call.thread, call.id("user_id"))


def _member(call: Call, thread: Thread, user_id: int) -> dict[str, Any]:
    told = thread.member_payload(user_id)
    if call.query.get("with_member", "").lower() in ("1", "true") and user_id in thread.guild.members:
        told["member"] = thread.guild.members[user_id].payload()
    return told


@routes("PUT", MEMBERS + "/@me")
def join(call: Call) -> Any:
    threads.must_be_open(call.thread)
    threads.add(call.world, call.thread, call.world.bot)
    return Reply(204)


@routes("DELETE", MEMBERS + "/@me")
def leave(call: Call) -> Any:
    threads.must_be_open(call.thread)
    threads.remove(call.world, call.thread, call.world.bot)
    return Reply(204)


@routes("PUT", MEMBERS + "/{user_id}")
def add(call: Call) -> Any:
    thread = call.thread
    threads.must_be_open(thread)
    must(call.world, thread, "send_messages_in_threads")
    threads.add(call.world, thread, _user(call, thread))
    return Reply(204)


@routes("DELETE", MEMBERS + "/{user_id}")
def remove(call: Call) -> Any:
    thread = call.thread
    threads.must_be_open(thread)
    if not (thread.private and thread.owner_id == call.world.bot.id):
        must(call.world, thread, "manage_threads")
    if call.id("user_id") not in thread.members:
        raise errors.unknown_member()
    threads.remove(call.world, thread, call.world.users[call.id("user_id")])
    return Reply(204)


def _user(call: Call, thread: Thread) -> User:
    user = call.world.users.get(call.id("user_id"))
    if user is None or user.id not in thread.guild.members:
        raise errors.unknown_member()
    if not call.world.sees(thread.parent, user.id):
        raise errors.missing_access()
    return user


@routes("GET", "/channels/{channel_id}/threads/archived/public")
def archived_public(call: Call) -> Any:
    return _archived(call, private=False)


@routes("GET", "/channels/{channel_id}/threads/archived/private")
def archived_private(call: Call) -> Any:
    must(call.world, call.text_channel, "manage_threads")
    return _archived(call, private=True)


def _archived(call: Call, *, private: bool) -> dict[str, Any]:
    channel, bot = call.text_channel, call.world.bot.id
    must(call.world, channel, "read_message_history")
    if "before" in call.query:
        raise NotBuilt("paging through archived threads")
    limit = int(call.query.get("limit", 50))
    found = [
        thread
        for thread in channel.home.threads.values()
        if thread.parent is channel and thread.archived and thread.private is private
    ]
    found.sort(key=lambda thread: thread.archive_stamp, reverse=True)
    return {
        "threads": [thread.payload() for thread in found[:limit]],
        "members": [thread.member_payload(bot) for thread in found[:limit] if bot in thread.members],
        "has_more": len(found) > limit,
    }
