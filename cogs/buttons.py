"""The router of buttons and menus: each verb of a custom_id has a handler, which registers itself with a decorator.

The router is a listener and does not use discord.py's views or dynamic items: an unknown verb is a plain default case,
and no press or error is swallowed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, cast

import discord
from discord.ext import commands

from bot.app import Bot
from bot.discord_api import custom_ids
from bot.tables import LoadedTable
from bot.texts.notices import Refusal, RequestRefused, fact
from cogs.finding import pressed_table
from cogs.interaction_handler import respond
from cogs.request import Request, RequestHandler, Response

HANDLERS: Final[dict[str, RequestHandler]] = {}

TableHandler = Callable[[Request, LoadedTable], Awaitable[Response]]


def button(*verbs: str) -> Callable[[RequestHandler], RequestHandler]:
    """Register the handler of these verbs. Raises ValueError if a verb has another one already."""

    def register(handler: RequestHandler) -> RequestHandler:
        if taken := HANDLERS.keys() & set(verbs):
            raise ValueError(f"verb with two handlers: {taken}")
        HANDLERS.update(dict.fromkeys(verbs, handler))
        return handler

    return register


def table_button(*verbs: str) -> Callable[[TableHandler], TableHandler]:
    """Register the handler of these verbs, which gets the table of the pressed button."""

    def register(handler: TableHandler) -> TableHandler:
        @button(*verbs)
        async def handle(request: Request) -> Response:
            return await handler(request, await pressed_table(request))

        return handler

    return register


class ButtonRouter(commands.Cog):
    """Answers every press of a button or menu, and every form, by the handler of its verb."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Bot]) -> None:
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        press = custom_ids.read(str(cast(dict[str, Any], interaction.data).get("custom_id", "")))
        if press is None or press.verb not in HANDLERS:
            await respond(interaction, unknown)
        else:
            await respond(interaction, HANDLERS[press.verb], press)


async def unknown(_: Request) -> Response:
    raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON))
