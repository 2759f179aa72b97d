"""Opening, organising and finding tables: `/table …`, `/mytables`, `/tables`, and their buttons."""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import partial
from typing import NamedTuple

import discord
from discord import app_commands

from bot.discord_api import custom_ids, permissions
from bot.discord_api.command_tree import Line
from bot.messages.overview.tables import (
    MoreScene,
    MyTablesScene,
    SuspendedTable,
    TablesScene,
    TableWithRoom,
    Waiting,
    sort_lines,
)
from bot.messages.result.result import FollowingGame
from bot.messages.table.notice import AskScene, WordScene
from bot.publishing.private_answers import Validity
from bot.store import SeatRow, TableRow
from bot.tables import LoadedTable, Location, actions
from bot.tables.cup_tables import seats_to_take
from bot.tables.notes import holds, leaving
from bot.tables.opening import ChannelAccess, NewTable
from bot.tables.rematch import Again
from bot.tables.rights import AGAIN, AGREE_OR_DECIDE, LOOK, ORGANISE, OWN_SEAT, GuildRights, check_playing, own_seat
from bot.tables.seating_conditions import company
from bot.tables.substitution_rules import membership, seats_for
from bot.tables.table import Stage, Table
from bot.tables.table_service import is_installed
from bot.tables.usage_limits import Cost
from bot.texts.notices import Notice, Refusal, RequestRefused, fact
from cogs import finders
from cogs.buttons import button, table_button
from cogs.commands import OfferedChoices, choices, command
from cogs.lobby import invited_guest, lobby_menu
from cogs.pauses_and_absences import written_pace
from cogs.request import Private, Redraw, Reply, Request, Response, private_text
from cogs.settings import known_channels
from rules import registry
from rules.core.contract import Fact

MovableTo = discord.TextChannel | discord.VoiceChannel
"""The channels that `/table move` takes as an option. To move a table to a thread, use the command in that thread."""
PICTURES = discord.Permissions(attach_files=True)
"""Permissions that a table can do without."""


@command("table open", right=GuildRights.AS_WISHED, cost=Cost.OPEN, seats="players")
async def open_table(
    request: Request,
    seats: app_commands.Range[int, 2, 6] | None = None,
    pace: Line | None = None,
    game: Line | None = None,
    invite: discord.Member | None = None,
    private: bool = False,
) -> Response:
    """Open a table in this channel: of the server's first game, for as many as can play it, at the usual pace."""
    played = await _game_to_open(request, game)
    place = await _place_to_open(request)
    written = None if pace is None else await written_pace(request, place.where.guild_id, pace)
    guests = [] if invite is None else [await invited_guest(request, invite, frozenset({request.person.key}))]
    wanted = NewTable(played, seats, written, tuple(person.key for person in guests), private)
    loaded = await _open(request, place, wanted)
    return await lobby_menu(request, loaded, _opened_notice(request, place, loaded.table, [one.name for one in guests]))


async def open_for_friends(request: Request, game: str) -> Response:
    """Open a table for people, as `/table open` does."""
    return await open_table(request, game=game)


async def play_at_once(request: Request, game: str) -> Response:
    """Open a table for a quick game against computers, and start."""
    loaded = await _open(request, await _place_to_open(request), NewTable(game, now=True))
    return Redraw(WordScene(fact(Notice.STARTED, table=loaded.table.name), await request.head(loaded)))


async def _open(request: Request, place: OpeningPlace, wanted: NewTable) -> LoadedTable:
    services, (where, access, _) = request.services, place
    await services.bans.check(where.guild_id, request.interaction.user.id)
    return await services.opening.open(request.person.key, where, access, request.id, wanted)


def _opened_notice(request: Request, place: OpeningPlace, table: Table, guests: Sequence[str]) -> Fact:
    where, _, has = place
    without, channel = permissions.lacking_keys(has, PICTURES), f"<#{where.channel_id}>"
    if without and has.value:
        return fact(Notice.OPENED_WITHOUT_PICTURES, table=table.name, permissions=tuple(without), channel=channel)
    if table.private:
        return fact(Notice.OPENED_PRIVATE, table=table.name)
    if guests:
        return fact(Notice.OPENED_INVITING, table=table.name, name=guests[0])
    if where.channel_id != request.interaction.channel_id:
        return fact(Notice.OPENED_AS_POST, table=table.name, channel=channel)
    return fact(Notice.OPENED, table=table.name)


