"""Scenes of the settings of people and servers, and of what is stored about people."""

from __future__ import annotations

from dataclasses import dataclass

from bot.members.preferences import GuildPreferences, Preferences
from bot.presentation.scenes.scene import Scene


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
    """A server's preferences, private to those who may manage it; shown in that server, whose channels it offers."""

    guild: str
    """The name of the server."""
    preferences: GuildPreferences


@dataclass(frozen=True, slots=True)
class ResetScene(Scene):
    """The question "Are you sure?", before all preferences of a person go back to their defaults."""


@dataclass(frozen=True, slots=True)
class PrivacyScene(Scene):
    """The stored data about people: its purpose, how long it is kept, and who sees it."""


@dataclass(frozen=True, slots=True)
class EraseScene(Scene):
    """The question "Are you sure?", before everything stored about the person is erased."""
