"""The check of rights before a press or command reaches a table.

Every press and command about a table passes it (`cogs.finding`). The rights themselves are in `bot.tables.rights`.
"""

from __future__ import annotations

import discord

from bot.app import Bot
from bot.tables import LoadedTable
from bot.tables.rights import NOBODY, Role, check_away, check_here, check_member, right_to, roles_of
from cogs.request import Request


async def check_rights(request: Request, loaded: LoadedTable) -> None:
    """Raise RequestRefused unless the person may use the table from here."""
    table, roles = loaded.table, roles_of(loaded.table, request.person.key)
    if request.is_at_home_of(loaded):
        check_here(table, roles | _roles_here(request, loaded))
        return
    right = right_to(request.press.verb, request.command)
    place = await request.services.table_contexts.place(loaded)
    channel = f"<#{place.thread_id or loaded.row.channel_id}>"
    check_away(table, roles, right, channel)
    if right.member:
        members = request.services.publisher.rendering.member_left
        check_member(table, await members.is_member(loaded.row.guild_id, request.interaction.user.id), channel)


def _roles_here(request: Request, loaded: LoadedTable) -> Role:
    """Return the person's roles in the table's server."""
    member = Role.MEMBER if sees(request.interaction, loaded.row.channel_id) else NOBODY
    return member | (Role.MANAGER if request.manages(loaded) else NOBODY)


def sees(interaction: discord.Interaction[Bot], channel_id: int) -> bool:
    """Return whether the person sees a channel of the server where they ask."""
    if channel_id in (interaction.channel_id, getattr(interaction.channel, "parent_id", None)):
        return True
    guild, person = interaction.guild, interaction.user
    channel = guild.get_channel_or_thread(channel_id) if guild else None
    if channel is None or not isinstance(person, discord.Member):
        return False
    if isinstance(channel, discord.Thread):
        return channel.parent is not None and _sees_thread(channel, person)
    return channel.permissions_for(person).view_channel


def _sees_thread(thread: discord.Thread, person: discord.Member) -> bool:
    """Return whether a person outside the thread sees it. Discord does not tell us the members of a private thread."""
    has = thread.permissions_for(person)
    return has.view_channel and (has.manage_threads or not thread.is_private())