class OpeningPlace(NamedTuple):
    """The place where a table opens, the rights of the person and the bot there, and all permissions of the bot."""

    where: Location
    access: ChannelAccess
    has: discord.Permissions


async def _place_to_open(request: Request) -> OpeningPlace:
    """Return where a table opens, and what the bot may do there: here, or in the server's forum for tables."""
    where, access = await location(request, request.interaction.channel), _access_here(request)
    forum_id = await request.services.opening.forum_instead(where, access)
    forum = request.interaction.guild and request.interaction.guild.get_channel(forum_id or 0)
    if not isinstance(forum, discord.ForumChannel):
        return OpeningPlace(where, access, request.interaction.app_permissions)
    return OpeningPlace(
        where._replace(channel_id=forum.id),
        _access_to(request, forum, access),
        forum.permissions_for(forum.guild.me),
    )


async def _game_to_open(request: Request, typed: str | None) -> str:
    return finders.named_game(request, typed) if typed else (await finders.games_here(request))[0]


async def location(request: Request, channel: object) -> Location:
    guild_id = request.interaction.guild_id
    if not isinstance(channel, MovableTo | discord.Thread) or guild_id is None:
        raise RequestRefused(fact(Refusal.NOT_HERE))
    language = (await request.services.guilds.preferences(guild_id)).language
    return Location(guild_id, channel.id, language or str(request.interaction.guild_locale or "en"))


def _access_here(request: Request) -> ChannelAccess:
    """Return what the person and the bot may do where the person asks."""
    channel, guild = request.interaction.channel, request.interaction.guild
    return ChannelAccess(
        organises=request.organises_guild,
        lacking=_missing_permissions(
            request.interaction.app_permissions, in_thread=isinstance(channel, discord.Thread)
        ),
        parent_id=channel.parent_id if isinstance(channel, discord.Thread) else None,
        known=known_channels(guild),
        forums=frozenset() if guild is None else frozenset(forum.id for forum in guild.forums),
        hides=_has_private_threads(channel, request.interaction.app_permissions),
        hiding=_private_thread_channels(request),
    )


def _has_private_threads(channel: object, has: discord.Permissions) -> bool:
    """Return whether the bot may open private threads in a channel where it `has` these permissions (0: unknown)."""
    return permissions.has_private_threads(channel, has if has.value else permissions.HIDING)


def _private_thread_channels(request: Request) -> tuple[int, ...]:
    """Return the channels that the person sees where the bot may open private threads, from top to bottom."""
    guild = request.interaction.guild
    return tuple(
        channel.id
        for channel in (guild.text_channels if guild else ())
        if finders.sees(request.interaction, channel.id)
        and _has_private_threads(channel, channel.permissions_for(channel.guild.me))
    )


def _access_to(request: Request, channel: MovableTo | discord.ForumChannel, here: ChannelAccess) -> ChannelAccess:
    """Return what the person and the bot may do in another channel."""
    user, has = request.interaction.user, channel.permissions_for(channel.guild.me)
    writes = not isinstance(user, discord.Member) or channel.permissions_for(user).send_messages
    lacking = _missing_permissions(has, in_forum=isinstance(channel, discord.ForumChannel))
    return here._replace(writes=writes, lacking=lacking, parent_id=None, hides=_has_private_threads(channel, has))


def access_to_channel(request: Request, channel: object) -> ChannelAccess:
    """Return what the person and the bot may do in this channel, or in that of this thread."""
    here = _access_here(request)
    is_thread = isinstance(request.interaction.channel, discord.Thread)
    return _access_to(request, channel, here) if is_thread and isinstance(channel, MovableTo) else here


def _missing_permissions(
    has: discord.Permissions, *, in_thread: bool = False, in_forum: bool = False
) -> tuple[str, ...]:
    if not has.value:  # none at all: Discord has not sent them
        return ()
    wanted = permissions.needed_for_table(has, in_thread=in_thread, in_forum=in_forum)
    return tuple(permissions.lacking_keys(has, wanted))


@command("table move", finders.table_to_view, right=ORGANISE, cost=Cost.NOTIFY)
async def move(request: Request, loaded: LoadedTable, channel: MovableTo | None = None) -> Response:
    services = request.services
    where = await location(request, channel or request.interaction.channel)
    access = _access_here(request)._replace(organises=request.organises(loaded))
    if channel is not None:
        access = _access_to(request, channel, access)
    place = await services.table_contexts.place(loaded)
    left = place.thread_id or loaded.row.channel_id
    try:
        await services.opening.move(loaded, request.person.key, where, access, left, request.id)
    except RequestRefused as refused:
        if refused.why.kind is Refusal.MOVED_ALREADY:
            await services.publisher.renew_card(loaded)
        raise
    return private_text(fact(Notice.MOVED, table=loaded.table.name, channel=f"<#{where.channel_id}>"))


