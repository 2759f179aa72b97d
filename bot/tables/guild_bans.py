"""The bans of a guild: the people who may open no table and take no seat there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bot.store import BanRow, Condition, PersonRow, Store
from bot.tables import actions
from bot.tables.proposals import SEAT
from bot.tables.table import Stage
from bot.tables.table_service import TableService
from bot.texts.notices import Refusal, RequestRefused, fact

LONGEST_REASON: Final = 100
"""In characters."""


class GuildBans:
    """The bans of all guilds."""

    def __init__(self, store: Store, tables: TableService) -> None:
        self._store = store
        self._tables = tables
        self._listeners: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener` whenever somebody was banned."""
        self._listeners.append(listener)

    async def check(self, guild_id: int, discord_id: int) -> None:
        """Raise RequestRefused for a person who is banned in the server."""
        found = await self._store.ban_of(guild_id, discord_id)
        if found is not None:
            kind = Refusal.BANNED_FOR if found.reason else Refusal.BANNED
            raise RequestRefused(fact(kind, reason=found.reason))

    async def check_other(self, guild_id: int, person: PersonRow) -> None:
        """Raise RequestRefused if somebody else than the person who asks is banned in the server."""
        if person.discord_id is not None and await self._store.ban_of(guild_id, person.discord_id):
            raise RequestRefused(fact(Refusal.THEY_ARE_BANNED, name=person.name))

    async def ban(
        self, guild_id: int, person: PersonRow, by: str, reason: str, right: Sequence[Condition] = ()
    ) -> Sequence[str]:
        """Ban a person, take them out of lobbies, and withdraw their requests for seats.

        `right`: the conditions of who bans. Return the names of the tables at which they still play.
        """
        await self._store.ban(guild_id, person.key, by, reason, conditions=right)
        playing = []
        for row, _ in await self._store.tables_of_person(person.key):
            if row.guild_id != guild_id:
                continue
            if row.stage == Stage.LOBBY:
                await self._tables.submit(row.id, actions.Leave(person.key))
            else:
                playing.append(row.name)
        await self._withdraw_requests(guild_id, person.key)
        for listener in self._listeners:
            listener()
        return playing

    async def _withdraw_requests(self, guild_id: int, person: str) -> None:
        for row in await self._store.running(guild_id):
            loaded = await self._tables.get(row.id)
            asked = loaded.table.pending if loaded is not None else None
            if asked is not None and asked.what == SEAT and asked.by == person:
                await self._tables.submit(row.id, actions.Resign(person))

    async def lift(self, guild_id: int, hashed: str, by: str, right: Sequence[Condition] = ()) -> BanRow | None:
        """Lift a ban; None if there is none."""
        return await self._store.unban(guild_id, hashed, by, conditions=right)

    async def rows(self, guild_id: int) -> list[BanRow]:
        return await self._store.bans(guild_id)
