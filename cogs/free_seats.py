"""The tables of a server with a free seat: `/tables` and its buttons."""

from __future__ import annotations

from collections.abc import Set

from bot.discord_api import custom_ids
from bot.messages.overview.tables import TablesScene, TableWithRoom
from bot.store import TableRow
from bot.tables.costs import Cost
from bot.tables.personal_blocks import company
from bot.tables.rights import GuildRights
from bot.tables.substitution_rules import membership, seats_for
from bot.tables.table import Stage
from bot.texts.notices import Refusal, RequestRefused, fact
from cogs.buttons import button
from cogs.commands import command
from cogs.finding import known_table
from cogs.request import Private, Redraw, Request, Response


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
    scene = TablesScene(tuple(invited_first), custom_ids.number(page) or 0)
    return Redraw(scene) if page else Private(scene)


async def _line(request: Request, row: TableRow, blockers: Set[str]) -> TableWithRoom | None:
    """Return the line of a table; None if the person may take no seat there. `blockers`: who has blocked them."""
    services = request.services
    loaded = await known_table(request, row.id)
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