@table_button("rematch", right=AGAIN, cost=Cost.OPEN)
async def rematch(request: Request, loaded: LoadedTable) -> Response:
    """Ask for a rematch, or take part in it. In one's own message about the end, it says there what follows."""
    if (how := request.argument or Again.SAME) not in list(Again):
        raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON))
    access = _access_for_rematch(request, loaded)
    new = await request.services.opening.rematch(loaded, request.person.key, access, request.id, Again(how))
    following = await _following_game(request, new)
    seat = loaded.table.seat_of(request.person.key)
    if loaded.table.stage is Stage.OVER and request.is_in_private and seat is not None:
        context = await request.context(loaded)
        return Redraw(await request.services.own_ends.scene(loaded, context, seat, following))
    return Private(WordScene(following.what, following.head))


def _access_for_rematch(request: Request, loaded: LoadedTable) -> ChannelAccess:
    guild = request.interaction.client.get_guild(loaded.row.guild_id)
    channel = guild and guild.get_channel_or_thread(loaded.row.channel_id)
    return ChannelAccess(
        organises=request.organises(loaded),
        parent_id=channel.parent_id if isinstance(channel, discord.Thread) else None,
        known=known_channels(guild),
        hides=isinstance(channel, discord.TextChannel)
        and _has_private_threads(channel, channel.permissions_for(channel.guild.me)),
        hiding=_private_thread_channels(request),
    )


async def _following_game(request: Request, new: LoadedTable) -> FollowingGame:
    """Return what is to be said of a rematch: that it has begun, or whom it waits for."""
    head, seat, table = await request.head(new), new.table.seat_of(request.person.key), new.table
    awaited = tuple(holder.kept_for for holder in head.holders if holder.kept_for)
    if table.stage is not Stage.LOBBY:
        what = fact(Notice.REMATCH_WITHOUT if seat is None else Notice.REMATCH_BEGUN, table=table.name)
    elif seat is None:
        opener = (await request.context(new)).holders[table.opener]
        what = fact(Notice.REMATCH_OTHER, table=table.name, name=opener.name)
    elif awaited:
        what = fact(Notice.REMATCH_WAITS, table=table.name, name=awaited)
    else:
        what = fact(Notice.REMATCH_ROOM, table=table.name)
    return FollowingGame(head, what, seat)


@table_button("more", right=LOOK, reply=Reply.ANEW, cost=Cost.READ)
async def show_more(request: Request, loaded: LoadedTable) -> Response:
    table = loaded.table
    if table.stage is Stage.LOBBY:
        return await lobby_menu(request, loaded)
    seated, running = table.seat_of(request.person.key) is not None, table.stage is Stage.PLAYING
    theirs, is_here = await finders.roles(request, loaded), request.is_at_home_of(loaded)
    free = tuple(seats_to_take(table, request.person.key)) if running and not seated else ()
    scene = MoreScene(
        head=await request.head(loaded),
        seated=seated and running,
        resigns_at_once=_resigns_at_once(table),
        may_pause=running and AGREE_OR_DECIDE.is_of(theirs, is_here=is_here),
        may_close=running and ORGANISE.is_of(theirs, is_here=is_here) and table.match is None,
        paused=table.paused or table.rests,
        open_seats=free,
    )
    return Private(scene)


@table_button("resign", right=OWN_SEAT, reply=Reply.ANEW, cost=Cost.NOTIFY)
async def resign(request: Request, loaded: LoadedTable) -> Response:
    """Ask whether to resign; whoever is alone with computers does so at once, and can take the seat back."""
    own_seat(loaded.table, request.person.key)
    check_playing(loaded.table)
    if _resigns_at_once(loaded.table):
        return Private(*await _resign(request, loaded))
    is_last = loaded.table.humans == {request.person.key}
    question = fact(Notice.ASK_RESIGN_ALONE if is_last else Notice.ASK_RESIGN, table=loaded.table.name)
    return Private(AskScene(await request.head(loaded), question, "resign-yes"))


def _resigns_at_once(table: Table) -> bool:
    """Return whether somebody resigns without being asked: alone with computers, they can take the seat back."""
    return table.is_alone and table.match is None


