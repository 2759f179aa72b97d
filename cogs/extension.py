"""The extension that brings all commands, buttons and listeners of this package to the bot."""

from __future__ import annotations

import logging
from importlib import import_module
from pkgutil import walk_packages

import cogs
from bot.app import Bot
from cogs.buttons import ButtonRouter
from cogs.commands import make_commands
from cogs.gateway_events import OutageEvents, WelcomeEvents, WrittenMessageEvents
from cogs.interaction_handler import answer_command_error, soften_choice_error

for module in walk_packages(cogs.__path__, "cogs."):  # each registers its handlers
    import_module(module.name)


async def setup(bot: Bot) -> None:
    bot.tree.error(answer_command_error)
    logging.getLogger("discord.app_commands.tree").addFilter(soften_choice_error)
    for command in make_commands():
        bot.tree.add_command(command)
    await bot.add_cog(ButtonRouter())
    await bot.add_cog(OutageEvents(bot))
    await bot.add_cog(WelcomeEvents(bot))
    await bot.add_cog(WrittenMessageEvents(bot))
