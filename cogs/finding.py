"""Which table a command or button means: by name, by thread, or the person's own that is due soonest.

A command that does something (`/hand`, `/play`) means a table at which the person plays. A command that only looks
(`/why`, `/record`) means the table of this thread, even if it is over or the person does not play there.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

import discord
from discord import app_commands

from bot.app import Bot
from bot.store import TableRow
from bot.tables import LoadedTable
from bot.tables.table import Stage
from bot.texts.notices import Refusal, fact
from cogs.request import Handler, Request, Response, met, word
from cogs.rights import let_in, sees
from rules.core.contract import Fact


async def pressed(ask: Request) -> LoadedTable | Fact:
    """Return the table of the pressed button, or the refusal."""
    loaded = None if ask.press.table is None else await ask.services.tables.get(ask.press.table)
    return fact(Refusal.NO_TABLE, name="") if loaded is None else await let_in(ask, loaded)


def at_pressed(doing: Callable[[Request, LoadedTable], Awaitable[Response]]) -> Handler:
    """Return the handler of a button that does something at its table."""

    async def handler(ask: Request) -> Response:
        loaded = await pressed(ask)
        return word(loaded) if isinstance(loaded, Fact) else await doing(ask, loaded)

    return handler


async def meant(ask: Request, name: str | None) -> LoadedTable | Fact:
    """Return the table that a command looks at: this thread's, else one of the person's own, else another one here."""
    return await _kept(ask, name, lambda near: [*near.of_thread, *near.played])


async def own(ask: Request, name: str | None) -> LoadedTable | Fact:
    """Return the table at which a command does something: one at which the person plays, this thread's first."""
    return await _kept(ask, name, lambda near: near.played)


async def opened(ask: Request, name: str | None) -> LoadedTable | Fact:
    """Return the table to close: this thread's, else a lobby or table of the person's own in this channel."""
    return await _kept(ask, name, lambda near: [*near.of_thread, *near.seated, *near.played])


async def mine(ask: Request, name: str | None) -> tuple[LoadedTable, int] | Fact:
    """Return the table at which a command does something, and the person's seat; or the refusal."""
    loaded = await own(ask, name)
    return loaded if isinstance(loaded, Fact) else seat_at(ask, loaded)


async def _kept(ask: Request, name: str | None, order: Callable[[Near], Sequence[TableRow]]) -> LoadedTable | Fact:
    row = await _named(ask, name) if name else next(iter(order(await _near(ask))), None)
    loaded = None if row is None else await ask.services.tables.get(row.id)
    if loaded is not None:
        return await let_in(ask, loaded)
    return fact(Refusal.NO_TABLE, name=name) if name else fact(Refusal.NO_TABLE_OF_YOURS)


def seat_at(ask: Request, loaded: LoadedTable) -> tuple[LoadedTable, int] | Fact:
    """Return the table with the person's seat, or the refusal if they hold none."""
    seat = loaded.table.seat_of(ask.person.key)
    if seat is not None:
        return loaded, seat
    held = any(tenure.person == ask.person.key for tenure in loaded.table.tenures)
    return fact(Refusal.SEAT_LOST if held else Refusal.NOT_AT_TABLE, table=loaded.table.name)


async def _named(ask: Request, name: str) -> TableRow | None:
    """Find a table by name: an open one of this server (own ones first), an own one elsewhere, a finished one here."""
    guild_id, called = ask.interaction.guild_id, name.strip()
    own = [
        row
        for row, _ in await ask.services.store.tables_of_person(ask.person.key)
        if row.name.casefold() == called.casefold()
    ]
    here = None if guild_id is None else await ask.services.store.table_by_name(guild_id, called)
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


async def _near(ask: Request) -> Near:
    found = await ask.services.store.tables_of_person(ask.person.key)
    own = [row for row, _ in sorted(found, key=lambda one: one[0].turn_seat != one[1].seat)]
    channel = ask.interaction.channel_id
    here = [] if channel is None else await ask.services.store.tables_in_channel(channel)
    here = here or await _of_new_thread(ask)
    shown = [row for row, thread in here if thread in (None, channel)]
    return Near(
        of_thread=[row for row, thread in here if thread == channel],
        seated=[row for row in shown if row.id in {mine.id for mine in own}],
        own=own,
        here=[row for row, _ in here],
    )


async def _of_new_thread(ask: Request) -> list[tuple[TableRow, int | None]]:
    """Find the table of a new thread that is not stored yet: a thread has the id of its message, the lobby card."""
    thread, store = ask.interaction.channel, ask.services.store
    if not isinstance(thread, discord.Thread):
        return []
    for row, known in await store.tables_in_channel(thread.parent_id):
        place = None if known else await store.place(row.id)
        if place is not None and place.lobby_message_id == thread.id:
            return [(row, thread.id)]
    return []


async def table_names(interaction: discord.Interaction[Bot], typed: str) -> list[app_commands.Choice[str]]:
    """Return the choices for autocomplete: the person's own tables, then open tables of the server that they see."""
    services = interaction.client.services
    person = await met(interaction)
    names = [row.name for row, _ in await services.store.tables_of_person(person.key)]
    if interaction.guild_id is not None:
        open_ones = await services.store.running_in_guild(interaction.guild_id)
        seen = {channel_id: sees(interaction, channel_id) for channel_id in {row.channel_id for row in open_ones}}
        names += [row.name for row in open_ones if seen[row.channel_id] or interaction.permissions.manage_guild]
    fitting = [name for name in dict.fromkeys(names) if typed.casefold() in name.casefold()]
    return [app_commands.Choice(name=name, value=name) for name in fitting[:25]]
