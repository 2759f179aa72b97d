"""Checks of `voormsi doctor`: may the bot create the events and give the roles that cups and leagues promise?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

import discord

from bot.cups.cup_actions import CreateCup
from bot.cups.cup_service import read_rows
from bot.cups.leagues.league import LeagueStage
from bot.cups.leagues.league_actions import CreateLeague
from bot.cups.leagues.league_service import read_rows as read_league_rows
from bot.operations.doctor.doctor import SeenServers, ServerCheck
from bot.operations.doctor.findings import Finding, unsure
from bot.runtime.settings import Settings
from bot.store import Store, StoreError
from bot.store.engine import open_read_only


async def _event_rights(seen: SeenServers) -> list[Finding]:
    found = [event_right(seen.guilds[guild_id]) for guild_id in await guilds_with_events(seen.settings, seen.guilds)]
    return [finding for finding in found if finding is not None]


async def _winner_roles(seen: SeenServers) -> list[Finding]:
    found = []
    for promised in await promised_roles(seen.settings, seen.guilds):
        roles = await seen.get(f"guilds/{promised.guild_id}/roles")
        own = await seen.get(f"guilds/{promised.guild_id}/members/{seen.me}")
        if roles.has_data and own.has_data:
            found.append(role_finding(seen.guilds[promised.guild_id], roles.body, own.body["roles"], promised))
    return [finding for finding in found if finding is not None]


async def guilds_with_events(settings: Settings, guild_ids: Iterable[int]) -> set[int]:
    """Return the guilds with a running cup or league that is to have events; empty without a readable database."""
    try:
        if not settings.has_database:
            return set()
        async with await open_read_only(settings.database) as store:
            return {
                guild_id
                for guild_id in guild_ids
                if await _has_event(store, guild_id) or await _has_league(store, guild_id)
            }
    except (StoreError, OSError):  # other checks report it
        return set()


async def _has_event(store: Store, guild_id: int) -> bool:
    for row in await store.running_cups(guild_id):
        found = await store.cup(row.id)
        created = next((entry.action for entry in read_rows(found.record[:1])), None) if found else None
        if isinstance(created, CreateCup) and created.rules.events:
            return True
    return False


async def _has_league(store: Store, guild_id: int) -> bool:
    """Return whether a league that goes on is to have events; before its first season it has no cup."""
    for row in await store.leagues(guild_id):
        found = await store.league(row.id) if row.stage != LeagueStage.OVER else None
        created = next((entry.action for entry in read_league_rows(found.record[:1])), None) if found else None
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
            stored = [stored_cup for row in rows if (stored_cup := await store.cup(row.id)) is not None]
    except (StoreError, OSError):  # other checks report it
        return []
    roles = [(stored_cup.row, stored_cup.record[0].body["rules"].get("role", 0)) for stored_cup in stored]
    return [PromisedRole(row.guild_id, row.name, role) for row, role in roles if role]


def role_finding(
    guild: Mapping[str, Any], roles: Iterable[Mapping[str, Any]], own: Iterable[str], promised: PromisedRole
) -> Finding | None:
    """Check one role, by the server's entry in `/users/@me/guilds`, its roles and the bot's own; None: it is given."""
    subject, known = f"Server {guild['name']!r}", {role["id"]: role for role in roles}
    role = known.get(str(promised.role))
    if role is None:
        return unsure(subject, f"the role for the winner of the cup {promised.cup!r} is gone.", "Give it by hand.")
    has = discord.Permissions(int(guild["permissions"]))
    highest = max((known[own_role]["position"] for own_role in own if own_role in known), default=0)
    if (has.manage_roles or has.administrator) and highest > role["position"] and not role["managed"]:
        return None
    text = f"the bot may not give the role {role['name']!r} to the winner of the cup {promised.cup!r}."
    remedy = f"In Server Settings > Roles, give the bot's role Manage Roles, and move it above {role['name']!r}."
    return unsure(subject, text, remedy)


CHECKS: Final[tuple[ServerCheck, ...]] = (_winner_roles, _event_rights)
