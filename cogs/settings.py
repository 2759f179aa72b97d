"""Preferences of people: the commands of `/settings`, and their menus."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Bot
from bot.discord_api.option_validation import Line
from bot.members.preferences import OF_A_PERSON, Preferences, chosen, zones
from bot.presentation.layouts.settings import ABOUT_PLAY, PLAY
from bot.presentation.scenes import QuietScene, ResetScene, SettingsScene
from bot.presentation.time_parser import is_none, meant_clock, meant_zone
from bot.texts.notices import Refusal, RequestRefused, fact
from cogs.buttons import button
from cogs.commands import ENGLISH, Choices, command
from cogs.request import Redraw, Request, Response
from cogs.respond import respond
from cogs.server_settings import set_pace, show_server

LONGEST_NAME: Final = 40
OF_QUIET: Final = frozenset({"quiet_from", "quiet_to", "zone"})
OF_REMINDERS: Final = OF_QUIET | {"reminders"}


@button("settings")
async def show_settings(request: Request) -> Response:
    """Show the person's preferences, or their other page in place of a page or a question."""
    return Redraw(SettingsScene(await _preferences(request), PLAY in request.press.args))


async def _preferences(request: Request) -> Preferences:
    return await request.services.people.preferences(request.person.key)


@button("wish")
async def set_preference(request: Request) -> Response:
    """Set a preference of the person chosen in a menu, and redraw the settings in the new language."""
    name = request.argument
    if name not in OF_A_PERSON or not request.values:
        raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON))
    await _set(request, name, chosen(request.values[0]))
    if name in OF_QUIET:
        return await show_quiet(request)
    return Redraw(SettingsScene(await _preferences(request), name in ABOUT_PLAY))


async def _set(request: Request, name: str, value: Any) -> None:
    await request.services.people.change_preference(request.person.key, name, value)
    if name in OF_REMINDERS:
        await request.services.reminders.release(request.person.key)


@button("quiet")
async def show_quiet(request: Request) -> Response:
    """Show the quiet hours, in place of the settings."""
    return Redraw(QuietScene(await _preferences(request), request.services.now() // 1000))


async def set_quiet(request: Request, begin: str | None, end: str | None, zone: str | None) -> Response:
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


@button("reset")
async def reset(_: Request) -> Response:
    """Ask for confirmation before the settings are reset."""
    return Redraw(ResetScene())


@button("reset-yes")
async def reset_yes(request: Request) -> Response:
    preferences = await request.services.people.reset_preferences(request.person.key)
    await request.services.reminders.release(request.person.key)
    return Redraw(SettingsScene(preferences, play=True))


class SettingsCog(commands.GroupCog, group_name="settings", group_description=ENGLISH.command("settings")):
    """`/settings …`. Every press checks the right to manage the server: Discord cannot hide one command of a group."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    @command("settings me")
    async def me(self, interaction: discord.Interaction[Bot]) -> None:
        await respond(interaction, show_settings)

    @command("settings quiet", begin="from", end="to")
    async def quiet(
        self,
        interaction: discord.Interaction[Bot],
        begin: Line | None = None,
        end: Line | None = None,
        zone: Line | None = None,
    ) -> None:
        await respond(interaction, lambda request: set_quiet(request, begin, end, zone))

    @quiet.autocomplete("zone")
    async def places(self, _: discord.Interaction[Bot], typed: str) -> Choices:
        """Offer the time zones whose names contain the typed text."""
        wanted = typed.strip().casefold().replace(" ", "_")
        found = [zone for zone in zones() if wanted in zone.casefold()]
        return [app_commands.Choice(name=zone, value=zone) for zone in found[:25]]

    @command("settings server")
    async def server(self, interaction: discord.Interaction[Bot]) -> None:
        await respond(interaction, show_server)

    @command("settings pace")
    async def pace(
        self, interaction: discord.Interaction[Bot], name: app_commands.Range[str, 1, LONGEST_NAME], time: Line
    ) -> None:
        await respond(interaction, lambda request: set_pace(request, name, time))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that the bot was removed from a guild (not in an outage): its data can be erased some time later."""
        if not guild.unavailable:
            await self._bot.services.guilds.leave(guild.id, self._bot.services.now())

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._bot.services.guilds.come_back(guild.id)


async def setup(bot: Bot) -> None:
    await bot.add_cog(SettingsCog(bot))
