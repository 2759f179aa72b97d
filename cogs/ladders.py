"""Scores and tricks explained: `/ladder`, `/why`, and their buttons."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Bot
from bot.discord_api.option_validation import Line
from bot.presentation.scenes import LadderScene, WhyScene
from bot.tables import LoadedTable
from bot.texts import in_language
from bot.texts.notices import Refusal, fact
from cogs.components import add_verbs
from cogs.finding import at_pressed, meant, table_names
from cogs.request import Handler, Private, Request, Response, answer, word
from rules.core.contract import Fact, TrickAccount

ENGLISH = in_language("en")


async def ladder_of(ask: Request, loaded: LoadedTable) -> Response:
    """Show the ladders with the current scores."""
    if loaded.table.state is None:
        return word(fact(Refusal.NOT_STARTED, table=loaded.table.name))
    view = loaded.table.view(None)
    head = (await ask.backdrop(loaded)).head
    return Private(LadderScene(head, view.sides, view.scores, view.waiting, view.target, None, view.hand_number))


async def why_of(ask: Request, loaded: LoadedTable) -> Response:
    """Explain a finished trick: the pressed one, else the last."""
    account = _wanted(ask, loaded) or loaded.table.last_trick
    return Private(WhyScene((await ask.backdrop(loaded)).head, account))


def _wanted(ask: Request, loaded: LoadedTable) -> TrickAccount | None:
    key = "".join(ask.press.args[:1])
    hand = loaded.table.hand
    tricks = hand.tricks if hand else ()
    return next((one for one in tricks if f"{one.hand_number}.{one.number}" == key), None)


Shown = Callable[[Request, LoadedTable], Awaitable[Response]]


async def _typed(interaction: discord.Interaction[Bot], table: str | None, shown: Shown) -> None:
    async def handler(ask: Request) -> Response:
        loaded = await meant(ask, table)
        return word(loaded) if isinstance(loaded, Fact) else await shown(ask, loaded)

    await answer(interaction, handler)


class Ladders(commands.Cog):
    """`/ladder` and `/why`."""

    @app_commands.command(name="ladder", description=ENGLISH.command("ladder"))
    @app_commands.describe(table=ENGLISH.command("ladder", "table"))
    async def ladder(self, interaction: discord.Interaction[Bot], table: Line | None = None) -> None:
        await _typed(interaction, table, ladder_of)

    @app_commands.command(name="why", description=ENGLISH.command("why"))
    @app_commands.describe(table=ENGLISH.command("why", "table"))
    async def why(self, interaction: discord.Interaction[Bot], table: Line | None = None) -> None:
        await _typed(interaction, table, why_of)

    @ladder.autocomplete("table")
    @why.autocomplete("table")
    async def tables(self, interaction: discord.Interaction[Bot], typed: str) -> list[app_commands.Choice[str]]:
        return await table_names(interaction, typed)


VERBS: dict[str, Handler] = {"ladder": at_pressed(ladder_of), "why": at_pressed(why_of)}


async def setup(bot: Bot) -> None:
    add_verbs(bot, VERBS)
    await bot.add_cog(Ladders())
