"""Guilds: their preferences, their organisers by name, and the language of their public messages."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from typing import Any, Final

from bot.members.preferences import GuildPreferences, guild_preferences_of
from bot.store import Condition, GuildStore, JsonObject, SamePreferences
from bot.texts import in_language
from bot.texts.commands import NO_COMMANDS, CommandIds
from bot.texts.notices import Refusal, RequestRefused, fact
from bot.texts.reader import NO_EMOJIS, Emojis, Reader

MOST_PACES: Final = 10
"""The most paces of its own that a guild may have."""


class Guilds:
    """The preferences and organisers of guilds, cached in front of the store."""

    def __init__(self, store: GuildStore) -> None:
        self._store = store
        self._preferences: dict[int, GuildPreferences] = {}
        self._said: dict[int, JsonObject] = {}
        """The preferences as they are stored."""
        self._changing = asyncio.Lock()
        """Held while one list of paces becomes another: nobody's pace is lost."""
        self._organisers: dict[int, Mapping[str, int]] = {}
        self.emojis: Emojis = NO_EMOJIS
        self.commands: CommandIds = NO_COMMANDS

    async def preferences(self, guild_id: int) -> GuildPreferences:
        known = self._preferences.get(guild_id)
        if known is None:
            said = await self._store.guild_preferences(guild_id)
            known = self._preferences.get(guild_id) or self._cache(guild_id, said)  # it may have changed meanwhile
        return known

    def _cache(self, guild_id: int, said: JsonObject) -> GuildPreferences:
        self._said[guild_id] = said
        self._preferences[guild_id] = preferences = guild_preferences_of(said)
        return preferences

    async def same_preferences(self, guild_id: int) -> Condition:
        """Return the condition that a guild's preferences stay as they are."""
        await self.preferences(guild_id)
        return SamePreferences(guild_id, self._said[guild_id])

    async def change_preference(self, guild_id: int, name: str, value: Any, by: str | None = None) -> GuildPreferences:
        """Change one preference of a guild, None resets it; return the new preferences. `by`: the person's key."""
        return self._cache(guild_id, await self._store.change_guild_preferences(guild_id, {name: value}, by))

    async def add_pace(self, guild_id: int, name: str, written: str, by: str | None = None) -> GuildPreferences:
        """Add a pace of the guild's own; it replaces one with the same name or notation. Raises RequestRefused."""
        async with self._changing:
            paces = (await self.preferences(guild_id)).paces
            others = [pace for pace in paces if pace[0] != name and pace[1] != written]
            if len(others) >= MOST_PACES:
                raise RequestRefused(fact(Refusal.TOO_MANY_PACES, count=MOST_PACES))
            return await self.change_preference(guild_id, "paces", [*others, (name, written)], by)

    async def organisers(self, guild_id: int) -> Mapping[str, int]:
        """Return the people who organise by name, and since when (ms since the epoch)."""
        known = self._organisers.get(guild_id)
        if known is None:
            found = await self._store.organisers(guild_id)
            known = self._organisers.setdefault(guild_id, found)  # they may have changed meanwhile
        return known

    async def is_chosen(self, guild_id: int, person: str, roles: Collection[int], joined_at: int | None) -> bool:
        """Return whether a person with these roles organises by one of them or by name; `joined_at`: see `is_named`."""
        if not set(roles).isdisjoint((await self.preferences(guild_id)).organisers):
            return True
        return await self.is_named(guild_id, person, joined_at)

    async def is_named(self, guild_id: int, person: str, joined_at: int | None) -> bool:
        """Return whether a person organises by name; one who joined anew since then (ms since the epoch) does not."""
        named_at = (await self.organisers(guild_id)).get(person)
        if named_at is None:
            return False
        if joined_at is None or joined_at <= named_at:
            return True
        await self.drop_organiser(guild_id, person)
        return False

    async def name_organisers(self, guild_id: int, people: Collection[str], by: str) -> None:
        self._organisers[guild_id] = await self._store.name_organisers(guild_id, people, by)

    async def drop_organiser(self, guild_id: int, person: str) -> None:
        self._organisers[guild_id] = await self._store.drop_organiser(guild_id, person)

    async def leave(self, guild_id: int, at: int) -> None:
        """Record that the bot was removed from a guild at `at` (ms since the epoch)."""
        await self._store.set_guild_left(guild_id, at)
        self._preferences.pop(guild_id, None)
        self._said.pop(guild_id, None)
        self._organisers.pop(guild_id, None)

    async def come_back(self, guild_id: int) -> None:
        await self._store.set_guild_left(guild_id, None)

    async def reader(self, guild_id: int, language: str) -> Reader:
        """Return the reader of public messages in a guild; `language`, its locale in Discord, is the default."""
        preferences = await self.preferences(guild_id)
        translator = in_language(preferences.language or language, commands=self.commands)
        return Reader(translator, emojis=self.emojis)
