"""Scores and tricks explained: `/ladder`, `/why`, and their buttons."""

from __future__ import annotations

from bot.messages.score.ladders import ladder_scene
from bot.messages.table.why import WhyScene
from bot.tables import LoadedTable
from bot.tables.costs import Cost
from bot.tables.rights import LOOK, LOOK_BY_NAME
from bot.texts.notices import Refusal, RequestRefused, fact
from cogs.buttons import table_button
from cogs.commands import command
from cogs.finding import table_to_view
from cogs.request import Private, Reply, Request, Response


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
