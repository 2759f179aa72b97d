"""Who gets hold of a table: everybody who may do what they ask, from the place where they ask it.

Every press and command about a table passes here (`cogs.finding`). Who may do what is in `bot.tables.rights`.
"""

from __future__ import annotations

import discord

from bot.app import Bot
from bot.facts import Refused, fact
from bot.tables import Kept
from bot.tables.rights import NOBODY, Right, Role, do_it_there, refused_away, refused_here, right_to, roles_of
from cogs.answering import Ask
from rules.game import Fact


async def let_in(ask: Ask, kept: Kept) -> Kept | Fact:
    """The table, for whoever may ask for it here; or why it is not for them."""
    roles = roles_of(kept.table, ask.person.key)
    if ask.is_at_home_of(kept):
        return refused_here(kept.table, roles | _roles_here(ask, kept)) or kept
    right = right_to(ask.press.verb, getattr(ask.interaction.command, "qualified_name", ""))
    place = await ask.club.backdrops.place(kept)
    channel = f"<#{place.thread_id or kept.row.channel_id}>"
    return refused_away(kept.table, roles, right, channel) or await _not_member(ask, kept, right, channel) or kept


def _roles_here(ask: Ask, kept: Kept) -> Role:
    """What the table's server knows the person as."""
    member = Role.MEMBER if sees(ask.interaction, kept.row.channel_id) else NOBODY
    return member | (Role.MANAGER if ask.manages(kept) else NOBODY)


async def _not_member(ask: Ask, kept: Kept, right: Right, channel: str) -> Fact | None:
    """Why somebody who asks elsewhere is refused: they are no longer in the table's server, where that matters."""
    if not right.member:
        return None
    is_there = await ask.club.publisher.desk.departures.is_there(kept.row.guild_id, ask.interaction.user.id)
    if is_there is None:
        return do_it_there(kept.table, channel)
    return None if is_there else fact(Refused.NOT_MEMBER, table=kept.table.name)


def sees(interaction: discord.Interaction[Bot], channel_id: int) -> bool:
    """Whether a person sees a channel of the server where they ask."""
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
    """Whether somebody who is not in a thread sees it: who is in a private one is not told to us."""
    has = thread.permissions_for(person)
    return has.view_channel and (has.manage_threads or not thread.is_private())
