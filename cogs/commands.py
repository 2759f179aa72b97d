"""Commands with the descriptions of the catalogue, and options that several of them have."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from inspect import signature
from typing import Any

import discord
from discord import app_commands

from bot.app import Bot
from bot.texts import in_language
from bot.texts.notices import RequestRefused
from cogs.request import Request
from cogs.respond import request_of

ENGLISH = in_language("en")

Choices = list[app_commands.Choice[Any]]
Callback = Callable[..., Coroutine[Any, Any, None]]
Autocomplete = Callable[[Any, discord.Interaction[Bot], str], Coroutine[Any, Any, Choices]]


def command(name: str, **renamed: str) -> Callable[[Callback], app_commands.Command[Any, ..., None]]:
    """Make a command of a cog's method; `renamed`: the names of options that differ from their parameters'."""

    def decorate(callback: Callback) -> app_commands.Command[Any, ..., None]:
        _, _, *options = signature(callback).parameters
        described = {option: ENGLISH.command(name, renamed.get(option, option)) for option in options}
        callback = app_commands.describe(**described)(app_commands.rename(**renamed)(callback))
        return app_commands.command(name=name.split()[-1], description=ENGLISH.command(name))(callback)

    return decorate


def choices(offer: Callable[[Any, Request, str], Awaitable[Choices]]) -> Autocomplete:
    """Make an autocomplete callback of a cog's method that takes a request; none are offered if it is refused."""

    @wraps(offer)
    async def autocomplete(cog: Any, interaction: discord.Interaction[Bot], typed: str) -> Choices:
        try:
            return await offer(cog, await request_of(interaction), typed)
        except RequestRefused:
            return []

    return autocomplete
