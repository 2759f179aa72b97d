"""Which table is meant: by its name, else this thread's, else the one of one's own that is due soonest.

What one does (`/hand`, `/play`) is meant for a table that one plays at; what one looks at (`/why`, `/record`) for this
thread's, even when it is over or others'.
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
    """The table of the pressed button."""
    loaded = None if ask.press.table is None else await ask.club.tables.get(ask.press.table)
    return fact(Refusal.NO_TABLE, name="") if loaded is None else await let_in(ask, loaded)


def at_pressed(doing: Callable[[Request, LoadedTable], Awaitable[Response]]) -> Handler:
    """The handler of a button that does something at its table."""

    async def handler(ask: Request) -> Response:
        loaded = await pressed(ask)
        return word(loaded) if isinstance(loaded, Fact) else await doing(ask, loaded)

    return handler


async def meant(ask: Request, name: str | None) -> LoadedTable | Fact:
    """The table that a command looks at: this thread's, else one of one's own, else another that is here."""
    return await _kept(ask, name, lambda near: [*near.of_thread, *near.played])


async def own(ask: Request, name: str | None) -> LoadedTable | Fact:
    """The table at which a command does something: one that the person plays at, this thread's first."""
    return await _kept(ask, name, lambda near: near.played)


async def opened(ask: Request, name: str | None) -> LoadedTable | Fact:
    """The table that is to be closed: this thread's, else a lobby or table of one's own in this channel."""
    return await _kept(ask, name, lambda near: [*near.of_thread, *near.seated, *near.played])


async def mine(ask: Request, name: str | None) -> tuple[LoadedTable, int] | Fact:
    """The table at which a command does something, and the person's seat at it."""
    loaded = await own(ask, name)
    return loaded if isinstance(loaded, Fact) else seat_at(ask, loaded)


async def _kept(ask: Request, name: str | None, order: Callable[[Near], Sequence[TableRow]]) -> LoadedTable | Fact:
    row = await _named(ask, name) if name else next(iter(order(await _near(ask))), None)
    loaded = None if row is None else await ask.club.tables.get(row.id)
    if loaded is not None:
        return await let_in(ask, loaded)
    return fact(Refusal.NO_TABLE, name=name) if name else fact(Refusal.NO_TABLE_OF_YOURS)


def seat_at(ask: Request, loaded: LoadedTable) -> tuple[LoadedTable, int] | Fact:
    """The person's seat at a table."""
    seat = loaded.table.seat_of(ask.person.key)
    if seat is not None:
        return loaded, seat
    held = any(tenure.person == ask.person.key for tenure in loaded.table.tenures)
    return fact(Refusal.SEAT_LOST if held else Refusal.NOT_AT_TABLE, table=loaded.table.name)


async def _named(ask: Request, name: str) -> TableRow | None:
    """The table of a name: an open one of this server (one's own first), one's own elsewhere, a finished one here."""
    guild_id, called = ask.interaction.guild_id, name.strip()
    own = [row for row, _ in await ask.club.store.of_person(ask.person.key) if row.name.casefold() == called.casefold()]
    here = None if guild_id is None else await ask.club.store.by_name(guild_id, called)
    open_here = [here] if here is not None and here.stage in (Stage.LOBBY, Stage.PLAYING) else []
    found = [*(row for row in own if row.guild_id == guild_id), *open_here, *own, here]
    return found[0]


class Near(NamedTuple):
    """The tables that may be meant without a name."""

    of_thread: list[TableRow]
    """This thread's, the open ones first."""
    seated: list[TableRow]
    """One's own that are shown in this thread or channel."""
    own: list[TableRow]
    """One's own anywhere, those that wait for one's own play first, of each the one due soonest."""
    here: list[TableRow]
    """Those of this thread or opened in this channel, the open ones first."""

    @property
    def played(self) -> list[TableRow]:
        """All, those in play first: one's own here, one's own elsewhere; then what else is here."""
        mine = [*self.seated, *self.own]
        return [*(row for row in mine if row.stage == Stage.PLAYING), *mine, *self.here]


async def _near(ask: Request) -> Near:
    found = await ask.club.store.of_person(ask.person.key)
    own = [row for row, _ in sorted(found, key=lambda one: one[0].turn_seat != one[1].seat)]
    channel = ask.interaction.channel_id
    here = [] if channel is None else await ask.club.store.by_channel(channel)
    here = here or await _of_new_thread(ask)
    shown = [row for row, thread in here if thread in (None, channel)]
    return Near(
        of_thread=[row for row, thread in here if thread == channel],
        seated=[row for row in shown if row.id in {mine.id for mine in own}],
        own=own,
        here=[row for row, _ in here],
    )


async def _of_new_thread(ask: Request) -> list[tuple[TableRow, int | None]]:
    """The table whose thread has just been made, and is not written down yet: it has the id of the lobby card."""
    thread, store = ask.interaction.channel, ask.club.store
    if not isinstance(thread, discord.Thread):
        return []
    for row, known in await store.by_channel(thread.parent_id):
        place = None if known else await store.where(row.id)
        if place is not None and place.lobby_message_id == thread.id:
            return [(row, thread.id)]
    return []


async def table_names(interaction: discord.Interaction[Bot], typed: str) -> list[app_commands.Choice[str]]:
    """For autocomplete: the person's own tables, then the others that are open in the server where they see them."""
    club = interaction.client.club
    person = await met(interaction)
    names = [row.name for row, _ in await club.store.of_person(person.key)]
    if interaction.guild_id is not None:
        open_ones = await club.store.open_in_guild(interaction.guild_id)
        seen = {channel_id: sees(interaction, channel_id) for channel_id in {row.channel_id for row in open_ones}}
        names += [row.name for row in open_ones if seen[row.channel_id] or interaction.permissions.manage_guild]
    fitting = [name for name in dict.fromkeys(names) if typed.casefold() in name.casefold()]
    return [app_commands.Choice(name=name, value=name) for name in fitting[:25]]
