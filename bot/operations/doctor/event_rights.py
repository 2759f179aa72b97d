"""Checks whether the bot may create the events that cups and leagues are to have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import discord

from bot.competitions.cup_actions import CreateCup
from bot.competitions.cup_service import recorded
from bot.competitions.leagues.league import LeagueStage
from bot.competitions.leagues.league_actions import CreateLeague
from bot.competitions.leagues.league_service import recorded as recorded_in_league
from bot.operations.doctor.findings import Finding, unsure
from bot.runtime.settings import Settings
from bot.store import Store, StoreError
from bot.store.engine import open_read_only


async def wanting_events(settings: Settings, guild_ids: Iterable[int]) -> set[int]:
    """Return the guilds with a running cup or league that is to have events; empty without a readable database."""
    try:
        if not settings.has_database:
            return set()
        async with await open_read_only(settings.database) as store:
            return {one for one in guild_ids if await _has_event(store, one) or await _has_league(store, one)}
    except (StoreError, OSError):  # other checks report it
        return set()


async def _has_event(store: Store, guild_id: int) -> bool:
    for row in await store.running_cups(guild_id):
        found = await store.cup(row.id)
        created = next((entry.action for entry in recorded(found.record[:1])), None) if found else None
        if isinstance(created, CreateCup) and created.rules.events:
            return True
    return False


async def _has_league(store: Store, guild_id: int) -> bool:
    """Return whether a league that goes on is to have events; before its first season it has no cup."""
    for row in await store.leagues(guild_id):
        found = await store.league(row.id) if row.stage != LeagueStage.OVER else None
        created = next((entry.action for entry in recorded_in_league(found.record[:1])), None) if found else None
        if isinstance(created, CreateLeague) and created.rules.cup.events:
            return True
    return False


def event_right(guild: Mapping[str, Any]) -> Finding | None:
    """Check one server, by its entry in `/users/@me/guilds`; None if events may be created."""
    has = discord.Permissions(int(guild["permissions"]))
    if has.create_events or has.administrator:
        return None
    text = "a cup or league is to be in the list of events, but the bot may not: Create Events."
    return unsure(f"Server {guild['name']!r}", text, "Grant it to the bot's role in Server Settings > Roles.")
