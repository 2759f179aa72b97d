"""Questions before a play, which change nothing: `/may`, `/beats` and their buttons."""

from __future__ import annotations

from itertools import combinations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Bot
from bot.discord_api.option_validation import Line
from bot.presentation.card_parser import LONGEST, narrowed, read_cards
from bot.presentation.layouts.consider import AGAIN
from bot.presentation.scenes import BeatsScene, MayScene
from bot.tables import LoadedTable
from bot.tables.table import Stage
from bot.texts import in_language
from bot.texts.notices import Refusal, fact
from cogs.components import add_verbs
from cogs.finding import meant, mine, pressed, seat_at, table_names
from cogs.play import MOST_CHOICES, as_choice, no_hand, not_playing
from cogs.request import Handler, Private, Redraw, Request, Response, answer, asking, word
from rules.core.capabilities import CanConsider
from rules.core.cards import Card, cards
from rules.core.contract import Fact, View

ENGLISH = in_language("en")


async def may_pressed(ask: Request) -> Response:
    """Answer the button May I…?, and its menu of cards, whose answer replaces the menu."""
    loaded = await pressed(ask)
    found = loaded if isinstance(loaded, Fact) else seat_at(ask, loaded)
    if isinstance(found, Fact):
        return no_hand(ask, found)
    try:
        wanted = cards(ask.values)
    except KeyError:
        return word(fact(Refusal.UNKNOWN_BUTTON))
    return await may(ask, *found, wanted)


async def may(ask: Request, loaded: LoadedTable, seat: int, wanted: tuple[Card, ...]) -> Response:
    """Answer whether the seat may play these cards; without cards, show the menu to choose them."""
    refused = not_playing(loaded)
    if refused is not None:
        return word(refused)
    table = loaded.table
    view = table.view(seat)
    if view.turn is None and not wanted:
        return word(fact(Refusal.BETWEEN_HANDS, table=table.name))
    if not isinstance(table.rules, CanConsider):
        return word(fact(Refusal.NOT_IN_THIS_GAME))
    considered = table.rules.consider(table.state, seat, wanted) if wanted else None
    scene = MayScene((await ask.backdrop(loaded)).head, view, wanted, considered)
    return Redraw(scene) if wanted and ask.in_private else Private(scene)


async def beats_pressed(ask: Request) -> Response:
    """Answer the button What beats this now?; under its own answer it refreshes that answer."""
    return await _beats(ask, await pressed(ask))


async def _beats(ask: Request, loaded: LoadedTable | Fact) -> Response:
    refused = loaded if isinstance(loaded, Fact) else not_playing(loaded)
    if isinstance(loaded, Fact) or refused is not None:
        return word(refused or fact(Refusal.NO_TABLE, name=""))
    table, seat = loaded.table, loaded.table.seat_of(ask.person.key)
    if not isinstance(table.rules, CanConsider):
        return word(fact(Refusal.NOT_IN_THIS_GAME))
    view = table.view(seat)
    scene = BeatsScene(
        head=(await ask.backdrop(loaded)).head,
        heading=None if view.heading is None else view.trick[view.heading],
        beaten=table.rules.beaters(table.state),
        turn=view.turn,
        seat=seat,
        hand=view.hand,
    )
    return Redraw(scene) if AGAIN in ask.press.args and ask.in_private else Private(scene)


class Consider(commands.Cog):
    """`/may` and `/beats`."""

    @app_commands.command(name="may", description=ENGLISH.command("may"))
    @app_commands.describe(cards=ENGLISH.command("may", "cards"), table=ENGLISH.command("may", "table"))
    async def may(
        self,
        interaction: discord.Interaction[Bot],
        cards: app_commands.Range[str, 0, LONGEST] = "",
        table: Line | None = None,
    ) -> None:
        async def typed(ask: Request) -> Response:
            found = await mine(ask, table)
            if isinstance(found, Fact):
                return word(found)
            wanted = read_cards(cards, ask.words, found[0].table.game)
            if cards.strip() and not wanted:
                return word(fact(Refusal.UNREADABLE_CARDS, text=cards))
            return await may(ask, *found, wanted)

        await answer(interaction, typed)

    @app_commands.command(name="beats", description=ENGLISH.command("beats"))
    @app_commands.describe(table=ENGLISH.command("beats", "table"))
    async def beats(self, interaction: discord.Interaction[Bot], table: Line | None = None) -> None:
        async def show(ask: Request) -> Response:
            return await _beats(ask, await meant(ask, table))

        await answer(interaction, show)

    @may.autocomplete("cards")
    async def held(self, interaction: discord.Interaction[Bot], typed: str) -> list[app_commands.Choice[str]]:
        """Offer the cards of the hand in words, single and combined, narrowed card by card."""
        ask = await asking(interaction)
        found = await mine(ask, getattr(interaction.namespace, "table", None))
        if isinstance(found, Fact) or found[0].table.stage is not Stage.PLAYING:
            return []
        table = found[0].table
        most = min(table.rules.largest_play, len(typed.split()) + 1)
        plays = narrowed(plays_of(table.view(found[1]), most), typed, ask.words, table.game)
        return [as_choice(play, ask.words, table.game) for play in plays[:MOST_CHOICES]]

    @may.autocomplete("table")
    @beats.autocomplete("table")
    async def tables(self, interaction: discord.Interaction[Bot], typed: str) -> list[app_commands.Choice[str]]:
        return await table_names(interaction, typed)


def plays_of(view: View, most: int) -> list[tuple[Card, ...]]:
    """Return the plays that one can ask about: as many cards as the trick takes, or up to `most` if one leads."""
    sizes = range(1, most + 1) if view.follow is None else (view.follow,)
    return [play for size in sizes for play in combinations(view.hand, size)]


VERBS: dict[str, Handler] = {"may": may_pressed, "beats": beats_pressed}


async def setup(bot: Bot) -> None:
    add_verbs(bot, VERBS)
    await bot.add_cog(Consider())
