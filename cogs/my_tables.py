"""The list of a person's tables, in any server: `/mytables` and its buttons."""

from __future__ import annotations

from bot.discord_api import custom_ids
from bot.messages.overview.tables import MyTablesScene, Waiting, in_order
from bot.store import SeatRow, TableRow
from bot.tables.costs import Cost
from bot.tables.rights import GuildRights
from cogs.buttons import button
from cogs.commands import command
from cogs.finding import known_table
from cogs.request import Private, Redraw, Request, Response


@button("mytables", right=GuildRights.ALL, cost=Cost.READ)
@command("mytables", right=GuildRights.ALL, cost=Cost.READ)
async def my_tables(request: Request) -> Response:
    own = await request.services.store.tables_of_person(request.person.key)
    lines = [line for row, seat in own if (line := await _waiting(request, row, seat)) is not None]
    page = request.argument
    scene = MyTablesScene(in_order(lines), custom_ids.number(page) or 0)
    return Redraw(scene) if page else Private(scene)


async def _waiting(request: Request, row: TableRow, seat: SeatRow) -> Waiting | None:
    if (loaded := await known_table(request, row.id)) is None:
        return None
    head = await request.head(loaded)
    guild = request.interaction.client.get_guild(row.guild_id)
    turn = None if row.turn_seat is None else head.holders[row.turn_seat]
    mine = row.turn_seat == seat.seat
    due = row.deadline_at // 1000 if row.deadline_at is not None else None
    paused = row.held_at is not None or (loaded.table.rests and not mine)
    return Waiting(head, row.stage, mine, turn, due, guild.name if guild else "", paused)
