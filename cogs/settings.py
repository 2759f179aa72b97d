"""Preferences of people and servers: the commands of `/settings`, and their menus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Bot
from bot.discord_api import custom_ids, permissions
from bot.discord_api.option_validation import Line
from bot.members.preferences import OF_A_PERSON, OF_A_SERVER, GuildPreferences, Preferences, chosen, zones
from bot.presentation import time_parser
from bot.presentation.layouts.settings import ABOUT_PLAY, PLAY
from bot.presentation.scenes import QuietScene, ResetScene, Scene, ServerSettingsScene, SettingsScene
from bot.presentation.time_parser import is_none, meant_clock, meant_zone
from bot.texts import in_language
from bot.texts.names import legible
from bot.texts.notices import Refusal, fact
from cogs.components import add_verbs
from cogs.request import Handler, Private, Redraw, Request, Response, answer, word
from rules.core.contract import Fact

ENGLISH = in_language("en")
OF_QUIET = frozenset({"quiet_from", "quiet_to", "zone"})
OF_REMINDERS = OF_QUIET | {"reminders"}


async def mine(ask: Request) -> Response:
    """Show the person's preferences."""
    return Private(SettingsScene(await ask.services.people.preferences(ask.person.key)))


async def looked_at_again(ask: Request) -> Response:
    """Show the other page, or the settings in place of a question."""
    return Redraw(SettingsScene(await ask.services.people.preferences(ask.person.key), PLAY in ask.press.args))


async def change_preference(ask: Request) -> Response:
    """Set a preference of the person chosen in a menu, and redraw the settings in the new language."""
    (name, *_), values = (*ask.press.args, ""), ask.values
    if name not in OF_A_PERSON or not values:
        return word(fact(Refusal.UNKNOWN_BUTTON))
    return Redraw(_drawn(ask, name, await _change_preference(ask, name, chosen(values[0]))))


async def _change_preference(ask: Request, name: str, value: Any) -> Preferences:
    preferences = await ask.services.people.change_preference(ask.person.key, name, value)
    if name in OF_REMINDERS:
        await ask.services.reminders.release(ask.person.key)
    return preferences


