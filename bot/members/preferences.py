"""Preferences of people and of guilds, their defaults, and how they are read from the store."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, time
from enum import StrEnum
from functools import cache
from typing import Annotated, Any, Final, NamedTuple, get_type_hints
from zoneinfo import ZoneInfo, available_timezones

from babel import Locale
from pydantic import AfterValidator, TypeAdapter, ValidationError

from bot.runtime.times import MINUTE
from bot.texts import card_namings, languages, offered_games
from bot.texts.reader import CardStyle

DEFAULT: Final = "default"
"""The menu value for "no preference", where that is a choice of its own."""
UTC: Final = "UTC"
NO_PLACES: Final = ("Etc/", "SystemV/", "US/")
"""Prefixes of time zones that belong to no place, or that have a better name."""


class HandDelivery(StrEnum):
    """The delivery of a person's hand: by direct message, or only on request."""

    DM = "dm"
    REQUEST = "request"


class Confirm(StrEnum):
    """The plays that a person must confirm."""

    NEVER = "never"
    SETS = "sets"
    ALWAYS = "always"

    def asks(self, cards: int) -> bool:
        """Return whether a play of this many cards must be confirmed."""
        return self is Confirm.ALWAYS or (self is Confirm.SETS and cards > 1)


class ReminderChannel(StrEnum):
    """The place where a person is reminded of a play: in a direct message, in the table's thread, or nowhere."""

    DM = "dm"
    THREAD = "thread"
    NONE = "none"


class ProfileVisibility(StrEnum):
    """The visibility to others of a person's profile, and of their place in standings."""

    SHOWN = "shown"
    HIDDEN = "hidden"


class TableLocation(StrEnum):
    THREADS = "threads"
    CHANNEL = "channel"


class Posted(StrEnum):
    """The amount that is posted of a table: every trick, or only every hand."""

    TRICKS = "tricks"
    HANDS = "hands"


class Openers(StrEnum):
    EVERYONE = "everyone"
    MANAGERS = "managers"
    """The guild's organisers."""


class MentionEvery(StrEnum):
    """The least time between two mentions of a guild's role, in minutes."""

    TEN_MINUTES = "10"
    HALF_HOUR = "30"
    TWO_HOURS = "120"
    SIX_HOURS = "360"
    DAY = "1440"


@cache
def zones() -> tuple[str, ...]:
    """Return the names of all time zones that can be chosen, sorted."""
    return tuple(sorted(name for name in available_timezones() if "/" in name and not name.startswith(NO_PLACES)))


def _one_of(known: Callable[[], Collection[str]]) -> AfterValidator:
    def check(name: str) -> str:
        if name not in known():
            raise ValueError(name)
        return name

    return AfterValidator(check)


Language = Annotated[str, _one_of(lambda: dict(languages()))]
CardNaming = Annotated[str, _one_of(lambda: dict(card_namings()))]
Zone = Annotated[str, _one_of(zones)]
ClockTime = Annotated[str, AfterValidator(lambda text: time.fromisoformat(text).isoformat("minutes"))]


@dataclass(frozen=True, slots=True)
class Preferences:
    """A person's preferences, with their defaults."""

    language: Language = ""
    """A language's code; "" is that of the person's Discord."""
    card_names: CardNaming = ""
    """A code of `bot.texts.card_namings`; "" uses the card names of the language."""
    cards: CardStyle = CardStyle.PICTURES
    four_colours: bool = False
    paragraphs: bool = False
    """The wish for paragraphs of the rules wherever a sentence follows from one."""
    hands: HandDelivery = HandDelivery.DM
    confirm: Confirm = Confirm.NEVER
    reminders: ReminderChannel = ReminderChannel.DM
    profile: ProfileVisibility = ProfileVisibility.SHOWN
    across: bool = False
    """The wish for a rating across servers."""
    quiet_from: ClockTime = ""
    """The time when the quiet hours begin (`22:00`); "" for no quiet hours."""
    quiet_to: ClockTime = "08:00"
    zone: Zone = ""
    """The name of a time zone (`America/Nuuk`); "" is UTC."""

    @property
    def quiet(self) -> QuietHours | None:
        if self.quiet_from in ("", self.quiet_to):
            return None
        return QuietHours(time.fromisoformat(self.quiet_from), time.fromisoformat(self.quiet_to), self.zone_info)

    @property
    def zone_info(self) -> ZoneInfo:
        return ZoneInfo(self.zone or UTC)


