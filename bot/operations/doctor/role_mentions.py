"""Checks whether the bot can mention the roles that servers have chosen for new tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import discord

from bot.members.preferences import guild_preferences_of
from bot.operations.doctor.findings import Finding, unsure
from bot.runtime.settings import Settings
from bot.store import StoreError
from bot.store.engine import open_read_only


async def chosen_roles(settings: Settings, guild_ids: Iterable[int]) -> dict[int, int]:
    """Return guild id -> the role that new tables mention; {} without a readable database."""
    try:
        if not settings.has_database:
            return {}
        async with await open_read_only(settings.database) as store:
            chosen = {one: guild_preferences_of(await store.guild_preferences(one)).mention for one in guild_ids}
    except (StoreError, OSError):  # other checks report it
        return {}
    return {guild_id: role for guild_id, role in chosen.items() if role is not None}


def mention(guild: Mapping[str, Any], roles: Iterable[Mapping[str, Any]], chosen: int) -> Finding | None:
    """Check one server, by its entry in `/users/@me/guilds` and its roles; None if the role can be mentioned."""
    subject, role = f"Server {guild['name']!r}", next((one for one in roles if one["id"] == str(chosen)), None)
    if role is None:
        return unsure(subject, "the role to mention at new tables is gone.", "Choose another one in /setup there.")
    has = discord.Permissions(int(guild["permissions"]))
    if role["mentionable"] or has.mention_everyone or has.administrator:
        return None
    text = f"the bot may not mention the role {role['name']!r}, so nobody is notified of new tables."
    return unsure(subject, text, "Allow everybody to mention it, in Server Settings > Roles.")
