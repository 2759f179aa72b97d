"""Checks whether the bot can give the roles that cups promise their winners."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import discord

from bot.operations.doctor.findings import Finding, unsure
from bot.runtime.settings import Settings
from bot.store import StoreError
from bot.store.engine import open_read_only


class PromisedRole(NamedTuple):
    """A role that a running cup gives to its winner."""

    guild_id: int
    cup: str
    role: int


async def promised_roles(settings: Settings, guild_ids: Iterable[int]) -> list[PromisedRole]:
    """Return the roles of all running cups; none without a readable database."""
    try:
        if not settings.has_database:
            return []
        async with await open_read_only(settings.database) as store:
            rows = [row for guild_id in guild_ids for row in await store.running_cups(guild_id)]
            stored = [one for row in rows if (one := await store.cup(row.id)) is not None]
    except (StoreError, OSError):  # other checks report it
        return []
    roles = [(one.row, one.record[0].body["rules"].get("role", 0)) for one in stored]
    return [PromisedRole(row.guild_id, row.name, role) for row, role in roles if role]


def giving(
    guild: Mapping[str, Any], roles: Iterable[Mapping[str, Any]], own: Iterable[str], promised: PromisedRole
) -> Finding | None:
    """Check one role, by the server's entry in `/users/@me/guilds`, its roles and the bot's own; None: it is given."""
    subject, known = f"Server {guild['name']!r}", {role["id"]: role for role in roles}
    role = known.get(str(promised.role))
    if role is None:
        return unsure(subject, f"the role for the winner of the cup {promised.cup!r} is gone.", "Give it by hand.")
    has = discord.Permissions(int(guild["permissions"]))
    highest = max((known[one]["position"] for one in own if one in known), default=0)
    if (has.manage_roles or has.administrator) and highest > role["position"] and not role["managed"]:
        return None
    text = f"the bot may not give the role {role['name']!r} to the winner of the cup {promised.cup!r}."
    remedy = f"In Server Settings > Roles, give the bot's role Manage Roles, and move it above {role['name']!r}."
    return unsure(subject, text, remedy)
