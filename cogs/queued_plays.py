"""Playing ahead: queue plays for one's next turn, and take them back, in private."""

from __future__ import annotations

from collections.abc import Sequence

from bot.messages.hand.hand import HERE
from bot.messages.hand.hand_menus import ahead_scene
from bot.store import QueuedRow
from bot.tables import LoadedTable
from bot.tables.costs import Cost
from bot.tables.queued_plays import CONDITIONS, may_queue
from bot.tables.rights import OWN_SEAT, check_dealt, own_seat
from bot.texts.notices import Refusal, RequestRefused, fact
from cogs.buttons import table_button
from cogs.play import hand_of, queue_instead, read_play
from cogs.request import Private, Redraw, Request, Response
from rules.core.cards import cards


def _seat(request: Request, loaded: LoadedTable) -> int:
    """Return the person's seat, with a hand to play ahead from. Raises RequestRefused."""
    seat = own_seat(loaded.table, request.person.key)
    check_dealt(loaded.table)
    if loaded.table.turn is None:
        raise RequestRefused(fact(Refusal.BETWEEN_HANDS, table=loaded.table.name))
    return seat


@table_button("ahead", right=OWN_SEAT, cost=Cost.PLAY)
async def choose(request: Request, loaded: LoadedTable) -> Response:
    """Answer the button Play ahead…, and its menu of cards, whose answer replaces the menu."""
    seat = _seat(request, loaded)
    try:
        chosen = cards(request.values)
    except KeyError:
        raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON)) from None
    if not may_queue(loaded.table, seat):
        return Private(await hand_of(request, loaded))
    scene = ahead_scene(await request.head(loaded), loaded, seat, chosen)
    return Redraw(scene) if chosen else Private(scene)


@table_button("lay", right=OWN_SEAT, cost=Cost.PLAY)
async def lay(request: Request, loaded: LoadedTable) -> Response:
    """Queue the chosen cards after those queued already, with the pressed condition (any, lead, follow)."""
    seat = _seat(request, loaded)
    match request.press.args:
        case (turn, codes, condition) if condition in CONDITIONS and (meant := read_play(turn, [codes])) is not None:
            queued = [one for one in loaded.queue if one.seat == seat]
            written = " ".join(card.code for card in meant.cards)
            if any((one.condition, one.cards) == (condition, written) for one in queued):
                return Redraw(ahead_scene(await request.head(loaded), loaded, seat))
            row = QueuedRow(seat, request.person.key, meant.hand, meant.nth, len(queued), condition, written)
            return await _queue(request, loaded, seat, [*queued, row])
    raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON))


@table_button("take-back", right=OWN_SEAT, cost=Cost.PLAY)
async def take_back(request: Request, loaded: LoadedTable) -> Response:
    """Take back all queued plays, from the menu or from the hand's message."""
    if HERE in request.press.args:
        return await queue_instead(request, loaded, _seat(request, loaded), [])
    return await _queue(request, loaded, _seat(request, loaded), [])


async def _queue(request: Request, loaded: LoadedTable, seat: int, plays: Sequence[QueuedRow]) -> Response:
    """Queue these plays instead of those queued before; if the turn has come meanwhile, show the hand to play from."""
    refused = await request.services.tables.queue_plays(loaded.table.id, request.person.key, seat, plays)
    now = await request.reloaded(loaded)
    if refused is not None or now.table.seats[seat].person != request.person.key:
        return Private(await hand_of(request, now, *(() if refused is None else (refused,))))
    return Redraw(ahead_scene(await request.head(now), now, seat))
