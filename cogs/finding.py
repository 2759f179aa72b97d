"""The choice of the table for a command or button, and the check of rights before it is reached.

A table is found by its name, by the thread, or as the person's own that is due soonest. A command that does something
(`/hand`, `/play`) means a table at which the person plays. A command that only looks (`/why`, `/record`) means the
table of this thread, even if it is over or the person does not play there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import discord
from discord import app_commands

from bot.app import Bot
from bot.store import TableRow
from bot.tables import LoadedTable
from bot.tables.rights import NOBODY, Role, check_away, check_here, check_member, right_to, roles_of
from bot.tables.table import Stage
from bot.texts.notices import Refusal, RequestRefused, fact
from cogs.buttons_after_restore import Numbered, lost
from cogs.request import Request


async def pressed_table(request: Request) -> LoadedTable:
    """Return the table of the pressed button. Raises RequestRefused, as all functions here do."""
    loaded = None if request.press.table is None else await request.services.tables.get(request.press.table)
    if loaded is None:
        lost_table = await lost(request, Numbered.TABLES, request.press.table)
        raise RequestRefused(fact(lost_table) if lost_table else fact(Refusal.NO_TABLE, name=""))
    await check_rights(request, loaded)
    return loaded


async def table_to_view(request: Request, name: str | None) -> LoadedTable:
    """Return the table that a command looks at: this thread's, else one of the person's own, else another one here."""
    return await _table(request, name, lambda near: [*near.of_thread, *near.played])


async def table_to_play(request: Request, name: str | None) -> LoadedTable:
    """Return the table at which a command does something: one at which the person plays, this thread's first."""
    return await _table(request, name, lambda near: near.played)


async def table_to_ask(request: Request, name: str | None) -> LoadedTable:
    """Return the table that a question about a play means: the one in play in this thread, else one of the person's."""
    return await _table(request, name, lambda near: near.asked)


async def table_to_close(request: Request, name: str | None) -> LoadedTable:
    """Return the table to close: this thread's, else a lobby or table of the person's own in this channel."""
    return await _table(request, name, lambda near: [*near.of_thread, *near.seated, *near.played])


async def _table(request: Request, name: str | None, order: Callable[[Near], Sequence[TableRow]]) -> LoadedTable:
    row = await _named(request, name) if name else next(iter(order(await _near(request))), None)
    loaded = None if row is None else await request.services.tables.get(row.id)
    if loaded is None:
        raise RequestRefused(fact(Refusal.NO_TABLE, name=name) if name else fact(Refusal.NO_TABLE_OF_YOURS))
    await check_rights(request, loaded)
    return loaded


async def _named(request: Request, name: str) -> TableRow | None:
    """Find a table by name: an open one of this server (own ones first), an own one elsewhere, a finished one here."""
    guild_id, called = request.interaction.guild_id, name.strip()
    own = [
        row
        for row, _ in await request.services.store.tables_of_person(request.person.key)
        if row.name.casefold() == called.casefold()
    ]
    here = None if guild_id is None else await request.services.store.table_by_name(guild_id, called)
    open_here = [here] if here is not None and here.stage in (Stage.LOBBY, Stage.PLAYING) else []
    found = [*(row for row in own if row.guild_id == guild_id), *open_here, *own, here]
    return found[0]


class Near(NamedTuple):
    """The tables that a command without a name may mean."""

    of_thread: list[TableRow]
    """The tables of this thread, open ones first."""
    seated: list[TableRow]
    """The person's own tables that are shown in this thread or channel."""
    own: list[TableRow]
    """The person's own tables anywhere: those that wait for their play first, each part soonest deadline first."""
    here: list[TableRow]
    """The tables of this thread or opened in this channel, open ones first."""

    @property
    def played(self) -> list[TableRow]:
        """All tables: the person's own in play (those shown here first), their other ones, then the others here."""
        mine = [*self.seated, *self.own]
        return [*(row for row in mine if row.stage == Stage.PLAYING), *mine, *self.here]

    @property
    def asked(self) -> list[TableRow]:
        """All tables, those in play in this thread first (where the person plays, then others)."""
        running = [row for row in (*self.seated, *self.of_thread) if row.stage == Stage.PLAYING]
        return [*(row for row in running if row in self.of_thread), *self.played]