def _drawn(ask: Request, name: str, preferences: Preferences) -> Scene:
    """Return the page with the menu of a preference."""
    return (
        QuietScene(preferences, ask.services.now() // 1000)
        if name in OF_QUIET
        else SettingsScene(preferences, name in ABOUT_PLAY)
    )


async def quiet(ask: Request) -> Response:
    """Show the quiet hours in place of the settings."""
    return Redraw(QuietScene(await ask.services.people.preferences(ask.person.key), ask.services.now() // 1000))


async def set_quiet(ask: Request, begin: str | None, end: str | None, zone: str | None) -> Response:
    """Set the quiet hours as typed; omitted values stay."""
    said: dict[str, Any] = {}
    for name, typed in (("quiet_from", begin), ("quiet_to", end)):
        if typed is not None:
            try:
                said[name] = None if name == "quiet_from" and is_none(typed) else meant_clock(typed)
            except ValueError:
                return word(fact(Refusal.UNKNOWN_TIME, text=typed))
    if zone is not None:
        if (meant := meant_zone(zone)) is None:
            return word(fact(Refusal.UNKNOWN_ZONE, text=zone))
        said["zone"] = meant or None
    for name, value in said.items():
        await _change_preference(ask, name, value)
    return Private(QuietScene(await ask.services.people.preferences(ask.person.key), ask.services.now() // 1000))


async def reset(_: Request) -> Response:
    """Ask for confirmation before the settings are reset."""
    return Redraw(ResetScene())


async def reset_yes(ask: Request) -> Response:
    preferences = await ask.services.people.reset_preferences(ask.person.key)
    await ask.services.reminders.release(ask.person.key)
    return Redraw(SettingsScene(preferences, play=True))


# Servers


async def guilds(ask: Request) -> Response:
    """Show the server's preferences to a person who may manage it."""
    guild_id = managed(ask)
    if isinstance(guild_id, Fact):
        return word(guild_id)
    return Private(_scene(ask, await ask.services.guilds.preferences(guild_id)))


async def change_guild_preference(ask: Request) -> Response:
    """Set a preference of the server chosen in a menu, and redraw the settings."""
    guild_id = managed(ask)
    if isinstance(guild_id, Fact):
        return word(guild_id)
    name = "".join(ask.press.args[:1])
    if name not in OF_A_SERVER or not (ask.values or name in MANY):
        return word(fact(Refusal.UNKNOWN_BUTTON))
    if name == PACES:
        return Redraw(_scene(ask, await _keep_paces(ask, guild_id)))
    if name in CHANNELS and not _are_channels_of(ask.interaction.guild, ask.values):
        return word(fact(Refusal.NOT_HERE))
    said = _said(name, ask.values)
    refused = _mute(ask.interaction.guild, said) if name == "daily" else None
    if refused:
        return word(refused)
    return Redraw(_scene(ask, await ask.services.guilds.change_preference(guild_id, name, said)))


def _mute(guild: discord.Guild | None, channel_id: int | None) -> Fact | None:
    """Return the refusal if the bot lacks permissions to post in a channel; None if it can, or that is unknown."""
    channel = None if guild is None or channel_id is None else guild.get_channel(channel_id)
    if guild is None or channel is None or guild.me is None:
        return None
    lacking = permissions.lacking(channel.permissions_for(guild.me))
    if not lacking:
        return None
    return fact(Refusal.MUTE, permissions=tuple(lacking), channel=channel.mention)


def _are_channels_of(guild: discord.Guild | None, chosen_ids: Sequence[str]) -> bool:
    """Whether the server has all these channels. A press could name channels of another server."""
    return all(guild and guild.get_channel(custom_ids.number(value) or 0) for value in chosen_ids)


def managed(ask: Request) -> int | Fact:
    """Return the id of the guild where the person asks, if they may manage it; else the refusal."""
    guild_id = ask.interaction.guild_id
    if guild_id is None:
        return fact(Refusal.NOT_IN_SERVER)
    return guild_id if ask.manages_guild else fact(Refusal.NOT_MANAGER)


async def _keep_paces(ask: Request, guild_id: int) -> GuildPreferences:
    """Keep only those of the server's own paces that are still chosen."""
    paces = (await ask.services.guilds.preferences(guild_id)).paces
    left = [pace for pace in paces if pace[0] in ask.values]
    return await ask.services.guilds.change_preference(guild_id, PACES, left or None)


async def set_pace(ask: Request, name: str, time: str) -> Response:
    """Add a pace of the server's own; it replaces one with the same name or times."""
    guild_id, name = managed(ask), legible(name) or legible(time)
    if isinstance(guild_id, Fact):
        return word(guild_id)
    written = time_parser.meant_pace(time)
    if isinstance(written, Fact):
        return word(written)
    paces = (await ask.services.guilds.preferences(guild_id)).paces
    others = [pace for pace in paces if pace[0] != name and pace[1] != written]
    if len(others) >= MOST_PACES:
        return word(fact(Refusal.TOO_MANY_PACES, count=MOST_PACES))
    all_paces = [*others, (name, written)]
    return Private(_scene(ask, await ask.services.guilds.change_preference(guild_id, PACES, all_paces)))


PACES = "paces"
MOST_PACES = 10
LONGEST_NAME = 40
CHANNELS = frozenset({"channels", "daily"})
MANY = CHANNELS | {PACES}
"""Preferences that may be set to nothing."""


def _said(name: str, values: Sequence[str]) -> Any:
    if name not in CHANNELS:
        return chosen(values[0])
    ids = [found for value in values if (found := custom_ids.number(value))]
    return (ids or None) if name == "channels" else next(iter(ids), None)


def _scene(ask: Request, preferences: GuildPreferences) -> ServerSettingsScene:
    guild = ask.interaction.guild
    return ServerSettingsScene(guild.name if guild else "", there(guild, preferences))


def there(guild: discord.Guild | None, preferences: GuildPreferences) -> GuildPreferences:
    """Return the preferences without channels that are gone."""
    if guild is None:
        return preferences
    channels = tuple(one for one in preferences.channels if guild.get_channel(one))
    daily = preferences.daily if preferences.daily is not None and guild.get_channel(preferences.daily) else None
    return replace(preferences, channels=channels, daily=daily)


class SettingsCog(commands.GroupCog, group_name="settings", group_description=ENGLISH.command("settings")):
    """`/settings …`. Every press checks the right to manage the server: Discord cannot hide one command of a group."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    @app_commands.command(name="me", description=ENGLISH.command("settings me"))
    async def me(self, interaction: discord.Interaction[Bot]) -> None:
        await answer(interaction, mine)

    @app_commands.command(name="quiet", description=ENGLISH.command("settings quiet"))
    @app_commands.rename(begin="from", end="to")
    @app_commands.describe(
        begin=ENGLISH.command("settings quiet", "from"),
        end=ENGLISH.command("settings quiet", "to"),
        zone=ENGLISH.command("settings quiet", "zone"),
    )
    async def quiet(
        self,
        interaction: discord.Interaction[Bot],
        begin: Line | None = None,
        end: Line | None = None,
        zone: Line | None = None,
    ) -> None:
        async def wanted(ask: Request) -> Response:
            return await set_quiet(ask, begin, end, zone)

        await answer(interaction, wanted)

    @quiet.autocomplete("zone")
    async def places(self, _: discord.Interaction[Bot], typed: str) -> list[app_commands.Choice[str]]:
        """Offer the time zones whose names contain the typed text."""
        wanted = typed.strip().casefold().replace(" ", "_")
        found = [zone for zone in zones() if wanted in zone.casefold()]
        return [app_commands.Choice(name=zone, value=zone) for zone in found[:25]]

    @app_commands.command(name="server", description=ENGLISH.command("settings server"))
    async def server(self, interaction: discord.Interaction[Bot]) -> None:
        await answer(interaction, guilds)

    @app_commands.command(name="pace", description=ENGLISH.command("settings pace"))
    @app_commands.describe(name=ENGLISH.command("settings pace", "name"), time=ENGLISH.command("settings pace", "time"))
    async def pace(
        self, interaction: discord.Interaction[Bot], name: app_commands.Range[str, 1, LONGEST_NAME], time: Line
    ) -> None:
        async def wanted(ask: Request) -> Response:
            return await set_pace(ask, name, time)

        await answer(interaction, wanted)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that the bot was removed from a guild (not in an outage): its data can be erased some time later."""
        if not guild.unavailable:
            await self._bot.services.guilds.leave(guild.id, self._bot.services.now())

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._bot.services.guilds.come_back(guild.id)


VERBS: dict[str, Handler] = {
    "wish": change_preference,
    "reset": reset,
    "reset-yes": reset_yes,
    "settings": looked_at_again,
    "quiet": quiet,
    "server-wish": change_guild_preference,
}


async def setup(bot: Bot) -> None:
    add_verbs(bot, VERBS)
    await bot.add_cog(SettingsCog(bot))
