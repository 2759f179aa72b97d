"""Channels of every kind."""

from __future__ import annotations

from typing import Any

from sandbox.api import threads
from sandbox.rest.rights import must
from sandbox.rest.routes import ApiRequest, ApiResponse, routes
from sandbox.world.channels import DirectChannel, TextChannel, Thread
from sandbox.world.errors import Unsupported
from sandbox.world.messages import Channel


@routes("GET", "/channels/{channel_id}")
def channel(call: ApiRequest) -> Any:
    return seen_by_bot(call, call.channel)


def seen_by_bot(call: ApiRequest, found: Channel) -> dict[str, Any]:
    told = found.payload()
    bot = call.world.bot.id
    if isinstance(found, Thread) and bot in found.members:
        told["member"] = found.member_payload(bot)
    return told


@routes("PATCH", "/channels/{channel_id}")
def edit(call: ApiRequest) -> Any:
    found = call.channel
    if isinstance(found, Thread):
        threads.edit(call.world, found, call.body)
    elif isinstance(found, TextChannel):
        _edit_text_channel(call, found)
    else:
        raise Unsupported("PATCH of a direct channel")
    return seen_by_bot(call, found)


def _edit_text_channel(call: ApiRequest, found: TextChannel) -> None:
    must(call.world, found, "manage_channels")
    unsupported = set(call.body) - {"name", "topic"}
    if unsupported:
        raise Unsupported(f"PATCH of a channel's {', '.join(sorted(unsupported))}")
    found.name = call.body.get("name", found.name)
    found.topic = call.body.get("topic", found.topic)
    call.world.changed_channel(found)


@routes("DELETE", "/channels/{channel_id}")
def delete(call: ApiRequest) -> Any:
    found = call.channel
    told = found.payload()
    if isinstance(found, Thread):
        must(call.world, found, "manage_threads")
        call.world.remove(found)
    elif isinstance(found, TextChannel):
        must(call.world, found, "manage_channels")
        call.world.remove(found)
    return told


@routes("POST", "/channels/{channel_id}/typing")
def typing(call: ApiRequest) -> Any:
    found = call.channel
    if not isinstance(found, DirectChannel):
        must(call.world, found, "send_messages")
    call.world.observer.show_typing(found, call.world.bot.id)
    return ApiResponse(204)
