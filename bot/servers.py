"""What the club knows of the servers that it is in: what they wish, and how they read."""

from __future__ import annotations

from bot.reader import NO_EMOJIS, Emojis, Reader
from bot.texts import in_language
from bot.wishes import ServerWishes


class Servers:
    """The servers' wishes."""

    def __init__(self) -> None:
        self.emojis: Emojis = NO_EMOJIS

    async def wishes(self, guild_id: int) -> ServerWishes:
        """What the server wishes."""
        return ServerWishes()

    async def reader(self, guild_id: int, language: str) -> Reader:
        """How everybody in the server is told; `language` is what Discord says of it."""
        wishes = await self.wishes(guild_id)
        return Reader(in_language(wishes.language or language), emojis=self.emojis)
