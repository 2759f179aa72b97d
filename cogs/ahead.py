"""Playing ahead: laying down plays for one's next turn while others think, and taking them back. All in private."""

from __future__ import annotations

from bot.app import Bot
from bot.facts import Refused, fact
from bot.layouts.ahead import CONDITIONS, MOST
from bot.publishing.hands import laid_down
from bot.scenes import AheadScene
from bot.store import QueuedRow
from bot.tables import Kept
from cogs.answering import Ask, Handler, Private, Redraw, Reply, word
from cogs.components import add_verbs
from cogs.finding import pressed, seat_at
from cogs.play import Meant, hand_of, no_hand, not_playing, read_play
from rules.cards import Card, cards
from rules.game import Fact, Phase


async def _found(ask: Ask) -> tuple[Kept, int] | Fact:
    """The table and the person's seat, if there is a hand to play ahead from."""
    kept = await pressed(ask)
    found = kept if isinstance(kept, Fact) else seat_at(ask, kept)
    if isinstance(found, Fact):
        return found
    table = found[0].table
    refused = not_playing(found[0])
    if refused is None and table.view(found[1]).phase is not Phase.PLAY:
        refused = fact(Refused.BETWEEN_HANDS, table=table.name)
    return refused or found


async def choose(ask: Ask) -> Reply:
    """The button Play ahead…, and the menu of cards behind it, whose answer takes its place."""
    found = await _found(ask)
    if isinstance(found, Fact):
        return no_hand(ask, found)
    try:
        chosen = cards(ask.values)
    except KeyError:
        return word(fact(Refused.UNKNOWN_BUTTON))
    kept, seat = found
    if kept.table.turn == seat:
        return await _hand(ask, kept)
    scene = await _scene(ask, kept, seat, chosen)
    return Redraw(scene) if chosen and ask.in_private else Private(scene)


async def lay(ask: Ask) -> Reply:
    """If I may, if I lead, if I follow: the chosen cards are laid down after what is there already."""
    found = await _found(ask)
    if isinstance(found, Fact):
        return no_hand(ask, found)
    said = _said(ask)
    if said is None:
        return word(fact(Refused.UNKNOWN_BUTTON))
    kept, seat = found
    meant, condition = said
    there = [one for one in kept.queue if one.seat == seat]
    codes = " ".join(card.code for card in meant.cards)
    if any((one.condition, one.cards) == (condition, codes) for one in there):
        return Redraw(await _scene(ask, kept, seat))
    if len(there) >= MOST:
        return word(fact(Refused.TOO_MANY_LAID, count=MOST))
    row = QueuedRow(seat, ask.person.key, meant.hand, meant.nth, len(there), condition, codes)
    return await _lay_down(ask, kept, seat, [*there, row])


async def take_back(ask: Ask) -> Reply:
    """Everything that is laid down is withdrawn."""
    found = await _found(ask)
    return no_hand(ask, found) if isinstance(found, Fact) else await _lay_down(ask, *found, [])


async def _lay_down(ask: Ask, kept: Kept, seat: int, plays: list[QueuedRow]) -> Reply:
    refused = await ask.club.tables.lay_down(kept.table.id, ask.person.key, seat, plays)
    now = await ask.club.tables.get(kept.table.id) or kept
    if refused is not None or now.table.seats[seat].person != ask.person.key:
        return await _hand(ask, now, *(() if refused is None else (refused,)))
    return Redraw(await _scene(ask, now, seat))


async def _hand(ask: Ask, kept: Kept, *notes: Fact) -> Reply:
    """The turn has come meanwhile: the hand, to play from."""
    scene = await hand_of(ask, kept, *notes)
    return word(scene) if isinstance(scene, Fact) else Private(scene)


async def _scene(ask: Ask, kept: Kept, seat: int, chosen: tuple[Card, ...] = ()) -> AheadScene:
    head = (await ask.backdrop(kept)).head
    view = kept.table.view(seat)
    return AheadScene(head, view, laid_down(kept, seat), tuple(card for card in view.hand if card in chosen))


def _said(ask: Ask) -> tuple[Meant, str] | None:
    """What a press says: the play and the condition; None when it cannot be read."""
    match ask.press.args:
        case (turn, codes, condition) if condition in CONDITIONS and (meant := read_play(turn, [codes])) is not None:
            return meant, condition
    return None


VERBS: dict[str, Handler] = {"ahead": choose, "lay": lay, "take-back": take_back}


async def setup(bot: Bot) -> None:
    add_verbs(bot, VERBS)
