"""Which table is meant: by its name, else this thread's, else the one of one's own that is due soonest."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.app import Bot
from bot.facts import Refused, fact
from bot.store import TableRow
from bot.tables import Kept
from cogs.answering import Ask
from rules.game import Fact


async def pressed(ask: Ask) -> Kept | Fact:
    """The table of the pressed button."""
    kept = None if ask.press.table is None else await ask.club.tables.get(ask.press.table)
    return kept or fact(Refused.NO_TABLE, name="")


async def meant(ask: Ask, name: str | None) -> Kept | Fact:
    """The table that a command means."""
    row = await (_named(ask, name) if name else _nearest(ask))
    kept = None if row is None else await ask.club.tables.get(row.id)
    if kept is not None:
        return kept
    return fact(Refused.NO_TABLE, name=name) if name else fact(Refused.NO_TABLE_OF_YOURS)


async def mine(ask: Ask, name: str | None) -> tuple[Kept, int] | Fact:
    """The table that a command means, and the person's seat at it."""
    kept = await meant(ask, name)
    return kept if isinstance(kept, Fact) else seat_at(ask, kept)


def seat_at(ask: Ask, kept: Kept) -> tuple[Kept, int] | Fact:
    """The person's seat at a table."""
    seat = kept.table.seat_of(ask.person.key)
    return fact(Refused.NOT_AT_TABLE, table=kept.table.name) if seat is None else (kept, seat)


async def _named(ask: Ask, name: str) -> TableRow | None:
    own = [row for row, _ in await ask.club.store.of_person(ask.person.key)]
    found = next((row for row in own if row.name.casefold() == name.strip().casefold()), None)
    if found is None and ask.interaction.guild_id is not None:
        found = await ask.club.store.by_name(ask.interaction.guild_id, name.strip())
    return found


async def _nearest(ask: Ask) -> TableRow | None:
    own = [row for row, _ in await ask.club.store.of_person(ask.person.key)]
    channel = ask.interaction.channel_id
    here = [] if channel is None else await ask.club.store.by_channel(channel)
    seated_here = [row for row in here if row.id in {mine.id for mine in own}]
    return next(iter([*seated_here, *here[:1], *own]), None)


async def table_names(interaction: discord.Interaction[Bot], typed: str) -> list[app_commands.Choice[str]]:
    """For autocomplete: the person's own tables, then the others that are open in the server."""
    club = interaction.client.club
    person = await club.people.meet(interaction.user.id, interaction.user.display_name, club.now())
    names = [row.name for row, _ in await club.store.of_person(person.key)]
    if interaction.guild_id is not None:
        names += [row.name for row in await club.store.open_in_guild(interaction.guild_id)]
    fitting = [name for name in dict.fromkeys(names) if typed.casefold() in name.casefold()]
    return [app_commands.Choice(name=name, value=name) for name in fitting[:25]]
