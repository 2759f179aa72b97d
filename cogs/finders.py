"""The choice of the table for a command or button, and the check of rights before it is reached.

A table is found by its name, by the thread, or as the person's own that is due soonest. A command that does something
(`/hand`, `/play`) means a table at which the person plays. A command that only looks (`/replay`, `/record`) means the
table of this thread, even if it is over or the person does not play there.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

import discord
from discord import app_commands

from bot.app import Bot
from bot.members.preferences import GuildPreferences
from bot.messages.kit import ui
from bot.store import LOST_NUMBERS, TableRow
from bot.tables import LoadedTable
from bot.tables.actions import Open
from bot.tables.results import ENDED
from bot.tables.rights import Right, Role, Sight, check_away, check_here, check_member, roles_here, roles_of
from bot.tables.table import Stage
from bot.tables.table_service import is_installed
from bot.texts import game_and_name, offered_games, offered_name
from bot.texts.notices import Refusal, RequestRefused, fact
from cogs.request import Request

"""The number of choices that Discord shows."""


async def pressed_table(request: Request) -> LoadedTable:
    """Return the table of the pressed button. Raises RequestRefused, as all functions here do."""
    loaded = None if request.press.table is None else await request.services.tables.get(request.press.table)
    if loaded is None:
        await _check_pressed_game(request)
        lost_table = await lost_refusal(request, Numbered.TABLES, request.press.table)
        raise RequestRefused(fact(lost_table) if lost_table else fact(Refusal.NO_TABLE, name=""))
    await check_rights(request, loaded)
    return loaded


async def known_table(request: Request, table_id: int | None) -> LoadedTable | None:
    """Return the table with a number, which anybody can write; None if the person may not know of it."""
    loaded = None if table_id is None else await request.services.tables.get(table_id)
    return None if loaded is None or not await roles(request, loaded) else loaded


async def table_to_view(request: Request, name: str | None) -> LoadedTable:
    """Return the table that a command looks at: this thread's, else one of the person's own, else another one here."""
    return await _table(request, name, lambda near: [*near.of_thread, *near.played])


async def table_to_play(request: Request, name: str | None) -> LoadedTable:
    """Return the table at which a command does something: one at which the person plays, this thread's first."""
    return await _table(request, name, lambda near: near.played)


async def _table(request: Request, name: str | None, order: Callable[[Near], Sequence[TableRow]]) -> LoadedTable:
    rows = await _tables_by_name(request, name.strip()) if name else order(await _tables_near(request))
    if rows and not is_installed(rows[0]) and request.interaction.channel_id in await _places(request, rows[0]):
        await _check_game(request, rows[0])
    loaded = await anext(_known_tables(request, rows), None)
    if loaded is None:
        for row in rows:
            await _check_game(request, row)
        raise RequestRefused(fact(Refusal.NO_TABLE, name=name) if name else fact(Refusal.NO_TABLE_OF_YOURS))
    await check_rights(request, loaded)
    return loaded


async def _check_pressed_game(request: Request) -> None:
    """Raise RequestRefused if the table of the pressed button waits for its game, and the person may know of it."""
    row = None if request.press.table is None else await request.services.store.row(request.press.table)
    if row is not None:
        await _check_game(request, row)


async def _check_game(request: Request, row: TableRow) -> None:
    """Raise RequestRefused if this table waits for its game, which is not installed, and the person may know of it."""
    if is_installed(row):
        return
    seated = {own.id for own, _ in await request.services.store.tables_of_person(request.person.key)}
    if row.id in seated or request.interaction.channel_id in await _places(request, row):
        if row.stage in ENDED:
            raise RequestRefused(fact(Refusal.PAST_GAME_NOT_INSTALLED, name=row.name, of_game=row.game))
        raise RequestRefused(fact(Refusal.GAME_NOT_INSTALLED, table=row.name, of_game=row.game))


async def suspended_tables(request: Request, rows: Iterable[TableRow]) -> list[TableRow]:
    """Return those of these tables of the server that wait for their game, and of which anybody may know who asks."""
    waiting = [row for row in rows if not is_installed(row) and sees(request.interaction, row.channel_id)]
    opened = [(table, (await request.services.tables.record(table.id))[0].action) for table in waiting]
    return [row for row, action in opened if isinstance(action, Open) and not action.private]


