"""Help with the rules: `/rules` with its buttons, and the order of the cards."""

from __future__ import annotations

from discord import app_commands

from bot.discord_api import custom_ids
from bot.discord_api.command_tree import Line
from bot.messages.learn.rules import RanksScene, RulesScene, ranks_scene, rules_scene
from bot.tables.rights import OWN_SEAT, GuildRights
from bot.tables.table import Table
from bot.tables.usage_limits import Cost
from bot.texts import game_and_name, rules_page
from bot.texts.notices import RequestRefused
from cogs import finders
from cogs.buttons import button
from cogs.commands import OfferedChoices, choices, command
from cogs.request import Private, Redraw, Reply, Request, Response

LONGEST = 100
"""The longest typed topic, in characters."""


@button("ranks", right=OWN_SEAT, reply=Reply.ANEW, cost=Cost.READ)
async def ranks(request: Request) -> Response:
    """Show the order of the cards, with the person's own marked if they play at the pressed table."""
    try:
        table = (await finders.pressed_table(request)).table
    except RequestRefused:
        return Private(RanksScene(game=await finders.pressed_game(request)))
    return Private(ranks_scene(table, table.seat_of(request.person.key)))


@button("rules", right=GuildRights.ALL, cost=Cost.READ)
async def rules_pressed(request: Request) -> Response:
    """Show a topic chosen in the menu, or another page. A public message is not redrawn."""
    chosen, (written, page, *_) = bool(request.values), (*request.values, *request.press.args, "", "")
    game, topic = game_and_name(written) if written else (await finders.pressed_game(request), "")
    scene = await _page(request, game, topic, custom_ids.number(page) or 0)
    return Redraw(scene) if chosen or page else Private(scene)


async def _page(request: Request, game: str, topic: str, page: int) -> RulesScene:
    return rules_scene(game, topic, page, request.translator.language, await _table(request))


async def _table(request: Request) -> Table | None:
    """Return the table of the pressed button, or near the command; None if the person may not know of it."""
    pressed = bool(request.press.verb)
    loaded = await (finders.known_table(request, request.press.table) if pressed else finders.table_near(request))
    return loaded and loaded.table


@command("rules", right=GuildRights.ALL, cost=Cost.READ)
async def rules(
    request: Request, topic: app_commands.Range[str, 0, LONGEST] = "", game: Line | None = None
) -> Response:
    """Show a topic of the rules of this game, else of the game that is meant."""
    language, wanted = request.translator.language, topic.strip().casefold()
    meant = await finders.meant_game(request, game)
    topics = rules_page(meant, language).topics.values()
    known = (entry.name for entry in topics if wanted in (entry.name, entry.title.casefold()))
    return Private(await _page(request, meant, next(known, topic.strip()), 0))


@choices("rules", "topic")
async def topics(request: Request, typed: str) -> OfferedChoices:
    game = await finders.meant_game(request, getattr(request.interaction.namespace, "game", None))
    found = rules_page(game, request.translator.language).topics.values()
    fitting = [topic for topic in found if typed.casefold() in f"{topic.name} {topic.title}".casefold()]
    return [app_commands.Choice(name=topic.title, value=topic.name) for topic in fitting]


@choices("rules", "game")
async def games(request: Request, typed: str) -> OfferedChoices:
    return await finders.game_names(request, typed)
