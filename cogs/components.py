"""The router of buttons and menus, which maps each verb to its handler.

It is a listener and does not use discord.py's views or dynamic items: an unknown verb is a plain default case, and no
press or error is swallowed.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, cast

import discord
from discord.ext import commands

from bot.app import Bot
from bot.discord_api import custom_ids
from bot.texts.notices import Refusal, fact
from cogs.request import Handler, Request, Response, answer, choices_failed, command_failed, word


class Components(commands.Cog):
    """Answers every press of a button or menu by the handler of its verb."""

    def __init__(self) -> None:
        self._handlers: dict[str, Handler] = {}

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """The handlers by verb."""
        return self._handlers

    def add(self, handlers: dict[str, Handler]) -> None:
        """Add handlers by verb. Raises ValueError if a verb is taken."""
        twice = self._handlers.keys() & handlers.keys()
        if twice:
            raise ValueError(f"verbs with two handlers: {sorted(twice)}")
        self._handlers |= handlers

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Bot]) -> None:
        if interaction.type is not discord.InteractionType.component:
            return
        data = cast(dict[str, Any], interaction.data)
        press = custom_ids.read(str(data.get("custom_id", "")))
        if press is None or press.verb not in self._handlers:
            await answer(interaction, unknown)
        else:
            await answer(interaction, self._handlers[press.verb], press)


async def unknown(_: Request) -> Response:
    """Answer a button of a former version, or one that no handler knows."""
    return word(fact(Refusal.UNKNOWN_BUTTON))


def add_verbs(bot: Bot, handlers: dict[str, Handler]) -> None:
    """Add handlers to the router; for the `setup` of a cog."""
    router = bot.get_cog("Components")
    if not isinstance(router, Components):
        raise TypeError("the router of components is loaded first")
    router.add(handlers)


async def setup(bot: Bot) -> None:
    bot.tree.error(command_failed)
    logging.getLogger("discord.app_commands.tree").addFilter(choices_failed)
    await bot.add_cog(Components())