async def _places(request: Request, row: TableRow) -> set[int | None]:
    """Return the channel and the thread of a table."""
    place = await request.services.store.place(row.id)
    return {row.channel_id, row.channel_id if place is None else place.thread_id}


async def _tables_by_name(request: Request, name: str) -> list[TableRow]:
    """Return the tables of a name: the person's own here, open ones here, own ones elsewhere, finished ones here."""
    guild_id, store = request.interaction.guild_id, request.services.store
    own = [row for row, _ in await store.tables_of_person(request.person.key) if row.name.casefold() == name.casefold()]
    here = [] if guild_id is None else await store.tables_by_name(guild_id, name)
    open_here = [row for row in here if row.stage in (Stage.LOBBY, Stage.PLAYING)]
    return [*(row for row in own if row.guild_id == guild_id), *open_here, *own, *here]


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


async def _tables_near(request: Request) -> Near:
    found = await request.services.store.tables_of_person(request.person.key)
    own = [row for row, _ in sorted(found, key=lambda entry: entry[0].turn_seat != entry[1].seat)]
    channel = request.interaction.channel_id
    here = [] if channel is None else await request.services.store.tables_in_channel(channel)
    here = here or await _tables_of_new_thread(request)
    shown = [row for row, thread in here if thread in (None, channel)]
    return Near(
        of_thread=[row for row, thread in here if thread == channel],
        seated=[row for row in shown if row.id in {own_row.id for own_row in own}],
        own=own,
        here=[row for row, _ in here],
    )


async def _tables_of_new_thread(request: Request) -> list[tuple[TableRow, int | None]]:
    """Find the table of a new thread that is not stored yet: a thread has the id of its message, the lobby card."""
    thread, store = request.interaction.channel, request.services.store
    if not isinstance(thread, discord.Thread):
        return []
    for row, known in await store.tables_in_channel(thread.parent_id):
        place = None if known else await store.place(row.id)
        if place is not None and place.lobby_message_id == thread.id:
            return [(row, thread.id)]
    return []


async def table_near(request: Request) -> LoadedTable | None:
    """Return this thread's table, else one of the person's own; for questions about its game only."""
    near = await _tables_near(request)
    return await anext(_known_tables(request, [*near.of_thread, *near.seated, *near.own]), None)


