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
from bot.texts import in_language, rules_page
from cogs.components import add_verbs
from cogs.finding import own, pressed
from cogs.request import Handler, Private, Redraw, Request, Response, answer, asking
from rules.core.contract import Fact

ENGLISH = in_language("en")
LONGEST = 100
"""The longest typed topic, in characters."""


async def ranks_pressed(ask: Request) -> Response:
    """Show the order of the cards, with the person's own marked."""
    return _ranks(ask, await pressed(ask))


async def ranks_typed(ask: Request) -> Response:
    return _ranks(ask, await own(ask, None))


def _ranks(ask: Request, loaded: LoadedTable | Fact) -> Response:
    if isinstance(loaded, Fact) or loaded.table.stage is not Stage.PLAYING:
        return Private(RanksScene())
    seat = loaded.table.seat_of(ask.person.key)
    return Private(RanksScene(() if seat is None else loaded.table.view(seat).hand, loaded.table.game, loaded.table.id))


async def rules_pressed(ask: Request) -> Response:
    """Show a topic chosen in the menu, or another page. A public message is not redrawn."""
    chosen, (topic, page, *_) = bool(ask.values), (*ask.values, *ask.press.args, "", "")
    scene = _page(topic, custom_ids.number(page) or 0, ask.words.language)
    return Redraw(scene) if (chosen or page) and ask.in_private else Private(scene)


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

    @app_commands.command(name="ranks", description=ENGLISH.command("ranks"))
    async def ranks(self, interaction: discord.Interaction[Bot]) -> None:
        await answer(interaction, ranks_typed)

    @app_commands.command(name="rules", description=ENGLISH.command("rules"))
    @app_commands.describe(topic=ENGLISH.command("rules", "topic"))
    async def rules(
        self, interaction: discord.Interaction[Bot], topic: app_commands.Range[str, 0, LONGEST] = ""
    ) -> None:
        async def read(ask: Request) -> Response:
            language = ask.words.language
            return Private(_page(_named(topic.strip(), language), 0, language))

        await answer(interaction, read)

    @rules.autocomplete("topic")
    async def topics(self, interaction: discord.Interaction[Bot], typed: str) -> list[app_commands.Choice[str]]:
        ask = await asking(interaction)
        found = rules_page(ask.words.language).topics.values()
        fitting = [one for one in found if typed.casefold() in f"{one.name} {one.title}".casefold()]
        return [app_commands.Choice(name=one.title[:100], value=one.name) for one in fitting[:25]]


VERBS: dict[str, Handler] = {"ranks": ranks_pressed, "rules": rules_pressed}


async def setup(bot: Bot) -> None:
    add_verbs(bot, VERBS)
    await bot.add_cog(RulesHelp())
