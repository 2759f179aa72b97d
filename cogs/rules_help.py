"""Help with the rules: `/ranks`, `/rules`, and their buttons."""

from __future__ import annotations

from discord import app_commands

from bot.discord_api import custom_ids
from bot.presentation.scenes import RanksScene, RulesScene
from bot.tables.table import Stage
from bot.texts import rules_page
from bot.texts.notices import RequestRefused
from cogs.buttons import button
from cogs.commands import Choices, choices, command
from cogs.finding import pressed_table, table_to_play
from cogs.request import Private, Redraw, Request, Response

LONGEST = 100
"""The longest typed topic, in characters."""


@button("ranks")
@command("ranks")
async def ranks(request: Request) -> Response:
    """Show the order of the cards, with the person's own marked if they play at a table."""
    try:
        loaded = await (pressed_table(request) if request.press.verb else table_to_play(request, None))
    except RequestRefused:
        return Private(RanksScene())
    table, seat = loaded.table, loaded.table.seat_of(request.person.key)
    if table.stage is not Stage.PLAYING:
        return Private(RanksScene())
    return Private(RanksScene(() if seat is None else table.view(seat).hand, table.game, table.id))


@button("rules")
async def rules_pressed(request: Request) -> Response:
    """Show a topic chosen in the menu, or another page. A public message is not redrawn."""
    chosen, (topic, page, *_) = bool(request.values), (*request.values, *request.press.args, "", "")
    scene = _page(topic, custom_ids.number(page) or 0, request.translator.language)
    return Redraw(scene) if chosen or page else Private(scene)


def _page(topic: str, page: int, language: str) -> RulesScene:
    """Return a page of a topic; the first one if the number is too high."""
    found = rules_page(language).topics.get(topic)
    if found is None:
        return RulesScene(topic)
    number = page if page < len(found.pages) else 0
    return RulesScene(topic, number, found.pages[number].shown)


@command("rules")
async def rules(request: Request, topic: app_commands.Range[str, 0, LONGEST] = "") -> Response:
    language, wanted = request.translator.language, topic.strip().casefold()
    known = (one.name for one in rules_page(language).topics.values() if wanted in (one.name, one.title.casefold()))
    return Private(_page(next(known, topic.strip()), 0, language))


@choices("rules", "topic")
async def topics(request: Request, typed: str) -> Choices:
    found = rules_page(request.translator.language).topics.values()
    fitting = [one for one in found if typed.casefold() in f"{one.name} {one.title}".casefold()]
    return [app_commands.Choice(name=one.title[:100], value=one.name) for one in fitting[:25]]
