"""Private answers with settings, of a person and of a server: a menu for each preference."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

import discord
from discord import ChannelType, SelectDefaultValue, SelectDefaultValueType, SelectOption

from bot.discord_api import custom_ids
from bot.members.preferences import (
    DEFAULT,
    Confirm,
    GuildPreferences,
    HandDelivery,
    MentionEvery,
    Openers,
    Posted,
    Preferences,
    ProfileVisibility,
    ReminderChannel,
    TableLocation,
    menu_value,
    place_of,
)
from bot.messages.kit import ui
from bot.messages.kit.scene import Scene
from bot.messages.kit.table_text import pace_in_words
from bot.texts import Translator, card_namings, escape, languages, offered_games, offered_name
from bot.texts.reader import CardStyle, Reader


@dataclass(frozen=True, slots=True)
class SettingsScene(Scene):
    """A person's preferences, private to them, on two pages: a menu for each but the quiet hours."""

    preferences: Preferences
    play: bool = False
    """True if this is the page about playing; the other one is about language and cards."""


@dataclass(frozen=True, slots=True)
class QuietScene(Scene):
    """A person's quiet hours, without reminders, private to them; `now` in seconds since the epoch."""

    preferences: Preferences
    now: int


@dataclass(frozen=True, slots=True)
class ServerSettingsScene(Scene):
    """A page of a server's preferences, private to those who may manage it; shown there, for its channels and roles."""

    guild: str
    """The name of the server."""
    preferences: GuildPreferences
    tables: bool = False
    """True for the page about how tables run."""
    silent: bool = False
    """True if the bot may not mention the role that is chosen for new tables."""
    named: tuple[int, ...] = ()
    """The Discord ids of the people who organise by name."""


@dataclass(frozen=True, slots=True)
class ResetScene(Scene):
    """The question "Are you sure?", before all preferences of a person go back to their defaults."""


ZONES: Final = (
    "America/Nuuk", "America/Scoresbysund", "America/Danmarkshavn", "America/Thule", "Atlantic/Reykjavik",
    "Europe/London", "Atlantic/Faroe", "Europe/Copenhagen", "Europe/Berlin", "Europe/Helsinki", "Europe/Moscow",
    "America/St_Johns", "America/Halifax", "America/New_York", "America/Chicago", "America/Denver",
    "America/Los_Angeles", "America/Sao_Paulo", "Asia/Kolkata", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney",
    "Pacific/Auckland",
)  # fmt: skip
"""Time zones that the menu offers; the command accepts all."""
TABLES: Final = (ChannelType.text, ChannelType.news, ChannelType.voice, ChannelType.forum)
"""The kinds of channels in which tables, or threads with tables, can open."""
POSTS: Final = (ChannelType.text, ChannelType.news)

PLAY: Final = "play"
"""In a custom_id: the page of settings about playing."""
ABOUT_PLAY: Final = frozenset({"hands", "confirm", "reminders", "profile", "across"})
"""The preferences on that page."""
THE_TABLES: Final = "tables"
"""In a custom_id: a server's page about how tables run."""
ABOUT_TABLES: Final = frozenset({"games", "place", "posted", "paces", "daily"})
"""The preferences on that page."""
NAMED: Final = "named"
"""In a custom_id: the organisers by name."""


