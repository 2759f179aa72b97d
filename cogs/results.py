"""The result of a rubber as a line to copy, and its button."""

from __future__ import annotations

from bot.messages.result.result import share_scene
from bot.tables import LoadedTable
from bot.tables.costs import Cost
from bot.tables.rights import LOOK
from bot.tables.table import Stage
from bot.texts.notices import Refusal, RequestRefused, fact
from cogs.buttons import table_button
from cogs.request import Private, Reply, Request, Response


@table_button("share", right=LOOK, reply=Reply.ANEW, cost=Cost.READ)
async def share(request: Request, loaded: LoadedTable) -> Response:
    table = loaded.table
    if table.stage is not Stage.OVER or not table.way:
        raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON))
    return Private(share_scene(table, request.person.key, await request.services.table_contexts.of(loaded)))
