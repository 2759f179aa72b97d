"""Preferences of people and servers: `/settings` and `/setup`, their menus, and a server's own paces."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import app_commands

from bot.discord_api import custom_ids, permissions
from bot.discord_api.command_tree import Line
from bot.members.preferences import (
    OF_A_PERSON,
    OF_A_SERVER,
    GuildPreferences,
    Preferences,
    place_of,
    stored_value,
    zones,
)
from bot.messages.settings.settings import (
    ABOUT_PLAY,
    ABOUT_TABLES,
    NAMED,
    PLAY,
    THE_TABLES,
    QuietScene,
    ResetScene,
    ServerSettingsScene,
    SettingsScene,
)
from bot.tables.rights import GuildRights
from bot.tables.usage_limits import Cost
from bot.texts import offered_games
from bot.texts.escaping import legible
from bot.texts.notices import Refusal, RequestRefused, fact
from bot.typed_input.time_parser import is_none, meant_clock, meant_pace, meant_zone
from cogs.buttons import button
from cogs.commands import OfferedChoices, choices, command
from cogs.lobby import chosen_users
from cogs.request import Private, Redraw, Request, Response
from rules.core.contract import Fact

OF_QUIET: Final = frozenset({"quiet_from", "quiet_to", "zone"})
OF_REMINDERS: Final = OF_QUIET | {"reminders"}
LONGEST_NAME: Final = 40
PACES: Final = "paces"
GAMES: Final = "games"
CHANNELS: Final = frozenset({"channels", "daily"})
ROLES: Final = frozenset({"organisers", "mention"})
LISTS: Final = frozenset({"channels", "organisers"})
"""Preferences of several channels or roles."""
MANY: Final = CHANNELS | ROLES | {PACES}
"""Preferences that may be set to nothing."""


@button("settings", right=GuildRights.ALL, cost=Cost.READ)
@command("settings me", right=GuildRights.ALL, cost=Cost.READ)
async def show_settings(request: Request) -> Response:
    """Show the person's preferences, or their other page in place of a page or a question."""
    return Redraw(SettingsScene(await _preferences(request), PLAY in request.press.args))


async def _preferences(request: Request) -> Preferences:
    return await request.services.people.preferences(request.person.key)


@button("wish", right=GuildRights.ALL, cost=Cost.SETTING)
async def set_preference(request: Request) -> Response:
    """Set a preference of the person chosen in a menu, and redraw the settings in the new language."""
    name = request.argument
    if name not in OF_A_PERSON or not request.values:
        raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON))
    await _set(request, name, stored_value(request.values[0]))
    if name in OF_QUIET:
        return await show_quiet(request)
    return Redraw(SettingsScene(await _preferences(request), name in ABOUT_PLAY))


async def _set(request: Request, name: str, value: Any) -> None:
    await request.services.people.change_preference(request.person.key, name, value)
    if name in OF_REMINDERS:
        await request.services.reminders.release(request.person.key)


@button("quiet", right=GuildRights.ALL, cost=Cost.SETTING)
async def show_quiet(request: Request) -> Response:
    return Redraw(QuietScene(await _preferences(request), request.services.now() // 1000))


@command("settings quiet", right=GuildRights.ALL, cost=Cost.SETTING, begin="from", end="to")
async def set_quiet(
    request: Request, begin: Line | None = None, end: Line | None = None, zone: Line | None = None
) -> Response:
    """Set the quiet hours as typed; omitted values stay."""
    values: dict[str, Any] = {}
    for name, typed in (("quiet_from", begin), ("quiet_to", end)):
        if typed is not None:
            try:
                values[name] = None if name == "quiet_from" and is_none(typed) else meant_clock(typed)
            except ValueError:
                raise RequestRefused(fact(Refusal.UNKNOWN_TIME, text=typed)) from None
    if zone is not None:
        if (meant := meant_zone(zone)) is None:
            raise RequestRefused(fact(Refusal.UNKNOWN_ZONE, text=zone))
        values["zone"] = meant or None
    for name, value in values.items():
        await _set(request, name, value)
    return await show_quiet(request)


@button("reset", right=GuildRights.ALL, cost=Cost.READ)
async def reset(_: Request) -> Response:
    return Redraw(ResetScene())


@button("reset-yes", right=GuildRights.ALL, cost=Cost.SETTING)
async def reset_yes(request: Request) -> Response:
    preferences = await request.services.people.reset_preferences(request.person.key)
    await request.services.reminders.release(request.person.key)
    return Redraw(SettingsScene(preferences, play=True))


@choices("settings quiet", "zone")
async def places(request: Request, typed: str) -> OfferedChoices:
    wanted, language = typed.strip().casefold(), request.translator.language
    told = {zone: f"{zone} {place_of(zone, language)}".casefold().replace("_", " ") for zone in zones()}
    found = [zone for zone in zones() if wanted.replace("_", " ") in told[zone]]
    return [app_commands.Choice(name=zone, value=zone) for zone in found]


def _managed_guild(request: Request) -> int:
    """Return the id of the guild where the person asks, if they may manage it. Raises RequestRefused."""
    guild_id = request.interaction.guild_id
    if guild_id is None:
        raise RequestRefused(fact(Refusal.NOT_IN_SERVER))
    if not request.manages_guild:
        raise RequestRefused(fact(Refusal.NOT_MANAGER))
    return guild_id


def known_channels(guild: discord.Guild | None) -> frozenset[int] | None:
    """Return the ids of a server's channels; None if they are unknown."""
    return None if guild is None else frozenset(channel.id for channel in guild.channels)


@button("setup", right=GuildRights.MANAGER, cost=Cost.READ)
@command("setup", right=GuildRights.MANAGER, cost=Cost.READ)
async def show_server(request: Request) -> Response:
    """Show the preferences of the server, or their other page in place of a page."""
    preferences = await request.services.guilds.preferences(_managed_guild(request))
    await _drop_who_left(request)
    return Redraw(await _scene(request, preferences, tables=THE_TABLES in request.press.args))


@button("server-wish", right=GuildRights.MANAGER, cost=Cost.SETTING)
async def set_server_preference(request: Request) -> Response:
    """Set a preference of the server chosen in a menu, and redraw the settings."""
    guild_id, guild, guilds = _managed_guild(request), request.interaction.guild, request.services.guilds
    name, values = request.argument, request.values
    if name == NAMED:
        return await _name_organisers(request, guild_id)
    if name not in OF_A_SERVER or not (values or name in MANY):
        raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON))
    _check_there(guild, name, values)
    value = _value(name, values, await guilds.preferences(guild_id))
    if name == "daily":
        _check_speaks(guild, value)
    if name == "mention":
        _check_mentions(request, value)
    preferences = await guilds.change_preference(guild_id, name, value, request.person.key)
    return Redraw(await _scene(request, preferences, tables=name in ABOUT_TABLES))