@dataclass(frozen=True, slots=True)
class GuildPreferences:
    """A guild's preferences, set by its managers."""

    language: Language = ""
    """A language's code; "" is the guild's locale in Discord."""
    channels: tuple[int, ...] = ()
    """The channels in which tables may be opened; empty: all."""
    place: TableLocation = TableLocation.THREADS
    posted: Posted = Posted.TRICKS
    openers: Openers = Openers.EVERYONE
    daily: int | None = None
    """The channel in which the trick of the day is posted; None: nowhere."""
    paces: tuple[tuple[str, str], ...] = ()
    """The guild's own paces that lobbies offer: name and notation (`bot.tables.table_terms`)."""
    organisers: tuple[int, ...] = ()
    """The roles whose members organise tables, as those do who manage the guild."""
    mention: int | None = None
    """The role that is mentioned at a new table; None: none."""
    mention_every: MentionEvery = MentionEvery.HALF_HOUR
    games: tuple[str, ...] = ()
    """The games that tables may be opened for; empty: all."""

    @property
    def offered(self) -> tuple[str, ...]:
        """The games that tables may be opened for, the default first."""
        return tuple(game for game in offered_games() if game in self.games) or offered_games()

    def existing(self, channels: Collection[int] | None, roles: Collection[int] | None = None) -> GuildPreferences:
        """Return the preferences without channels and roles that the guild no longer has (None: these are unknown)."""
        there = self
        if roles is not None:
            organisers = tuple(role for role in self.organisers if role in roles)
            there = replace(there, organisers=organisers, mention=self.mention if self.mention in roles else None)
        if channels is not None:
            kept = tuple(channel for channel in self.channels if channel in channels)
            there = replace(there, channels=kept, daily=self.daily if self.daily in channels else None)
        return there


def _readers(kind: type) -> dict[str, TypeAdapter[Any]]:
    """The adapter that checks and reads each preference, by its name."""
    return {name: TypeAdapter(hint) for name, hint in get_type_hints(kind, include_extras=True).items()}


def _read(said: Mapping[str, Any], readers: Mapping[str, TypeAdapter[Any]]) -> dict[str, Any]:
    found = {}
    for name in readers.keys() & said.keys():
        with suppress(ValidationError):
            found[name] = readers[name].validate_json(json.dumps(said[name]), strict=True)
    return found


OF_A_PERSON: Final = _readers(Preferences)
OF_A_SERVER: Final = _readers(GuildPreferences)


def preferences_of(said: Mapping[str, Any]) -> Preferences:
    """Build a person's preferences from the stored values; an unreadable value falls back to its default."""
    return Preferences(**_read(said, OF_A_PERSON))


def guild_preferences_of(said: Mapping[str, Any]) -> GuildPreferences:
    """Build a guild's preferences from the stored values; an unreadable value falls back to its default."""
    return GuildPreferences(**_read(said, OF_A_SERVER))


def menu_value(value: object) -> str:
    """Return a preference as a menu value: `words`, `yes`, `default`."""
    match value:
        case bool():
            return "yes" if value else "no"
        case "":
            return DEFAULT
    return str(value)


def stored_value(choice: str) -> str | bool | None:
    """Return a menu value as the store keeps it; None resets the preference."""
    return {"yes": True, "no": False, DEFAULT: None}.get(choice, choice)


NEW_NAMES: Final = {"Atlantic/Faeroe": "Atlantic/Faroe"}
"""The names of time zones that Babel still knows by older ones."""


def place_of(zone: str, language: str) -> str:
    """The place of a time zone in a language: `København` for `Europe/Copenhagen`."""
    return places_in(language).get(zone, zone.rpartition("/")[2].replace("_", " "))


@cache
def places_in(language: str) -> Mapping[str, str]:
    """The places that a language calls otherwise than the names of their time zones do."""
    told = Locale.parse(language).time_zones.items()
    named = {NEW_NAMES.get(zone, zone): str(names["city"]) for zone, names in told if "city" in names}
    return {zone: place for zone, place in named.items() if zone in zones()}


class QuietHours(NamedTuple):
    """The hours in which a person is not reminded, in the local time of their time zone; they may span midnight."""

    begin: time
    end: time
    zone: ZoneInfo


def quiet_until(moment: int, quiet: QuietHours) -> int:
    """Return the end of the quiet hours around a moment; the moment itself if it is outside of them.

    Moments are ms since the epoch. Local time counts, so a night is longer or shorter when daylight saving time
    changes: hence minute by minute.
    """
    while _is_quiet(moment, quiet):
        moment = (moment // MINUTE + 1) * MINUTE
    return moment


def _is_quiet(moment: int, quiet: QuietHours) -> bool:
    shown = datetime.fromtimestamp(moment / 1000, quiet.zone).time()
    if quiet.begin <= quiet.end:
        return quiet.begin <= shown < quiet.end
    return shown >= quiet.begin or shown < quiet.end
