"""Channels of every kind."""

from __future__ import annotations

from typing import Any

from sandbox import threads
from sandbox.channels import Channel, DirectChannel, TextChannel, Thread
from sandbox.errors import NotBuilt
from sandbox.rest.rights import must
from sandbox.rest.routes import Call, Reply, routes


@routes("GET", "/channels/{channel_id}")
def channel(call: Call) -> Any:
    return seen_by_bot(call, call.channel)


def seen_by_bot(call: Call, found: Channel) -> dict[str, Any]:
    told = found.payload()
    bot = call.world.bot.id
    if isinstance(found, Thread) and bot in found.members:
        told["member"] = found.member_payload(bot)
    return told


@routes("PATCH", "/channels/{channel_id}")
def edit(call: Call) -> Any:
    found = call.channel
    if isinstance(found, Thread):
        threads.edit(call.world, found, call.body)
    elif isinstance(found, TextChannel):
        _edit_text_channel(call, found)
    else:
        raise NotBuilt("PATCH of a direct channel")
    return seen_by_bot(call, found)


def _edit_text_channel(call: Call, found: TextChannel) -> None:
    must(call.world, found, "manage_channels")
    unbuilt = set(call.body) - {"name", "topic"}
    if unbuilt:
        raise NotBuilt(f"PATCH of a channel's {', '.join(sorted(unbuilt))}")
    found.name = call.body.get("name", found.name)
    found.topic = call.body.get("topic", found.topic)
    call.world.changed_channel(found)


@routes("DELETE", "/channels/{channel_id}")
def delete(call: Call) -> Any:
    found = call.channel
    told = found.payload()
    if isinstance(found, Thread):
        must(call.world, found, "manage_threads")
        call.world.remove_thread(found)
    elif isinstance(found, TextChannel):
        must(call.world, found, "manage_channels")
        call.world.remove_channel(found)
    return told


@routes("POST", "/channels/{channel_id}/typing")
def typing(call: Call) -> Any:
    found = call.channel
    if not isinstance(found, DirectChannel):
        must(call.world, found, "send_messages")
    call.world.pages.show_typing(found, call.world.bot.id)
    return Reply(204)
