"""Guilds, their channels, roles and members."""

from __future__ import annotations

from typing import Any

from sandbox.rest.routes import ApiRequest, routes
from sandbox.world import errors, permissions
from sandbox.world.guilds import GuildRole, Member


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


ROLE_OF_MEMBER = "/guilds/{guild_id}/members/{user_id}/roles/{role_id}"


@routes("PUT", ROLE_OF_MEMBER)
def give_role(call: ApiRequest) -> None:
    found, role = _member_and_role(call)
    if role.id not in found.role_ids:
        found.role_ids.append(role.id)
    call.world.changed()


@routes("DELETE", ROLE_OF_MEMBER)
def take_role(call: ApiRequest) -> None:
    found, role = _member_and_role(call)
    found.role_ids = [one for one in found.role_ids if one != role.id]
    call.world.changed()


def _member_and_role(call: ApiRequest) -> tuple[Member, GuildRole]:
    """Return whose role changes. Raises 50013 without Manage Roles, and for a role that is not below the bot's own."""
    guild = call.guild
    found, role = guild.members.get(call.id("user_id")), guild.roles.get(call.id("role_id"))
    if found is None:
        raise errors.unknown_member()
    if role is None:
        raise errors.unknown_role()
    own = guild.members[call.world.bot.id].role_ids
    highest = max((guild.roles[one].position for one in own), default=0)
    may = permissions.has(guild.base_permissions(call.world.bot.id), "manage_roles")
    if not may or role.position >= highest or role.bot_id is not None:
        raise errors.missing_permissions()
    return found, role


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
