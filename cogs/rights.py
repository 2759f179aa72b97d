"""The check of rights before a press or command reaches a table.

Every press and command about a table passes it (`cogs.finding`). The rights themselves are in `bot.tables.rights`.
"""

from __future__ import annotations

import discord

from bot.app import Bot
from bot.tables import LoadedTable
from bot.tables.rights import NOBODY, Right, Role, do_it_there, refused_away, refused_here, right_to, roles_of
from bot.texts.notices import Refusal, fact
from cogs.request import Request
from rules.core.contract import Fact


async def let_in(ask: Request, loaded: LoadedTable) -> LoadedTable | Fact:
    """Return the table if the person may use it from here, else the refusal."""
    roles = roles_of(loaded.table, ask.person.key)
    if ask.is_at_home_of(loaded):
        return refused_here(loaded.table, roles | _roles_here(ask, loaded)) or loaded
    right = right_to(ask.press.verb, getattr(ask.interaction.command, "qualified_name", ""))
    place = await ask.services.table_contexts.place(loaded)
    channel = f"<#{place.thread_id or loaded.row.channel_id}>"
    return refused_away(loaded.table, roles, right, channel) or await _not_member(ask, loaded, right, channel) or loaded


def _roles_here(ask: Request, loaded: LoadedTable) -> Role:
    """Return the person's roles in the table's server."""
    member = Role.MEMBER if sees(ask.interaction, loaded.row.channel_id) else NOBODY
    return member | (Role.MANAGER if ask.manages(loaded) else NOBODY)


async def _not_member(ask: Request, loaded: LoadedTable, right: Right, channel: str) -> Fact | None:
    """Return the refusal for a person who is no longer in the table's server, if the right requires it."""
    if not right.member:
        return None
    is_there = await ask.services.publisher.rendering.member_left.is_there(loaded.row.guild_id, ask.interaction.user.id)
    if is_there is None:
        return do_it_there(loaded.table, channel)
    return None if is_there else fact(Refusal.NOT_MEMBER, table=loaded.table.name)


def sees(interaction: discord.Interaction[Bot], channel_id: int) -> bool:
    """Whether the person sees a channel of the server where they ask."""
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
    """Whether a person outside the thread sees it. Discord does not tell us the members of a private thread."""
    has = thread.permissions_for(person)
    return has.view_channel and (has.manage_threads or not thread.is_private())
