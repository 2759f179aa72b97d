"""Mentions of a server's role at new tables: once for each table, and as often as the server wants it."""

from __future__ import annotations

from collections.abc import Callable

from bot.members.guilds import Guilds
from bot.store import RoleMentionStore
from bot.tables import LoadedTable
from bot.tables.table import Stage


class RoleMentions:
    """Chooses the role that a lobby names. `now`: ms since the epoch."""

    def __init__(self, store: RoleMentionStore, guilds: Guilds, now: Callable[[], int]) -> None:
        self._store = store
        self._guilds = guilds
        self._now = now

    async def role_at(self, loaded: LoadedTable, *, is_new: bool) -> int | None:
        """Return the role to name at a lobby; `is_new`: if its card is not sent yet, the role is told of free seats."""
        guild_id, preferences = loaded.row.guild_id, await self._guilds.preferences(loaded.row.guild_id)
        if preferences.mention is None or loaded.table.stage is not Stage.LOBBY:
            return None
        is_for_all = not loaded.table.private and any(seat.is_free for seat in loaded.table.seats)
        if is_new and is_for_all:
            since = self._now() - int(preferences.mention_every) * 60_000
            await self._store.mention_role(loaded.table.id, guild_id, preferences.mention, self._now(), since)
        return await self._store.role_mentioned(loaded.table.id)
