"""Records and proofs of deals: `/record`, `/verify`, and their buttons."""

from __future__ import annotations

from discord import app_commands

from bot.discord_api import custom_ids
from bot.discord_api.option_validation import Line
from bot.presentation.scenes import DealtScene, SummaryScene, WordScene
from bot.tables import LoadedTable, deals, records
from bot.tables.fold import unfold
from bot.tables.table import Stage
from bot.texts.notices import Notice, Refusal, RequestRefused, fact
from cogs.buttons import table_button
from cogs.commands import command
from cogs.finding import table_to_view
from cogs.request import Private, Request, Response, TextFile
from rules import notation


@table_button("record")
@command("record", table_to_view)
async def record(request: Request, loaded: LoadedTable) -> Response:
    exported = await _export(request, loaded)
    if exported is None:
        raise RequestRefused(fact(Refusal.NOT_STARTED, table=loaded.table.name), loaded.table.id)
    name = loaded.table.name.lower().replace(" ", "-")
    return TextFile(((f"{name}.txt", records.text(exported)), (f"{name}.json", records.document(exported))))


async def _export(request: Request, loaded: LoadedTable) -> notation.Record | None:
    if loaded.table.state is None:
        return None
    entries = await request.services.tables.record(loaded.table.id)
    context, translator = await request.context(loaded), request.translator
    computer, former = translator("record.computer"), translator("news.former")
    return records.export(loaded.table, entries, context.head.holders, context.holders, computer, former)


@command("verify", table_to_view, posted="digest")
async def verify(
    request: Request, loaded: LoadedTable, hand: app_commands.Range[int, 1, 1000], posted: Line | None = None
) -> Response:
    """Check that deck and salt of a finished hand give the posted digest (None: the recorded one), and answer."""
    table, exported = loaded.table, await _export(request, loaded)
    if exported is None or not 0 < hand <= len(exported.hands):
        raise RequestRefused(fact(Refusal.NO_HAND, table=table.name, hand=hand))
    found = records.proofs(exported)[hand - 1].digest
    if found is None:
        why = Refusal.HAND_RUNS if table.stage is Stage.PLAYING else Refusal.HAND_CUT_SHORT
        raise RequestRefused(fact(why, table=table.name, hand=hand))
    digest = exported.hands[hand - 1].tags[records.DIGEST] if posted is None else deals.read_digest(posted)
    if digest is None:
        raise RequestRefused(fact(Refusal.UNKNOWN_DIGEST))
    head = await request.head(loaded)
    if found == digest:
        return Private(WordScene(fact(Notice.VERIFIED, hand=hand, digest=digest), head))
    return Private(WordScene(fact(Notice.NOT_VERIFIED, hand=hand, digest=digest, found=found), head))


@table_button("deal")
async def deal(request: Request, loaded: LoadedTable) -> Response:
    """Show the deal of a hand, by default the present one: its digest, and once it is over, the cards and the proof.

    Seats are named after those who had them when the hand ended.
    """
    table, number = loaded.table, custom_ids.number(request.argument)
    if table.hand is None:
        raise RequestRefused(fact(Refusal.NOT_STARTED, table=table.name), table.id)
    number = number or table.hand.number
    after = unfold(table.id, await request.services.tables.record(table.id))
    ended = ((hand, then.seats) for then in after if (hand := then.last_hand) is not None and hand.number == number)
    view, found = table.view(None), next(ended, None)
    if found is None:
        return Private(DealtScene(await request.head(loaded), view, table.hand.digest))
    result, seats = found
    head = await request.past_head(loaded, seats)
    return Private(SummaryScene(head, view.sides, view.target, result, goes_on=False, opened=True))


@table_button("verify")
async def verify_pressed(request: Request, loaded: LoadedTable) -> Response:
    return await verify(request, loaded, custom_ids.number(request.argument) or 0)