@table_button("resign-yes", right=OWN_SEAT, cost=Cost.NOTIFY)
async def resign_yes(request: Request, loaded: LoadedTable) -> Response:
    scene, validity = await _resign(request, loaded)
    return Redraw(scene, validity=validity)


async def _resign(request: Request, loaded: LoadedTable) -> tuple[WordScene, Validity]:
    """Give the person's seat up; return what is told of it, and how long."""
    seat = loaded.table.seat_of(request.person.key)
    after = (await request.submit(loaded, actions.Resign(request.person.key))).table
    kind = leaving(Notice.RESIGNED, after)
    what = fact(kind, table=after.name, seat=seat or 0, name=request.person.name)
    return WordScene(what, await request.head(loaded)), Validity(after.id, partial(holds, what))


@choices("table open", "seats")
async def seat_counts(request: Request, _: str) -> OfferedChoices:
    game = await _game_to_open(request, getattr(request.interaction.namespace, "game", None))
    return [app_commands.Choice(name=str(count), value=count) for count in registry.game(game).seats]


@choices("table open", "game")
async def games(request: Request, typed: str) -> OfferedChoices:
    return await finders.game_names(request, typed, await finders.games_here(request))


@button("mytables", right=GuildRights.ALL, cost=Cost.READ)
@command("mytables", right=GuildRights.ALL, cost=Cost.READ)
async def my_tables(request: Request) -> Response:
    own = await request.services.store.tables_of_person(request.person.key)
    lines = [line for row, seat in own if (line := await _waiting_line(request, row, seat)) is not None]
    suspended = [_suspended_table(row, _guild_name(request, row)) for row, _ in own if not is_installed(row)]
    page = request.argument
    scene = MyTablesScene((*sort_lines(lines), *suspended), custom_ids.number(page) or 0)
    return Redraw(scene) if page else Private(scene)


async def _waiting_line(request: Request, row: TableRow, seat: SeatRow) -> Waiting | None:
    if (loaded := await finders.known_table(request, row.id)) is None:
        return None
    head = await request.head(loaded)
    turn = None if row.turn_seat is None else head.holders[row.turn_seat]
    mine = row.turn_seat == seat.seat
    due = row.deadline_at // 1000 if row.deadline_at is not None else None
    paused = row.held_at is not None or (loaded.table.rests and not mine)
    return Waiting(head, row.stage, mine, turn, due, _guild_name(request, row), paused)


def _guild_name(request: Request, row: TableRow) -> str:
    guild = request.interaction.client.get_guild(row.guild_id)
    return guild.name if guild else ""


def _suspended_table(row: TableRow, where: str) -> SuspendedTable:
    return SuspendedTable(row.name, where, row.game)


@button("tables", right=GuildRights.ALL, cost=Cost.READ)
@command("tables", right=GuildRights.ALL, cost=Cost.READ)
async def tables_with_room(request: Request) -> Response:
    """Show the tables in channels that the person sees, where they may take a seat."""
    guild_id, page = request.interaction.guild_id, request.argument
    if guild_id is None:
        raise RequestRefused(fact(Refusal.NOT_IN_SERVER))
    await request.services.bans.check(guild_id, request.interaction.user.id)
    rows = await request.services.store.tables_with_room(guild_id)
    blockers = (await request.services.store.blocks(request.person.key)).by
    lines = [line for row in rows if (line := await _line(request, row, blockers)) is not None]
    invited_first = sorted(lines, key=lambda line: not line.is_invited)
    suspended = [_suspended_table(row, f"<#{row.channel_id}>") for row in await finders.suspended_tables(request, rows)]
    scene = TablesScene((*invited_first, *suspended), custom_ids.number(page) or 0)
    return Redraw(scene) if page else Private(scene)


async def _line(request: Request, row: TableRow, blockers: Set[str]) -> TableWithRoom | None:
    """Return the line of a table; None if the person may take no seat there. `blockers`: who has blocked them."""
    services = request.services
    loaded = await finders.known_table(request, row.id)
    if loaded is None or company(loaded.table) & blockers:
        return None
    seats = seats_for(loaded.table, request.person.key, membership(request.joined_at, services.now()))
    if not seats:
        return None
    place = await services.table_contexts.place(loaded)
    language = (await services.guilds.reader(row.guild_id, row.language)).words.language
    is_playing = loaded.table.stage is Stage.PLAYING
    is_invited = any(seat.kept_for == request.person.key for seat in loaded.table.seats)
    channel = place.thread_id or row.channel_id
    return TableWithRoom(await request.head(loaded), seats, channel, is_playing, language, is_invited)
