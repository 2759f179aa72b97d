"""Scenes of what people and servers choose, and of what is stored about people."""

from __future__ import annotations

from dataclasses import dataclass

from bot.members.preferences import GuildPreferences, Preferences


@dataclass(frozen=True, slots=True)
class SettingsScene:
    """What a person wishes, private to them, on two pages: a menu for each wish but the quiet hours."""

    preferences: Preferences
    play: bool = False
    """The page about how one plays; else that about words and cards."""


@dataclass(frozen=True, slots=True)
class QuietScene:
    """When a person is not to be reminded, private to them; `now` in seconds since the epoch."""

    preferences: Preferences
    now: int


@dataclass(frozen=True, slots=True)
class ServerSettingsScene:
    """What a server wishes, private to who may manage it. Its channels are there."""

    guild: str
    """The server's name."""
    preferences: GuildPreferences


@dataclass(frozen=True, slots=True)
class ResetScene:
    """Are you sure? All that a person wishes would be as by default again."""


@dataclass(frozen=True, slots=True)
class PrivacyScene:
    """What is stored about people, why, how long, and who sees it."""


@dataclass(frozen=True, slots=True)
class EraseScene:
    """Are you sure? Everything that is stored about the person would go."""
