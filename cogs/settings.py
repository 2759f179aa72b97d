"""Preferences of people: the commands of `/settings`, and their menus."""

from __future__ import annotations

from typing import Any, Final

from discord import app_commands

from bot.discord_api.option_validation import Line
from bot.members.preferences import OF_A_PERSON, Preferences, chosen, zones
from bot.presentation.layouts.settings import ABOUT_PLAY, PLAY
from bot.presentation.scenes import QuietScene, ResetScene, SettingsScene
from bot.presentation.time_parser import is_none, meant_clock, meant_zone
from bot.texts.notices import Refusal, RequestRefused, fact
from cogs.buttons import button
from cogs.commands import Choices, choices, command
from cogs.request import Redraw, Request, Response

OF_QUIET: Final = frozenset({"quiet_from", "quiet_to", "zone"})
OF_REMINDERS: Final = OF_QUIET | {"reminders"}


@button("settings")
@command("settings me")
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
    return Redraw(QuietScene(await _preferences(request), request.services.now() // 1000))


@command("settings quiet", begin="from", end="to")
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


@button("reset")
async def reset(_: Request) -> Response:
    return Redraw(ResetScene())


@button("reset-yes")
async def reset_yes(request: Request) -> Response:
    preferences = await request.services.people.reset_preferences(request.person.key)
    await request.services.reminders.release(request.person.key)
    return Redraw(SettingsScene(preferences, play=True))


@choices("settings quiet", "zone")
async def places(_: Request, typed: str) -> Choices:
    wanted = typed.strip().casefold().replace(" ", "_")
    found = [zone for zone in zones() if wanted in zone.casefold()]
    return [app_commands.Choice(name=zone, value=zone) for zone in found[:25]]