async def _near(request: Request) -> Near:
    found = await request.services.store.tables_of_person(request.person.key)
    own = [row for row, _ in sorted(found, key=lambda one: one[0].turn_seat != one[1].seat)]
    channel = request.interaction.channel_id
    here = [] if channel is None else await request.services.store.tables_in_channel(channel)
    here = here or await _of_new_thread(request)
    shown = [row for row, thread in here if thread in (None, channel)]
    return Near(
        of_thread=[row for row, thread in here if thread == channel],
        seated=[row for row in shown if row.id in {mine.id for mine in own}],
        own=own,
        here=[row for row, _ in here],
    )


async def _of_new_thread(request: Request) -> list[tuple[TableRow, int | None]]:
    """Find the table of a new thread that is not stored yet: a thread has the id of its message, the lobby card."""
    thread, store = request.interaction.channel, request.services.store
    if not isinstance(thread, discord.Thread):
        return []
    for row, known in await store.tables_in_channel(thread.parent_id):
        place = None if known else await store.place(row.id)
        if place is not None and place.lobby_message_id == thread.id:
            return [(row, thread.id)]
    return []


async def table_near(request: Request) -> TableRow | None:
    """Return the row of this thread's table, else of one of the person's own; for questions about its game only."""
    near = await _near(request)
    return next(iter([*near.of_thread, *near.seated, *near.own]), None)


async def table_names(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the person's own tables, then open ones of the server that they see."""
    interaction, store = request.interaction, request.services.store
    names = [row.name for row, _ in await store.tables_of_person(request.person.key)]
    if interaction.guild_id is not None:
        open_ones = await store.running(interaction.guild_id)
        seen = {channel_id: sees(interaction, channel_id) for channel_id in {row.channel_id for row in open_ones}}
        names += [row.name for row in open_ones if seen[row.channel_id] or request.organises_guild]
    fitting = [name for name in dict.fromkeys(names) if typed.casefold() in name.casefold()]
    return [app_commands.Choice(name=name, value=name) for name in fitting[:25]]


async def check_rights(request: Request, loaded: LoadedTable) -> None:
    """Raise RequestRefused unless the person may use the table from here."""
    table, roles = loaded.table, roles_of(loaded.table, request.person.key)
    if request.is_at_home_of(loaded):
        member = Role.MEMBER if sees(request.interaction, loaded.row.channel_id) else NOBODY
        check_here(table, roles | member | (Role.ORGANISER if request.organises(loaded) else NOBODY))
        await _check_unbanned(request, loaded)
        return
    right = right_to(request.press.verb, request.command)
    place = await request.services.table_contexts.place(loaded)
    channel = f"<#{place.thread_id or loaded.row.channel_id}>"
    check_away(table, roles, right, channel)
    if right.member:
        members = request.services.publisher.rendering.member_left
        check_member(table, await members.is_member(loaded.row.guild_id, request.interaction.user.id), channel)
    await _check_unbanned(request, loaded)


async def _check_unbanned(request: Request, loaded: LoadedTable) -> None:
    if right_to(request.press.verb, request.command).unbanned:
        await request.services.bans.check(loaded.row.guild_id, request.interaction.user.id)


def sees(interaction: discord.Interaction[Bot], channel_id: int) -> bool:
    """Return whether the person sees a channel of the server where they ask."""
    if channel_id in (interaction.channel_id, getattr(interaction.channel, "parent_id", None)):
        return True
    guild, person = interaction.guild, interaction.user
    channel = guild.get_channel_or_thread(channel_id) if guild else None
    if channel is None or not isinstance(person, discord.Member):
        return False
    if isinstance(channel, discord.Thread):
        if channel.parent is None:
            return False
        has = channel.permissions_for(person)  # Discord does not tell us the members of a private thread
        return has.view_channel and (has.manage_threads or not channel.is_private())
    return channel.permissions_for(person).view_channel
