"""The router of buttons and menus: each verb has a handler, which registers itself with `@button`.

It is a listener and does not use discord.py's views or dynamic items: an unknown verb is a plain default case, and no
press or error is swallowed.
"""

from __future__ import annotations

import logging
from typing import Any, cast

import discord
from discord.ext import commands

from bot.app import Bot
from bot.discord_api import custom_ids
from bot.texts.notices import Refusal, RequestRefused, fact
from cogs.buttons import HANDLERS
from cogs.request import Request, Response
from cogs.respond import choices_failed, command_failed, respond


class Components(commands.Cog):
    """Answers every press of a button or menu by the handler of its verb."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Bot]) -> None:
        if interaction.type is not discord.InteractionType.component:
            return
        data = cast(dict[str, Any], interaction.data)
        press = custom_ids.read(str(data.get("custom_id", "")))
        if press is None or press.verb not in HANDLERS:
            await respond(interaction, unknown)
        else:
            await respond(interaction, HANDLERS[press.verb], press)


async def unknown(_: Request) -> Response:
    """Answer a button of a former version, or one that no handler knows."""
    raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON))


async def setup(bot: Bot) -> None:
    bot.tree.error(command_failed)
    logging.getLogger("discord.app_commands.tree").addFilter(choices_failed)
    await bot.add_cog(Components())
