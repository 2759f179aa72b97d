"""The permissions that the bot needs in a channel, those it would like, and the link that asks for them."""

from __future__ import annotations

from typing import NamedTuple

import discord

NEEDED = discord.Permissions(view_channel=True, send_messages=True, read_message_history=True)
WISHED = discord.Permissions(
    # without threads a table stays in its channel; without private ones there are no private tables; without files
    # there are no pictures, and a record comes as text
    create_public_threads=True,
    create_private_threads=True,
    send_messages_in_threads=True,
    attach_files=True,
)
ASKED = NEEDED | WISHED
HIDING = discord.Permissions(create_private_threads=True, send_messages_in_threads=True)
"""The permissions that a private table needs besides."""
POWERS = discord.Permissions.elevated() | discord.Permissions(
    bypass_slowmode=True,
    deafen_members=True,
    manage_events=True,
    manage_nicknames=True,
    mention_everyone=True,
    move_members=True,
    mute_members=True,
    pin_messages=True,
    view_audit_log=True,
    view_guild_insights=True,
)
"""The permissions of people who moderate or manage a guild."""
NAMES = {  # as in Discord's own settings
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "read_message_history": "Read Message History",
    "create_public_threads": "Create Public Threads",
    "create_private_threads": "Create Private Threads",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
}


def lacking_keys(has: discord.Permissions, wanted: discord.Permissions = NEEDED) -> list[str]:
    """The keys (`view_channel`) of the permissions in `wanted` that are not in `has`."""
    if has.administrator:
        return []
    return [name for name in NAMES if getattr(wanted, name) and not getattr(has, name)]


def missing_names(has: discord.Permissions, wanted: discord.Permissions = NEEDED) -> list[str]:
    """The names, as in Discord's settings, of the permissions in `wanted` that are not in `has`."""
    return [NAMES[name] for name in lacking_keys(has, wanted)]


def needed_for_table(
    has: discord.Permissions, *, in_thread: bool = False, in_forum: bool = False
) -> discord.Permissions:
    """The permissions that a table needs in a channel (a thread, a forum) where the bot `has` these permissions.

    If the bot may open threads it does so, and then it must be allowed to write in them.
    """
    wanted = discord.Permissions(NEEDED.value)
    wanted.send_messages = not in_thread
    wanted.send_messages_in_threads = in_thread or in_forum or has.create_public_threads
    return wanted


def has_private_threads(channel: object, has: discord.Permissions) -> bool:
    """Return whether the bot, which `has` these permissions, may open private threads in a channel of this kind."""
    return isinstance(channel, discord.TextChannel) and not channel.is_news() and not lacking_keys(has, HIDING)


class GuildMember(NamedTuple):
    """A member of a guild: whether they may manage it, their roles, and since when they are in it.

    `joined_at`: ms since the epoch; None if unknown.
    """

    manages: bool
    roles: frozenset[int]
    joined_at: int | None


def member_of(member: discord.Member) -> GuildMember:
    joined = member.joined_at
    joined_at = None if joined is None else int(joined.timestamp() * 1000)
    return GuildMember(member.guild_permissions.manage_guild, frozenset(role.id for role in member.roles), joined_at)


def has_powers(role: discord.Role) -> bool:
    """Return whether a role may moderate or manage something, in its whole guild or in one channel."""
    allowed = [channel.overwrites_for(role).pair()[0] for channel in role.guild.channels]
    return any((allowed_here & POWERS).value for allowed_here in (role.permissions, *allowed))


def may_give(member: discord.Member, role: discord.Role) -> bool:
    """Return whether a member may give a role to others on Discord."""
    if member.guild.owner_id == member.id:
        return True
    return member.guild_permissions.manage_roles and member.top_role > role


def channels_to_write_in(guild: discord.Guild) -> tuple[int, ...]:
    """The text channels in which the bot may write: the one for system messages first, then from top to bottom."""
    system = [guild.system_channel] if guild.system_channel else []
    channels = dict.fromkeys([*system, *guild.text_channels])
    return tuple(channel.id for channel in channels if guild.me and not lacking_keys(channel.permissions_for(guild.me)))


def invite_link(application_id: int) -> str:
    """The link with which a manager of a guild adds the bot, with the permissions it asks for."""
    return discord.utils.oauth_url(application_id, permissions=ASKED, scopes=("bot", "applications.commands"))