async def table_names(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the person's own tables, then open ones of the server that they know."""
    guild_id, store = request.interaction.guild_id, request.services.store
    names = [row.name for row, _ in await store.tables_of_person(request.person.key)]
    fitting = [name for name in dict.fromkeys(names) if typed.casefold() in name.casefold()]
    open_ones = [] if guild_id is None else await store.running(guild_id)
    others = (row for row in open_ones if typed.casefold() in row.name.casefold() and row.name not in names)
    async for known in _known_tables(request, others):
        fitting.append(known.row.name)
        if len(fitting) >= ui.MOST_CHOICES:
            break
    return [app_commands.Choice(name=name, value=name) for name in fitting]


async def _known_tables(request: Request, rows: Iterable[TableRow]) -> AsyncIterator[LoadedTable]:
    """Yield those of these tables that the person may know of, where they ask."""
    for row in rows:
        if (loaded := await known_table(request, row.id)) is not None:
            yield loaded


async def roles(request: Request, loaded: LoadedTable) -> Role:
    """Return the person's roles at the table, where they ask; without any, they may not know of it."""
    if not request.is_at_home_of(loaded):
        return roles_of(loaded.table, request.person.key)
    organises = request.organises(loaded)
    return roles_here(loaded.table, request.person.key, await _sight(request, loaded), organises=organises)


async def _sight(request: Request, loaded: LoadedTable) -> Sight:
    here, place = request.interaction.channel, await request.services.table_contexts.place(loaded)
    if isinstance(here, discord.Thread) and here.is_private() and here.id == place.thread_id:
        return Sight.THREAD
    return Sight.CHANNEL if sees(request.interaction, loaded.row.channel_id) else Sight.NOTHING


async def check_rights(request: Request, loaded: LoadedTable) -> None:
    """Raise RequestRefused unless the person may use the table from here."""
    table, theirs = loaded.table, await roles(request, loaded)
    if request.is_at_home_of(loaded):
        check_here(table, theirs, await _sight(request, loaded))
        await _check_unbanned(request, loaded)
        return
    right = _right(request)
    place = await request.services.table_contexts.place(loaded)
    channel = f"<#{place.thread_id or loaded.row.channel_id}>"
    check_away(table, theirs, right, channel)
    if right.member:
        members = request.services.publisher.rendering.member_left
        check_member(table, await members.is_member(loaded.row.guild_id, request.interaction.user.id), channel)
    await _check_unbanned(request, loaded)


def _right(request: Request) -> Right:
    """Return the right at a table to what is asked for. Raises TypeError if that concerns no table."""
    if not isinstance(request.policy.right, Right):
        raise TypeError(f"{request.press.verb or request.command} concerns no table")
    return request.policy.right


async def _check_unbanned(request: Request, loaded: LoadedTable) -> None:
    if _right(request).unbanned:
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


async def meant_game(request: Request, typed: str | None, among: Collection[str] | None = None) -> str:
    """Return the game that a command means. Raises RequestRefused for a name that no game has.

    Without a name: that of this thread's table or of one of the person's own, else the first one of the server. `among`
    are the games that can be meant without a name (None: all).
    """
    if typed:
        return named_game(request, typed)
    near = await table_near(request)
    found = [*([] if near is None else [near.table.game]), *(await games_here(request)), *offered_games()]
    return next((game for game in found if among is None or game in among), found[0])


def named_game(request: Request, typed: str) -> str:
    """Return the game with this name, in the person's language or the program's. Raises RequestRefused."""
    names = {request.translator(f"{game}.name").casefold(): game for game in offered_games()}
    game = names.get(typed.strip().casefold(), typed)
    if game not in offered_games():
        raise RequestRefused(fact(Refusal.UNKNOWN_GAME, game=typed))
    return game


async def pressed_game(request: Request) -> str:
    """Return the game of the pressed button's table, or the one that it names; else the first one of the server.

    A table of which the person may not know is none.
    """
    if (loaded := await known_table(request, request.press.table)) is not None:
        return loaded.table.game
    await _check_pressed_game(request)
    return game_and_name(request.argument)[0] if request.argument else (await games_here(request))[0]


async def games_here(request: Request) -> tuple[str, ...]:
    """Return the games of the server where the person asks; all of them in a direct message."""
    guild_id = request.interaction.guild_id
    found = GuildPreferences() if guild_id is None else await request.services.guilds.preferences(guild_id)
    return found.offered


async def game_names(
    request: Request, typed: str, games: Collection[str] | None = None
) -> list[app_commands.Choice[str]]:
    """Offer these games by name (None: all that there are)."""
    words = request.translator
    names = {words(f"{game}.name"): offered_name(game, words) for game in (offered_games() if games is None else games)}
    found = {name: told for name, told in names.items() if typed.casefold() in told.casefold()}
    return [app_commands.Choice(name=told, value=name) for name, told in found.items()]


class Numbered(StrEnum):
    """The kinds of things whose numbers stand in buttons."""

    TABLES = "tables"
    CUPS = "cups"
    LEAGUES = "leagues"


LOST = {
    Numbered.TABLES: Refusal.LOST_TABLE,
    Numbered.CUPS: Refusal.LOST_CUP,
    Numbered.LEAGUES: Refusal.LOST_LEAGUE,
}


async def lost_refusal(request: Request, kind: Numbered, number: int | None) -> Refusal | None:
    """Return the refusal for something that a restore may have lost, by its number; None: it was something else."""
    noted = json.loads(await request.services.store.get_value(LOST_NUMBERS) or "{}")
    is_lost = number is not None and any(first <= number <= last for first, last in noted.get(kind, ()))
    return LOST[kind] if is_lost else None
