"""The roles in the rules of a cup that is being made: menus of the panel."""

from __future__ import annotations

from typing import Final

import discord

from bot.cups import drafts
from bot.cups.messages.cup_text import CupVerb
from bot.cups.messages.draft import page_with
from bot.discord_api import custom_ids
from bot.tables.rights import GuildRights
from bot.texts.notices import Refusal, RequestRefused, fact
from cogs.buttons import button
from cogs.cups import cup_services
from cogs.cups.finding_cups import check_prize, unknown_button
from cogs.cups.organise_cups import panel_of_draft
from cogs.organise import organised
from cogs.request import Redraw, Request, Response

PRIZE: Final = "role"
"""The rule that names the role of the winner."""


@button(CupVerb.DRAFT_ROLES, right=GuildRights.ORGANISER)
async def change_roles(request: Request) -> Response:
    """Change a rule to the roles that were chosen."""
    guild_id, stored, key = organised(request), cup_services(request).drafts, request.person.key
    field, roles = request.argument, _roles(request)
    if field == PRIZE:
        for role in roles:
            await check_prize(request, role.id)
    try:
        rules = drafts.with_roles(await stored.get(guild_id, key), field, [role.id for role in roles])
    except ValueError:
        raise unknown_button() from None
    await stored.keep(guild_id, key, rules)
    is_high = field == PRIZE and not all(role.is_assignable() for role in roles)
    return Redraw(await panel_of_draft(request, rules, page_with(field), high_role=is_high))


def _roles(request: Request) -> list[discord.Role]:
    """Return the roles that were chosen. Raises RequestRefused for @everyone, and for roles of another server."""
    guild = request.interaction.guild
    found = [guild.get_role(custom_ids.number(value) or 0) for value in request.values] if guild else []
    roles = [role for role in found if role is not None]
    if len(roles) < len(request.values):
        raise unknown_button()
    if any(role.is_default() for role in roles):
        raise RequestRefused(fact(Refusal.NOT_EVERYONE))
    return roles
