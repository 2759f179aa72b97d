"""The router of buttons and menus: each verb of a custom_id has a handler, which registers itself with a decorator.

The router is a listener and does not use discord.py's views or dynamic items: an unknown verb is a plain default case,
and no press or error is swallowed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple, cast

import discord
from discord.ext import commands

from bot.app import Bot
from bot.discord_api import custom_ids
from bot.tables import LoadedTable
from bot.tables.rights import GuildRights, Right
from bot.tables.usage_limits import Cost
from bot.texts.notices import Refusal, RequestRefused, fact
from cogs.finders import pressed_table
from cogs.interaction_handler import respond
from cogs.request import FOR_ALL, Policy, Reply, Request, RequestHandler, Response

TableHandler = Callable[[Request, LoadedTable], Awaitable[Response]]


class ButtonSource(NamedTuple):
    """The source of a button, menu or form: its handler and its policy."""

    handler: RequestHandler
    policy: Policy


BUTTONS: Final[dict[str, ButtonSource]] = {}
"""By verb."""


def button(
    *verbs: str, right: Right | GuildRights, cost: Cost = Cost.ACT, reply: Reply = Reply.HERE
) -> Callable[[RequestHandler], RequestHandler]:
    """Register the handler of these verbs. Raises ValueError if a verb has another one already."""
    return _button(verbs, Policy(right, cost, reply))


def _button(verbs: tuple[str, ...], policy: Policy) -> Callable[[RequestHandler], RequestHandler]:

    def register(handler: RequestHandler) -> RequestHandler:
        if taken := BUTTONS.keys() & set(verbs):
            raise ValueError(f"verb with two handlers: {taken}")
        BUTTONS.update(dict.fromkeys(verbs, ButtonSource(handler, policy)))
        return handler

    return register


def table_button(
    *verbs: str, right: Right, cost: Cost = Cost.ACT, reply: Reply = Reply.HERE, queues: bool = False
) -> Callable[[TableHandler], TableHandler]:
    """Register the handler of these verbs, which gets the table of the pressed button."""

    def register(handler: TableHandler) -> TableHandler:
        @_button(verbs, Policy(right, cost, reply, queues))
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
        if press is None or press.verb not in BUTTONS:
            await respond(interaction, refuse_unknown, FOR_ALL)
        else:
            await respond(interaction, *BUTTONS[press.verb], press)


async def refuse_unknown(_: Request) -> Response:
    raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON))
