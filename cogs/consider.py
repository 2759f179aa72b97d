"""Questions before a play, which change nothing: `/may`, `/beats` and their buttons."""

from __future__ import annotations

from itertools import combinations

from discord import app_commands

from bot.messages.hand.consider import AGAIN, beats_scene, may_scene
from bot.tables import LoadedTable
from bot.tables.costs import Cost
from bot.tables.rights import LOOK, LOOK_BY_NAME, OWN_SEAT, check_dealt, own_seat
from bot.texts.notices import Refusal, RequestRefused, fact
from bot.typed_input.card_parser import LONGEST, narrowed, read_cards
from cogs.buttons import table_button
from cogs.commands import choices, command
from cogs.finding import table_to_ask, table_to_view
from cogs.offered_values import OfferedChoices
from cogs.play import MOST_CHOICES, as_choice
from cogs.request import Private, Redraw, Request, Response
from rules.core.capabilities import CanConsider
from rules.core.cards import Card, cards
from rules.core.contract import View


@table_button("may", right=OWN_SEAT, cost=Cost.READ)
async def may_pressed(request: Request, loaded: LoadedTable) -> Response:
    """Answer the button May I…?, and its menu of cards, whose answer replaces the menu."""
    seat = own_seat(loaded.table, request.person.key)
    try:
        wanted = cards(request.values)
    except KeyError:
        raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON)) from None
    return await _may(request, loaded, seat, wanted)


@command("may", table_to_ask, right=OWN_SEAT, cost=Cost.READ, text="cards")
async def may_typed(request: Request, loaded: LoadedTable, text: app_commands.Range[str, 0, LONGEST] = "") -> Response:
    seat = own_seat(loaded.table, request.person.key)
    wanted = read_cards(text, request.translator, loaded.table.game)
    if text.strip() and not wanted:
        raise RequestRefused(fact(Refusal.UNREADABLE_CARDS, text=text))
    return await _may(request, loaded, seat, wanted)


async def _may(request: Request, loaded: LoadedTable, seat: int, wanted: tuple[Card, ...]) -> Response:
    """Answer whether the seat may play these cards; without cards, show the menu to choose them."""
    check_dealt(loaded.table)
    table, view = loaded.table, loaded.table.view(seat)
    if view.turn is None and not wanted:
        raise RequestRefused(fact(Refusal.BETWEEN_HANDS, table=table.name))
    if not isinstance(table.rules, CanConsider):
        raise RequestRefused(fact(Refusal.NOT_IN_THIS_GAME))
    scene = may_scene(await request.head(loaded), table, view, wanted)
    return Redraw(scene) if wanted else Private(scene)


@table_button("beats", right=LOOK, cost=Cost.READ)
@command("beats", table_to_view, right=LOOK_BY_NAME, cost=Cost.READ)
async def beats(request: Request, loaded: LoadedTable) -> Response:
    """Show what beats the heading play now; the button under the answer refreshes it."""
    check_dealt(loaded.table)
    table, seat = loaded.table, loaded.table.seat_of(request.person.key)
    if not isinstance(table.rules, CanConsider):
        raise RequestRefused(fact(Refusal.NOT_IN_THIS_GAME))
    scene = beats_scene(await request.head(loaded), table, seat)
    return Redraw(scene) if AGAIN in request.press.args else Private(scene)


@choices("may", "text")
async def held_cards(request: Request, typed: str) -> OfferedChoices:
    table = (await table_to_ask(request, getattr(request.interaction.namespace, "table", None))).table
    seat = own_seat(table, request.person.key)
    check_dealt(table)
    most = min(table.rules.largest_play, len(typed.split()) + 1)
    plays = narrowed(plays_of(table.view(seat), most), typed, request.translator, table.game)
    return [as_choice(play, request.translator, table.game) for play in plays[:MOST_CHOICES]]


def plays_of(view: View, most: int) -> list[tuple[Card, ...]]:
    """Return the plays that one can ask about: as many cards as the trick takes, or up to `most` if one leads."""
    sizes = range(1, most + 1) if view.follow is None else (view.follow,)
    return [play for size in sizes for play in combinations(view.hand, size)]
