"""The replay of a hand: `/replay`, and its buttons and menus."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Bot
from bot.discord_api.option_validation import Line
from bot.presentation.replays import Replay
from bot.presentation.scenes import ReplayScene
from bot.tables import LoadedTable
from bot.texts import in_language
from cogs.components import add_verbs
from cogs.finding import meant, pressed, table_names
from cogs.request import Handler, Private, Redraw, Request, Response, answer, word
from rules.core.contract import Fact

ENGLISH = in_language("en")
PLACE: Final = re.compile(r"(\d{1,4})\.(\d{1,4})")
"""A hand and a step in it, as buttons and menus carry them (`3.12`)."""


async def replay_pressed(ask: Request) -> Response:
    """Open a replay, or move within the one that was pressed."""
    loaded = await pressed(ask)
    if isinstance(loaded, Fact):
        return word(loaded)
    args = ask.press.args
    goes_on = ask.in_private and (bool(ask.values) or len(args) > 1)
    found = PLACE.fullmatch("".join(ask.values[:1] or args[:1]))
    hand, step = (int(found[1]), int(found[2])) if found else (None, 0)
    return await replay_of(ask, loaded, hand, step, goes_on=goes_on)


async def replay_of(
    ask: Request, loaded: LoadedTable, hand: int | None, step: int = 0, *, goes_on: bool = False
) -> Response:
    """Show a step of a hand; a step beyond the last shows the last one."""
    replay = await ask.services.replays.of(loaded.table, hand)
    if isinstance(replay, Fact):
        return word(replay)
    scene = await _scene(ask, loaded, replay, min(step, replay.steps))
    return Redraw(scene) if goes_on else Private(scene)


async def _scene(ask: Request, loaded: LoadedTable, replay: Replay, step: int) -> ReplayScene:
    head = (await ask.backdrop(loaded)).head
    holders, _ = await ask.services.people.holders(replace(loaded.table, seats=replay.seats(step)))
    return replay.scene(replace(head, holders=holders), step)


class ReplayCog(commands.Cog):
    """`/replay`."""

    @app_commands.command(name="replay", description=ENGLISH.command("replay"))
    @app_commands.describe(table=ENGLISH.command("replay", "table"), hand=ENGLISH.command("replay", "hand"))
    async def replay(
        self,
        interaction: discord.Interaction[Bot],
        table: Line | None = None,
        hand: app_commands.Range[int, 1, 1000] | None = None,
    ) -> None:
        async def wanted(ask: Request) -> Response:
            loaded = await meant(ask, table)
            return word(loaded) if isinstance(loaded, Fact) else await replay_of(ask, loaded, hand)

        await answer(interaction, wanted)

    @replay.autocomplete("table")
    async def tables(self, interaction: discord.Interaction[Bot], typed: str) -> list[app_commands.Choice[str]]:
        return await table_names(interaction, typed)


VERBS: dict[str, Handler] = {"replay": replay_pressed}


async def setup(bot: Bot) -> None:
    add_verbs(bot, VERBS)
    await bot.add_cog(ReplayCog())
