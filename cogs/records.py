"""Looking back: replays, ladders, reasons, records, proofs of deals, and a result to copy."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from discord import app_commands

from bot.discord_api import custom_ids
from bot.messages.replay.replay import ReplayScene
from bot.messages.result.share import share_scene
from bot.messages.score.ladders import ladder_scene
from bot.messages.table.deal import SummaryScene, dealt_scene
from bot.messages.table.notice import CODE, WordScene, code_form
from bot.messages.table.why import WhyScene
from bot.tables import LoadedTable, deal_proofs, deals, records
from bot.tables.deal_proofs import HandProof
from bot.tables.fold import unfold
from bot.tables.rights import LOOK, LOOK_BY_NAME
from bot.tables.table import Stage
from bot.tables.usage_limits import Cost
from bot.texts.notices import Notice, Refusal, RequestRefused, fact
from cogs.buttons import table_button
from cogs.commands import command
from cogs.finders import table_to_view
from cogs.request import OpenForm, Private, Redraw, Reply, Request, Response, TextFile
from rules import notation
from rules.core.contract import Fact


@table_button("record", right=LOOK, reply=Reply.ANEW, cost=Cost.READ)
@command("record", table_to_view, right=LOOK_BY_NAME, cost=Cost.READ)
async def record(request: Request, loaded: LoadedTable) -> Response:
    exported = await _export(request, loaded)
    if exported is None:
        raise RequestRefused(fact(Refusal.NOT_STARTED, table=loaded.table.name), loaded.table.id)
    name = loaded.table.name.lower().replace(" ", "-")
    return TextFile(((f"{name}.txt", records.text(exported)), (f"{name}.json", records.document(exported))))


async def _export(request: Request, loaded: LoadedTable) -> notation.Record | None:
    if loaded.table.hand is None:
        return None
    entries = await request.services.tables.record(loaded.table.id)
    context, translator = await request.context(loaded), request.translator
    computer, former = translator("record.computer"), translator("news.former")
    return records.export(loaded.table, entries, context.head.holders, context.holders, computer, former)


async def _checked(request: Request, loaded: LoadedTable, hand: int, posted: str = "") -> WordScene:
    """Compute the deck of a finished hand again, and say how it compares with the code that was posted before."""
    table, exported = loaded.table, await _export(request, loaded)
    if exported is None or not 0 < hand <= len(exported.hands):
        raise RequestRefused(fact(Refusal.NO_HAND, table=table.name, hand=hand))
    proof = deal_proofs.proofs(exported)[hand - 1]
    if not proof.is_public:
        why = Refusal.HAND_RUNS if table.stage is Stage.PLAYING else Refusal.HAND_CUT_SHORT
        raise RequestRefused(fact(why, table=table.name, hand=hand))
    given = deals.read_hex(posted) if posted else None
    if posted and given is None:
        raise RequestRefused(fact(Refusal.UNKNOWN_CODE))
    return WordScene(_verdict(proof, exported.hands[hand - 1].tags, given), await request.head(loaded))


def _verdict(proof: HandProof, tags: Mapping[str, str], given: str | None) -> Fact:
    """Return what a check has found; `given`: the code that somebody has pasted, None: there is none to compare."""
    link = tags.get(deal_proofs.POST, "")
    code = given or tags.get(deal_proofs.COMMITMENT if link else deal_proofs.DIGEST)
    if proof.posted != code:
        return fact(Notice.NOT_VERIFIED, hand=proof.hand, code=code, found=proof.posted)
    if proof.faults:
        return fact(Notice.NOT_DEALT_SO, hand=proof.hand, code=code)
    if not link:
        return fact(Notice.VERIFIED_DIGEST, hand=proof.hand, code=code)
    found = Notice.VERIFIED if given is None else Notice.VERIFIED_BY_POST
    return fact(found, hand=proof.hand, code=code, link=link)


@table_button("deal", right=LOOK, cost=Cost.READ)
async def deal(request: Request, loaded: LoadedTable) -> Response:
    """Show the deal of a hand, by default the present one: its code, and once it is over, the cards and the proof.

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
        return Private(dealt_scene(await request.head(loaded), table))
    result, seats = found
    head = await request.past_head(loaded, seats)
    return Private(SummaryScene(head, view.sides, view.target, result, goes_on=False, opened=True))


@table_button("verify", right=LOOK, reply=Reply.ANEW, cost=Cost.HEAVY)
async def verify(request: Request, loaded: LoadedTable) -> Response:
    """Check a hand, by default the last one that is over; before that, tell what the post with the code is for."""
    number = custom_ids.number(request.argument) or len(loaded.table.way)
    if number == 0 and loaded.table.chain is not None:
        told = fact(Notice.BOUND, table=loaded.table.name, link=loaded.table.chain.link)
        return Private(WordScene(told, await request.head(loaded)))
    return Private(await _checked(request, loaded, number))


@table_button("compare", right=LOOK, cost=Cost.READ)
async def compare(request: Request, loaded: LoadedTable) -> Response:
    """Ask for the code that the person has read before play."""
    return OpenForm(code_form(loaded.table.id, custom_ids.number(request.argument) or 0, request.translator))


@table_button("compared", right=LOOK, cost=Cost.HEAVY)
async def compared(request: Request, loaded: LoadedTable) -> Response:
    posted = request.fields.get(CODE, "").strip()
    return Redraw(await _checked(request, loaded, custom_ids.number(request.argument) or 0, posted))


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
async def ladder(request: Request, loaded: LoadedTable) -> Response:
    if loaded.table.state is None:
        raise RequestRefused(fact(Refusal.NOT_STARTED, table=loaded.table.name), loaded.table.id)
    return Private(ladder_scene(await request.head(loaded), loaded.table))


@table_button("why", right=LOOK, reply=Reply.ANEW, cost=Cost.READ)
async def why(request: Request, loaded: LoadedTable) -> Response:
    return Private(WhyScene(await request.head(loaded), loaded.table.last_trick))
