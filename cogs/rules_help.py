"""Help with the rules: `/ranks`, `/rules`, and their buttons."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Bot
from bot.discord_api import custom_ids
from bot.presentation.scenes import RanksScene, RulesScene
from bot.tables import LoadedTable
from bot.tables.table import Stage
from bot.texts import rules_page
from bot.texts.notices import RequestRefused
from cogs.buttons import button
from cogs.commands import Choices, choices, command
from cogs.finding import pressed_table, table_to_play
from cogs.request import Private, Redraw, Request, Response
from cogs.respond import respond

LONGEST = 100
"""The longest typed topic, in characters."""


@button("ranks")
async def ranks(request: Request) -> Response:
    """Show the order of the cards, with the person's own marked if they play at a table."""
    try:
        loaded = await (pressed_table(request) if request.press.verb else table_to_play(request, None))
    except RequestRefused:
        return Private(RanksScene())
    return Private(_ranks(request, loaded))


def _ranks(request: Request, loaded: LoadedTable) -> RanksScene:
    if loaded.table.stage is not Stage.PLAYING:
        return RanksScene()
    seat = loaded.table.seat_of(request.person.key)
    return RanksScene(() if seat is None else loaded.table.view(seat).hand, loaded.table.game, loaded.table.id)


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


def _named(typed: str, language: str) -> str:
    """Return the topic's name for a typed name or title; the typed text if there is no such topic."""
    wanted, topics = typed.casefold(), rules_page(language).topics.values()
    return next((topic.name for topic in topics if wanted in (topic.name, topic.title.casefold())), typed)


class RulesHelp(commands.Cog):
    """`/ranks` and `/rules`."""

    @command("ranks")
    async def ranks(self, interaction: discord.Interaction[Bot]) -> None:
        await respond(interaction, ranks)

    @command("rules")
    async def rules(
        self, interaction: discord.Interaction[Bot], topic: app_commands.Range[str, 0, LONGEST] = ""
    ) -> None:
        async def read(request: Request) -> Response:
            language = request.translator.language
            return Private(_page(_named(topic.strip(), language), 0, language))

        await respond(interaction, read)

    @rules.autocomplete("topic")
    @choices
    async def topics(self, request: Request, typed: str) -> Choices:
        found = rules_page(request.translator.language).topics.values()
        fitting = [one for one in found if typed.casefold() in f"{one.name} {one.title}".casefold()]
        return [app_commands.Choice(name=one.title[:100], value=one.name) for one in fitting[:25]]


async def setup(bot: Bot) -> None:
    await bot.add_cog(RulesHelp())
