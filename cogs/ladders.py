"""Scores and tricks explained: `/ladder`, `/why`, and their buttons."""

from __future__ import annotations

from bot.presentation.scenes import LadderScene, WhyScene
from bot.tables import LoadedTable
from bot.texts.notices import Refusal, RequestRefused, fact
from cogs.buttons import table_button
from cogs.commands import command
from cogs.finding import table_to_view
from cogs.request import Private, Request, Response


@table_button("ladder")
@command("ladder", table_to_view)
async def ladder(request: Request, loaded: LoadedTable) -> Response:
    if loaded.table.state is None:
        raise RequestRefused(fact(Refusal.NOT_STARTED, table=loaded.table.name), loaded.table.id)
    table, view = loaded.table, loaded.table.view(None)
    head = await request.head(loaded)
    shown = head, view.sides, view.scores, view.waiting, view.target, None, view.hand_number
    return Private(LadderScene(*shown, way=table.way, feats=table.feats))


@table_button("why")
@command("why", table_to_view)
async def why(request: Request, loaded: LoadedTable) -> Response:
    return Private(WhyScene(await request.head(loaded), loaded.table.last_trick))