@ui.page_of.register
def settings(scene: SettingsScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """One page of a person's preferences, short enough for a phone, with a button to the other page."""
    words, preferences = reader.words, scene.preferences
    menus = _Menus("wish", "settings", preferences, words)
    if not scene.play:
        return ui.layout(
            ui.text(words("settings.title"), words("settings.private")),
            *menus.language_menu("language", languages()),
            *menus.language_menu("card_names", card_namings()),
            ui.line(),
            *menus.choices("cards", CardStyle),
            *menus.choices("four_colours", (False, True)),
            *menus.choices("paragraphs", (False, True)),
            *ui.rows([ui.button(words("button.settings-play"), custom_ids.write("settings", None, PLAY), ui.MAIN)]),
            colour=ui.YOURS,
        )
    buttons = [ui.button(words(f"button.{verb}"), custom_ids.write(verb)) for verb in ("quiet", "export", "reset")]
    return ui.layout(
        ui.text(words("settings.title-play"), words("settings.private")),
        *menus.choices("hands", HandDelivery),
        *menus.choices("confirm", Confirm),
        *menus.choices("reminders", ReminderChannel),
        *menus.choices("profile", ProfileVisibility),
        *menus.choices("across", (False, True)),
        ui.text(_quiet_hours(preferences, words)),
        *ui.rows([ui.button(words("button.settings-looks"), custom_ids.write("settings")), *buttons]),
        colour=ui.YOURS,
    )


def _quiet_hours(preferences: Preferences, words: Translator) -> str:
    if preferences.quiet is None:
        return words("settings.quiet.none")
    zone = place_of(preferences.zone, words.language) if preferences.zone else words("quiet.utc")
    return words("settings.quiet", from_=preferences.quiet_from, to=preferences.quiet_to, zone=zone)


@ui.page_of.register
def quiet(scene: QuietScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A person's quiet hours, in which there are no reminders: from, to, and the time zone, else UTC."""
    words, preferences = reader.words, scene.preferences
    now = datetime.fromtimestamp(scene.now, UTC)
    clock = _clock(now, preferences.zone_info)
    if preferences.zone:
        told = words("quiet.now", zone=place_of(preferences.zone, words.language), time=clock)
    else:
        told = words("quiet.now-utc", time=clock)
    never = ui.choice(words("quiet.quiet_from.none"), DEFAULT, chosen=not preferences.quiet_from)
    return ui.layout(
        ui.text(words("quiet.title"), words("quiet.about")),
        ui.text(words("quiet.quiet_from")),
        _hours("quiet_from", preferences.quiet_from, [never], words),
        ui.text(words("quiet.quiet_to")),
        _hours("quiet_to", preferences.quiet_to, [], words),
        ui.text(words("quiet.zone"), told),
        ui.menu(
            custom_ids.write("wish", None, "zone"), _hint(words("quiet.zone")), _zones(preferences.zone, now, words)
        ),
        ui.text(words("quiet.zone.about")),
        *ui.rows([ui.button(words("button.back"), custom_ids.write("settings", None, PLAY))]),
        colour=ui.YOURS,
    )


def _hours(name: str, chosen: str, first: list[SelectOption], words: Translator) -> ui.Item:
    """A menu of the hours of the day, and the chosen time if it is not one of them."""
    times = sorted({*(f"{hour:02}:00" for hour in range(24)), chosen} - {""})[: ui.MOST_CHOICES - len(first)]
    if chosen and chosen not in times:
        times[-1] = chosen
    told = [ui.choice(time, time, chosen=time == chosen) for time in times]
    return ui.menu(custom_ids.write("wish", None, name), _hint(words(f"quiet.{name}")), first + told)


def _hint(heading: str) -> str:
    """A heading as the hint of its menu, which shows no formatting."""
    return heading.strip("*")


def _zones(chosen: str, now: datetime, words: Translator) -> list[SelectOption]:
    """UTC and some time zones, including the chosen one, each with its present time."""
    utc = ui.choice(
        words("quiet.utc"), DEFAULT, words("quiet.zone.time", time=_clock(now, ZoneInfo("UTC"))), not chosen
    )
    zones = ZONES if chosen in ("", *ZONES) else (chosen, *ZONES)
    return [utc] + [
        ui.choice(
            place_of(zone, words.language),
            zone,
            words("quiet.zone.time", time=_clock(now, ZoneInfo(zone))),
            zone == chosen,
        )
        for zone in zones
    ]


def _clock(now: datetime, zone: ZoneInfo) -> str:
    return f"{now.astimezone(zone):%H:%M}"


@ui.page_of.register
def server(scene: ServerSettingsScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """One page of a server's preferences: where and by whom tables are opened; or how they run, and what is posted."""
    words, preferences = reader.words, scene.preferences
    page = _Menus("server-wish", "server", preferences, words)
    title = ui.text(words("server.title", guild=escape(scene.guild)), words("server.private"))
    if not scene.tables:
        return ui.layout(
            title,
            *page.channels("channels", preferences.channels, ui.MOST_CHOICES, TABLES),
            *page.language_menu("language", languages()),
            *page.choices("openers", Openers),
            *page.roles("organisers", preferences.organisers, ui.MOST_CHOICES),
            *page.people(NAMED, scene.named, ui.MOST_CHOICES),
            *_mention(page, scene),
            *ui.rows([ui.button(words("button.setup-tables"), custom_ids.write("setup", None, THE_TABLES), ui.MAIN)]),
        )
    return ui.layout(
        title,
        *_games(page, preferences.offered),
        *page.choices("place", TableLocation),
        *page.choices("posted", Posted),
        *_own_paces(page, preferences.paces),
        *page.channels("daily", [] if preferences.daily is None else [preferences.daily], 1, POSTS),
        *ui.rows([ui.button(words("button.back"), custom_ids.write("setup"))]),
    )


def _mention(page: _Menus, scene: ServerSettingsScene) -> list[ui.Item]:
    """The menu of the role to mention; with one, how often, and whether it can be mentioned at all."""
    role = scene.preferences.mention
    if role is None:
        return page.roles("mention", [], 1)
    silent = [ui.text(page.words("server.silent-role", role=f"<@&{role}>"))] if scene.silent else []
    return [*page.roles("mention", [role], 1), *silent, *page.choices("mention_every", MentionEvery)]


def _games(page: _Menus, chosen: Sequence[str]) -> list[ui.Item]:
    """The menu of the games that tables are opened for, if there are several."""
    words, games = page.words, offered_games()
    if len(games) == 1:  # there is nothing to choose
        return []
    told = [ui.choice(offered_name(game, words), game, words(f"{game}.in-short"), game in chosen) for game in games]
    custom_id = custom_ids.write("server-wish", None, "games")
    return [
        ui.text(words("server.games"), words("server.games.about")),
        ui.menu(custom_id, _hint(words("server.games")), told, 1, len(told)),
    ]


def _own_paces(page: _Menus, paces: Sequence[tuple[str, str]]) -> list[ui.Item]:
    """A menu of the server's own paces, all selected; without any, a text on how to add one."""
    words = page.words
    if not paces:
        return [ui.text(words("server.paces"), words("server.paces.none"))]
    told = [ui.choice(name, name, pace_in_words(written, words), chosen=True) for name, written in paces]
    custom_id = custom_ids.write("server-wish", None, "paces")
    return [
        ui.text(words("server.paces"), words("server.paces.about")),
        ui.menu(custom_id, words("server.paces.none-chosen"), told, 0, len(told)),
    ]


@ui.page_of.register
def reset(scene: ResetScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The question "Are you sure?", before all preferences go back to their defaults."""
    words = reader.words
    sure = ui.button(words("button.reset-yes"), custom_ids.write("reset-yes"), ui.GRAVE)
    return ui.layout(
        ui.text(words("settings.ask-reset")),
        *ui.rows([sure, ui.button(words("button.back"), custom_ids.write("settings", None, PLAY))]),
        colour=ui.YOURS,
    )


class _Menus:
    """Menus of preferences, each below its heading; `topic` is the prefix of their keys in the catalogue."""

    def __init__(self, verb: str, topic: str, preferences: object, words: Translator) -> None:
        self.verb = verb
        self.topic = topic
        self.preferences = preferences
        self.words = words

    def choices(self, name: str, values: Iterable[object]) -> list[ui.Item]:
        return self._menu(name, [self._choice(name, value) for value in values])

    def language_menu(self, name: str, known: Iterable[tuple[str, str]]) -> list[ui.Item]:
        """A menu of the default, then of languages by their own names."""
        now = getattr(self.preferences, name)
        told = [ui.choice(own[:1].upper() + own[1:], code, chosen=code == now) for code, own in known]
        return self._menu(name, [self._choice(name, ""), *told])

    def channels(self, name: str, chosen: Iterable[int], most: int, kinds: Sequence[ChannelType]) -> list[ui.Item]:
        """A menu of the server's channels; choosing none is possible."""
        select: discord.ui.ChannelSelect[Any] = discord.ui.ChannelSelect(
            channel_types=list(kinds), **self._entities(name, chosen, most, SelectDefaultValueType.channel)
        )
        return [self._heading(name), ui.ActionRow(select)]

    def roles(self, name: str, chosen: Iterable[int], most: int) -> list[ui.Item]:
        """A menu of the server's roles; choosing none is possible."""
        select: discord.ui.RoleSelect[Any] = discord.ui.RoleSelect(
            **self._entities(name, chosen, most, SelectDefaultValueType.role)
        )
        return [self._heading(name), ui.ActionRow(select)]

    def people(self, name: str, chosen: Sequence[int], most: int) -> list[ui.Item]:
        """A menu of the server's people; choosing nobody is possible."""
        custom_id = custom_ids.write(self.verb, None, name)
        return [self._heading(name), ui.people_menu(custom_id, self.words(f"{self.topic}.{name}.none"), chosen, most)]

    def _entities(self, name: str, chosen: Iterable[int], most: int, kind: SelectDefaultValueType) -> dict[str, Any]:
        return {
            "custom_id": custom_ids.write(self.verb, None, name),
            "placeholder": self.words(f"{self.topic}.{name}.none"),
            "min_values": 0,
            "max_values": most,
            "default_values": [SelectDefaultValue(id=discord_id, type=kind) for discord_id in list(chosen)[:most]],
        }

    def _menu(self, name: str, choices: list[SelectOption]) -> list[ui.Item]:
        custom_id = custom_ids.write(self.verb, None, name)
        return [self._heading(name), ui.menu(custom_id, _hint(self.words(f"{self.topic}.{name}")), choices)]

    def _heading(self, name: str) -> ui.Item:
        return ui.text(self.words(f"{self.topic}.{name}"), self._about(f"{self.topic}.{name}"))

    def _about(self, key: str) -> str:
        return self.words(f"{key}.about") if f"{key}.about" in self.words else ""

    def _choice(self, name: str, value: object) -> SelectOption:
        written = menu_value(value)
        key = f"{self.topic}.{name}.{written}"
        return ui.choice(self.words(key), written, self._about(key), value == getattr(self.preferences, name))
