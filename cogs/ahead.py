"""Playing ahead: queue plays for one's next turn, and take them back, in private."""

from __future__ import annotations

from bot.app import Bot
from bot.presentation.layouts.ahead import CONDITIONS, MOST
from bot.presentation.scenes import AheadScene
from bot.publishing.hands import laid_down
from bot.store import QueuedRow
from bot.tables import LoadedTable
from bot.texts.notices import Refusal, fact
from cogs.components import add_verbs
from cogs.finding import pressed, seat_at
from cogs.play import Meant, hand_of, no_hand, not_playing, read_play
from cogs.request import Handler, Private, Redraw, Request, Response, word
from rules.core.cards import Card, cards
from rules.core.contract import Fact


async def _found(ask: Request) -> tuple[LoadedTable, int] | Fact:
    """Return the table and the person's seat; the refusal if there is no hand to play ahead from."""
    loaded = await pressed(ask)
    found = loaded if isinstance(loaded, Fact) else seat_at(ask, loaded)
    if isinstance(found, Fact):
        return found
    table = found[0].table
    refused = not_playing(found[0])
    if refused is None and table.turn is None:
        refused = fact(Refusal.BETWEEN_HANDS, table=table.name)
    return refused or found


async def choose(ask: Request) -> Response:
    """Answer the button Play ahead…, and its menu of cards, whose answer replaces the menu."""
    found = await _found(ask)
    if isinstance(found, Fact):
        return no_hand(ask, found)
    try:
        chosen = cards(ask.values)
    except KeyError:
        return word(fact(Refusal.UNKNOWN_BUTTON))
    loaded, seat = found
    if loaded.table.turn == seat:
        return await _hand(ask, loaded)
    scene = await _scene(ask, loaded, seat, chosen)
    return Redraw(scene) if chosen and ask.in_private else Private(scene)


async def lay(ask: Request) -> Response:
    """Queue the chosen cards after those queued already, with the pressed condition (any, lead, follow)."""
    found = await _found(ask)
    if isinstance(found, Fact):
        return no_hand(ask, found)
    said = _said(ask)
    if said is None:
        return word(fact(Refusal.UNKNOWN_BUTTON))
    loaded, seat = found
    meant, condition = said
    there = [one for one in loaded.queue if one.seat == seat]
    codes = " ".join(card.code for card in meant.cards)
    if any((one.condition, one.cards) == (condition, codes) for one in there):
        return Redraw(await _scene(ask, loaded, seat))
    if len(there) >= MOST:
        return word(fact(Refusal.TOO_MANY_LAID, count=MOST))
    row = QueuedRow(seat, ask.person.key, meant.hand, meant.nth, len(there), condition, codes)
    return await _lay_down(ask, loaded, seat, [*there, row])


async def take_back(ask: Request) -> Response:
    """Remove all queued plays."""
    found = await _found(ask)
    return no_hand(ask, found) if isinstance(found, Fact) else await _lay_down(ask, *found, [])


async def _lay_down(ask: Request, loaded: LoadedTable, seat: int, plays: list[QueuedRow]) -> Response:
    refused = await ask.services.tables.lay_down(loaded.table.id, ask.person.key, seat, plays)
    now = await ask.services.tables.get(loaded.table.id) or loaded
    if refused is not None or now.table.seats[seat].person != ask.person.key:
        return await _hand(ask, now, *(() if refused is None else (refused,)))
    return Redraw(await _scene(ask, now, seat))


async def _hand(ask: Request, loaded: LoadedTable, *notes: Fact) -> Response:
    """Show the hand to play from, because the turn has come in the meantime."""
    scene = await hand_of(ask, loaded, *notes)
    return word(scene) if isinstance(scene, Fact) else Private(scene)


async def _scene(ask: Request, loaded: LoadedTable, seat: int, chosen: tuple[Card, ...] = ()) -> AheadScene:
    head = (await ask.backdrop(loaded)).head
    view = loaded.table.view(seat)
    return AheadScene(head, view, laid_down(loaded, seat), tuple(card for card in view.hand if card in chosen))


def _said(ask: Request) -> tuple[Meant, str] | None:
    """Read the play and the condition from a press; None if they cannot be read."""
    match ask.press.args:
        case (turn, codes, condition) if condition in CONDITIONS and (meant := read_play(turn, [codes])) is not None:
            return meant, condition
    return None


VERBS: dict[str, Handler] = {"ahead": choose, "lay": lay, "take-back": take_back}


async def setup(bot: Bot) -> None:
    add_verbs(bot, VERBS)
