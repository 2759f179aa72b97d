"""A hand looked at again: `/replay`, and its buttons and menus."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Bot
from bot.scenes import ReplayScene
from bot.tables import Kept
from bot.tables.replays import Replay
from bot.texts import in_language
from bot.typed_options import Line
from cogs.answering import Ask, Handler, Private, Redraw, Reply, answer, word
from cogs.components import add_verbs
from cogs.finding import meant, pressed, table_names
from rules.game import Fact

ENGLISH = in_language("en")
PLACE: Final = re.compile(r"(\d{1,4})\.(\d{1,4})")
"""A hand and a step in it, as buttons and menus carry them."""


async def replay_pressed(ask: Ask) -> Reply:
    """Open a replay, or go on in the one that was pressed."""
    kept = await pressed(ask)
    if isinstance(kept, Fact):
        return word(kept)
    args = ask.press.args
    goes_on = ask.in_private and (bool(ask.values) or len(args) > 1)
    found = PLACE.fullmatch("".join(ask.values[:1] or args[:1]))
    hand, step = (int(found[1]), int(found[2])) if found else (None, 0)
    return await replay_of(ask, kept, hand, step, goes_on=goes_on)


async def replay_of(ask: Ask, kept: Kept, hand: int | None, step: int = 0, *, goes_on: bool = False) -> Reply:
    """A step of a hand; what lies beyond its last one is the last one."""
    replay = await ask.club.replays.of(kept.table, hand)
    if isinstance(replay, Fact):
        return word(replay)
    scene = await _scene(ask, kept, replay, min(step, replay.steps))
    return Redraw(scene) if goes_on else Private(scene)


async def _scene(ask: Ask, kept: Kept, replay: Replay, step: int) -> ReplayScene:
    head = (await ask.backdrop(kept)).head
    sitters, _ = await ask.club.people.sitters(replace(kept.table, seats=replay.seats(step)))
    return replay.scene(replace(head, sitters=sitters), step)


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
        async def wanted(ask: Ask) -> Reply:
            kept = await meant(ask, table)
            return word(kept) if isinstance(kept, Fact) else await replay_of(ask, kept, hand)

        await answer(interaction, wanted)

    @replay.autocomplete("table")
    async def tables(self, interaction: discord.Interaction[Bot], typed: str) -> list[app_commands.Choice[str]]:
        return await table_names(interaction, typed)


VERBS: dict[str, Handler] = {"replay": replay_pressed}


async def setup(bot: Bot) -> None:
    add_verbs(bot, VERBS)
    await bot.add_cog(ReplayCog())
