"""The hall of fame of a server: how its cups ended, as the store has it since the end of each."""

from __future__ import annotations

import asyncio

from bot.cups.cup_service import CupService
from bot.cups.winners import end_of
from bot.store import CupStore, EndedCupRow


class HallOfFame:
    """The ended cups of servers. Those that ended under an older version are worked out once."""

    def __init__(self, store: CupStore, cups: CupService) -> None:
        self._store = store
        self._cups = cups
        self._filling = asyncio.Lock()

    async def of_guild(self, guild_id: int, person: str) -> list[EndedCupRow]:
        """Return the last hundred cups of a server that have ended, the newest first; `person` asks."""
        found = await self._store.ended_cups(guild_id, person)
        if all(row.end is not None for row in found):
            return found
        async with self._filling:  # one after the other, and what another request has filled is not done again
            for row in await self._store.ended_cups(guild_id, person):
                if row.end is None:
                    await self._fill(row.id)
        return await self._store.ended_cups(guild_id, person)

    async def _fill(self, cup_id: int) -> None:
        loaded = await self._cups.get(cup_id)
        end = None if loaded is None else await asyncio.to_thread(end_of, loaded.cup)
        if loaded is not None and end is not None:
            await self._store.put_cup_end(cup_id, loaded.cup.seq, end)
