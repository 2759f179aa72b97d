"""Looking back: `/replay`, `/ladder`, `/why`, a rubber's result to copy, and their buttons."""

from __future__ import annotations

import re
from typing import Final

from discord import app_commands

from bot.messages.replay.replay import ReplayScene
from bot.messages.result.result import share_scene
from bot.messages.score.ladders import ladder_scene
from bot.messages.table.why import WhyScene
from bot.tables import LoadedTable
from bot.tables.costs import Cost
from bot.tables.rights import LOOK, LOOK_BY_NAME
from bot.tables.table import Stage
from bot.texts.notices import Refusal, RequestRefused, fact
from cogs.buttons import table_button
from cogs.commands import command
from cogs.finding import table_to_view
from cogs.request import Private, Redraw, Reply, Request, Response
from rules.core.contract import Fact

PLACE: Final = re.compile(r"(\d{1,4})\.(\d{1,4})")
"""A hand and a step in it, as buttons and menus carry them (`3.12`)."""


@table_button("replay", right=LOOK, cost=Cost.READ)
async def replay_pressed(request: Request, loaded: LoadedTable) -> Response:
    """Open a replay, or move within the one that was pressed."""
    args, values = request.press.args, request.values
    found = PLACE.fullmatch("".join(values[:1] or args[:1]))
    hand, step = (int(found[1]), int(found[2])) if found else (None, 0)
    scene = await _scene(request, loaded, hand, step)
    return Redraw(scene) if values or len(args) > 1 else Private(scene)


@command("replay", table_to_view, right=LOOK_BY_NAME, cost=Cost.READ)
async def replay(
    request: Request, loaded: LoadedTable, hand: app_commands.Range[int, 1, 1000] | None = None
) -> Response:
    """Show the beginning of a hand; None: of the last one."""
    return Private(await _scene(request, loaded, hand, 0))


async def _scene(request: Request, loaded: LoadedTable, hand: int | None, step: int) -> ReplayScene:
    """Return a step of a hand; a step beyond the last is the last one."""
    found = await request.services.replays.find(loaded.table, hand)
    if isinstance(found, Fact):
        raise RequestRefused(found, loaded.table.id)
    step = min(step, found.steps)
    return found.scene(await request.past_head(loaded, found.seats(step)), step)


@table_button("share", right=LOOK, reply=Reply.ANEW, cost=Cost.READ)
async def share(request: Request, loaded: LoadedTable) -> Response:
    table = loaded.table
    if table.stage is not Stage.OVER or not table.way:
        raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON))
    return Private(share_scene(table, request.person.key, await request.services.table_contexts.context(loaded)))


@table_button("ladder", right=LOOK, reply=Reply.ANEW, cost=Cost.READ)
@command("ladder", table_to_view, right=LOOK_BY_NAME, cost=Cost.READ)
async def ladder(request: Request, loaded: LoadedTable) -> Response:
    if loaded.table.state is None:
        raise RequestRefused(fact(Refusal.NOT_STARTED, table=loaded.table.name), loaded.table.id)
    return Private(ladder_scene(await request.head(loaded), loaded.table))


@table_button("why", right=LOOK, reply=Reply.ANEW, cost=Cost.READ)
@command("why", table_to_view, right=LOOK_BY_NAME, cost=Cost.READ)
async def why(request: Request, loaded: LoadedTable) -> Response:
    return Private(WhyScene(await request.head(loaded), loaded.table.last_trick))
