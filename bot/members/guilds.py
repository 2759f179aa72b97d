"""What the club knows of the servers that it is in: what they wish, and how they read."""

from __future__ import annotations

from typing import Any

from bot.members.preferences import GuildPreferences, server_wishes_of
from bot.store import Store
from bot.texts import in_language
from bot.texts.reader import NO_EMOJIS, Emojis, Reader


class Guilds:
    """The servers' wishes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._wishes: dict[int, GuildPreferences] = {}
        self.emojis: Emojis = NO_EMOJIS

    async def preferences(self, guild_id: int) -> GuildPreferences:
        """What the server wishes."""
        known = self._wishes.get(guild_id)
        if known is None:
            found = server_wishes_of(await self._store.guild_preferences(guild_id))
            known = self._wishes.setdefault(guild_id, found)  # it may have changed meanwhile
        return known

    async def wish(self, guild_id: int, name: str, value: Any) -> GuildPreferences:
        """Change one wish of a server, None takes it back; what the server wishes then."""
        said = await self._store.wish_for_server(guild_id, {name: value})
        self._wishes[guild_id] = preferences = server_wishes_of(said)
        return preferences

    async def leave(self, guild_id: int, at: int) -> None:
        """The club was taken out of a server then (ms since the epoch)."""
        await self._store.leave_server(guild_id, at)
        self._wishes.pop(guild_id, None)

    async def come_back(self, guild_id: int) -> None:
        """The club is in a server, perhaps again."""
        await self._store.leave_server(guild_id, None)

    async def reader(self, guild_id: int, language: str) -> Reader:
        """How everybody in the server is told; `language` is what Discord says of it."""
        preferences = await self.preferences(guild_id)
        return Reader(in_language(preferences.language or language), emojis=self.emojis)
