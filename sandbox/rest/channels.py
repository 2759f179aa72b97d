"""Channels of every kind."""

from __future__ import annotations

from typing import Any

from sandbox.api import threads
from sandbox.rest.rights import must
from sandbox.rest.routes import ApiRequest, routes
from sandbox.world.channels import DirectChannel, TextChannel, Thread
from sandbox.world.errors import Unsupported
from sandbox.world.messages import Channel

CHANNEL = "/channels/{channel_id}"


@routes("GET", CHANNEL)
def channel(call: ApiRequest) -> Any:
    return seen_by_bot(call, call.channel)


def seen_by_bot(call: ApiRequest, found: Channel) -> dict[str, Any]:
    payload = found.payload()
    bot = call.world.bot.id
    if isinstance(found, Thread) and bot in found.members:
        payload["member"] = found.member_payload(bot)
    return payload


@routes("PATCH", CHANNEL)
def edit(call: ApiRequest) -> Any:
    found = call.channel
    if isinstance(found, Thread):
        threads.edit(call.world, found, call.body)
        return seen_by_bot(call, found)
    if not isinstance(found, TextChannel):
        raise Unsupported("PATCH of a direct channel")
    must(call.world, found, "manage_channels")
    unsupported = set(call.body) - {"name", "topic"}
    if unsupported:
        raise Unsupported(f"PATCH of a channel's {', '.join(sorted(unsupported))}")
    found.name = call.body.get("name", found.name)
    found.topic = call.body.get("topic", found.topic)
    call.world.changed_channel(found)
    return found.payload()


@routes("DELETE", CHANNEL)
def delete(call: ApiRequest) -> Any:
    found = call.channel
    payload = found.payload()
    if isinstance(found, TextChannel | Thread):
        must(call.world, found, "manage_threads" if isinstance(found, Thread) else "manage_channels")
        call.world.remove(found)
    return payload


@routes("POST", CHANNEL + "/typing")
def typing(call: ApiRequest) -> None:
    found = call.channel
    if not isinstance(found, DirectChannel):
        must(call.world, found, "send_messages")
    call.world.observer.show_typing(found, call.world.bot.id)
