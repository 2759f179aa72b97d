"""Guilds, their channels, roles and members."""

from __future__ import annotations

from typing import Any

from sandbox.rest.routes import ApiRequest, routes
from sandbox.world import errors


@routes("GET", "/guilds/{guild_id}")
def guild(call: ApiRequest) -> Any:
    payload = call.guild.payload()
    if call.is_set("with_counts"):
        payload |= {"approximate_member_count": len(call.guild.members), "approximate_presence_count": 1}
    return payload


@routes("GET", "/guilds/{guild_id}/channels")
def channels(call: ApiRequest) -> Any:
    return [channel.payload() for channel in call.guild.channels.values()]


@routes("GET", "/guilds/{guild_id}/roles")
def roles(call: ApiRequest) -> Any:
    return [role.payload() for role in call.guild.roles.values()]


@routes("GET", "/guilds/{guild_id}/members/{user_id}")
def member(call: ApiRequest) -> Any:
    found = call.guild.members.get(call.user.id)
    if found is None:
        raise errors.unknown_member()
    return found.payload()


@routes("GET", "/guilds/{guild_id}/threads/active")
def active_threads(call: ApiRequest) -> Any:
    world = call.world
    open_ones = [
        thread for thread in call.guild.threads.values() if not thread.archived and world.sees(thread, world.bot.id)
    ]
    return {
        "threads": [thread.payload() for thread in open_ones],
        "members": [thread.member_payload(world.bot.id) for thread in open_ones if world.bot.id in thread.members],
        "has_more": False,
    }