def _check_there(guild: discord.Guild | None, name: str, values: Sequence[str]) -> None:
    """Raise RequestRefused for channels or roles of another server, which a press could name, and for @everyone."""
    ids = [custom_ids.number(value) or 0 for value in values]
    if name in CHANNELS and not all(guild and guild.get_channel(channel_id) for channel_id in ids):
        raise RequestRefused(fact(Refusal.NOT_HERE))
    if name in ROLES and guild and guild.id in ids:
        raise RequestRefused(fact(Refusal.NOT_EVERYONE))
    if name in ROLES and not all(guild and guild.get_role(role_id) for role_id in ids):
        raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON))


def _check_mentions(request: Request, role_id: int | None) -> None:
    """Raise RequestRefused for a role that the person may not mention: nor does the bot mention it for them."""
    guild = request.interaction.guild
    role = None if guild is None or role_id is None else guild.get_role(role_id)
    if role is not None and not role.mentionable and not request.interaction.permissions.mention_everyone:
        raise RequestRefused(fact(Refusal.NOT_TO_MENTION, role=role.mention))


def _value(name: str, values: Sequence[str], before: GuildPreferences) -> Any:
    if name == PACES:  # those of its own that are still chosen
        return [pace for pace in before.paces if pace[0] in values] or None
    if name == GAMES:
        return [game for game in offered_games() if game in values] or None
    if name not in CHANNELS | ROLES:
        return stored_value(values[0])
    ids = [found for value in values if (found := custom_ids.number(value))]
    return (ids or None) if name in LISTS else next(iter(ids), None)


def _check_speaks(guild: discord.Guild | None, channel_id: int | None) -> None:
    """Raise RequestRefused if the bot lacks permissions to post in a channel; it may post if that is unknown."""
    channel = None if guild is None or channel_id is None else guild.get_channel(channel_id)
    if guild is None or channel is None or guild.me is None:
        return
    lacking = permissions.lacking_keys(channel.permissions_for(guild.me))
    if lacking:
        raise RequestRefused(fact(Refusal.MUTE, permissions=tuple(lacking), channel=channel.mention))


@command("settings pace", right=GuildRights.MANAGER, cost=Cost.SETTING)
async def set_pace(request: Request, name: app_commands.Range[str, 1, LONGEST_NAME], time: Line) -> Response:
    """Add a pace of the server's own; it replaces one with the same name or times."""
    guild_id, written = _managed_guild(request), meant_pace(time)
    if isinstance(written, Fact):
        raise RequestRefused(written)
    name = legible(name) or legible(time)
    preferences = await request.services.guilds.add_pace(guild_id, name, written, request.person.key)
    return Private(await _scene(request, preferences, tables=True))


async def _name_organisers(request: Request, guild_id: int) -> Response:
    """Let the people chosen organise in the server, and nobody else by name."""
    services, users = request.services, list(chosen_users(request))
    if robot := next((user for user in users if user.bot), None):
        raise RequestRefused(fact(Refusal.CANNOT_ORGANISE, name=robot.name))
    people = [(await services.people.meet(user.id, user.name, None)).key for user in users]
    await services.guilds.name_organisers(guild_id, people, request.person.key)
    return Redraw(await _scene(request, await services.guilds.preferences(guild_id), tables=False))


async def _organisers(request: Request) -> dict[str, int]:
    """Return the people who organise by name, and their Discord ids; erased people have none."""
    organisers = await request.services.guilds.organisers(request.interaction.guild_id or 0)
    people = await request.services.people.rows(organisers)
    return {key: row.discord_id for key, row in people.items() if row.discord_id is not None}


async def _drop_who_left(request: Request) -> None:
    guild_id, members = request.interaction.guild_id or 0, request.services.publisher.rendering.member_left
    named = await _organisers(request)
    there = await asyncio.gather(*(members.is_member(guild_id, discord_id) for discord_id in named.values()))
    for key, is_there in zip(named, there, strict=True):
        if is_there is False:  # None: Discord does not say
            await request.services.guilds.drop_organiser(guild_id, key)


async def _scene(request: Request, preferences: GuildPreferences, *, tables: bool) -> ServerSettingsScene:
    guild = request.interaction.guild
    roles = None if guild is None else frozenset(role.id for role in guild.roles)
    there = preferences.existing(known_channels(guild), roles)
    role = guild.get_role(there.mention) if guild and there.mention else None
    silent = role is not None and not role.mentionable and not request.interaction.app_permissions.mention_everyone
    named = tuple((await _organisers(request)).values())
    return ServerSettingsScene(guild.name if guild else "", there, tables, silent, named)
