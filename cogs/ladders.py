"""How it stands and why: `/ladder`, `/why`, and their buttons."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Bot
from bot.facts import Refused, fact
from bot.scenes import LadderScene, WhyScene
from bot.tables import Kept
from bot.texts import in_language
from bot.typed_options import Line
from cogs.answering import Ask, Handler, Private, Reply, answer, word
from cogs.components import add_verbs
from cogs.finding import at_pressed, meant, table_names
from rules.game import Fact, TrickAccount

ENGLISH = in_language("en")


async def ladder_of(ask: Ask, kept: Kept) -> Reply:
    """The ladders as they stand."""
    if kept.table.state is None:
        return word(fact(Refused.NOT_STARTED, table=kept.table.name))
    view = kept.table.view(None)
    head = (await ask.backdrop(kept)).head
    return Private(LadderScene(head, view.sides, view.scores, view.waiting, view.target, None, view.hand_number))


async def why_of(ask: Ask, kept: Kept) -> Reply:
    """Why a finished trick went as it did: the pressed one, else the last."""
    account = _wanted(ask, kept) or kept.table.last_trick
    return Private(WhyScene((await ask.backdrop(kept)).head, account))


def _wanted(ask: Ask, kept: Kept) -> TrickAccount | None:
    key = "".join(ask.press.args[:1])
    hand = kept.table.hand
    tricks = hand.tricks if hand else ()
    return next((one for one in tricks if f"{one.hand_number}.{one.number}" == key), None)


Shown = Callable[[Ask, Kept], Awaitable[Reply]]


async def _typed(interaction: discord.Interaction[Bot], table: str | None, shown: Shown) -> None:
    async def handler(ask: Ask) -> Reply:
        kept = await meant(ask, table)
        return word(kept) if isinstance(kept, Fact) else await shown(ask, kept)

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
