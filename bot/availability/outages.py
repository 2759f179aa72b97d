"""When the tables could not be reached: measured, written down, and credited to everybody who was to play.

While all is well a beat is kept in the store. What lies between the last beat and the next start, or between losing
Discord (or one server) and having it back, is time that nobody is charged for. While the process runs `now` is a
steady clock (`bot.runtime.steady_clock`); where the system's clock is set, everything that runs is moved with it.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Collection
from typing import Final

from bot.store import Store, StoreError
from bot.tables import TableService
from bot.tables.terms import DAY

log = logging.getLogger(__name__)

BEAT: Final = "last beat"
WITHOUT: Final = "servers lost"
"""Under which name is remembered since when each unavailable server is: an outage may be longer than a process."""
JUMPED: Final = "clock jumped"
"""Under which name is remembered when the clock was last found to show more than it had, by so much as `DOUBTED`."""
DOUBTED: Final = 7 * DAY
"""Was the process gone for so long, or is the clock wrong? So long nothing is let go of then, ms."""
SHORTEST: Final = 2_000
"""Shorter than this is not worth a credit, ms."""


async def is_in_doubt(store: Store, now: int) -> bool:
    """Whether the clock has of late gone on by more than a week from one beat to the next: it may be wrong."""
    last, jumped = [await store.recall(name) for name in (BEAT, JUMPED)]
    has_jumped = last is not None and now - int(last) > DOUBTED
    return has_jumped or (jumped is not None and 0 <= now - int(jumped) < DOUBTED)


class Outages:
    """Knows since when tables cannot be reached, all or those of one server."""

    def __init__(self, store: Store, tables: TableService, now: Callable[[], int]) -> None:
        self._store = store
        self._tables = tables
        self._now = now
        self._lost_at: int | None = None
        self._is_back = False
        """Discord is there again, and what was lost could not be written down yet."""
        self._shards: set[int] = set()
        self._guilds: dict[int, int] = {}
        self._is_noted = True
        """Whether the store knows these servers."""
        self._found: set[int] = set()
        """Servers that are there again, and what was lost there could not be written down yet."""
        self._moving = asyncio.Lock()
        """Held while it is written down which servers are lost, so that what is noted last is what is true."""
        self._listeners: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener` when tables can be reached again and have been credited."""
        self._listeners.append(listener)

    @property
    def is_there(self) -> bool:
        """Whether Discord is there."""
        return self._lost_at is None

    @property
    def without(self) -> frozenset[int]:
        """The servers that are unavailable, or have removed us."""
        return frozenset(self._guilds)

    async def begin(self) -> None:
        """At a start, before the clock looks: credit the time since the last beat, and outages that came before it."""
        last = await self._store.recall(BEAT)
        self._guilds = {int(guild): at for guild, at in json.loads(await self._store.recall(WITHOUT) or "{}").items()}
        if last is not None:
            await self.absent(int(last), self._now())
        removed = await self._store.left_servers()
        await self._keep(dict.fromkeys(removed, self._now()))  # Discord tells which others are unavailable still
        await self.beat()
        self._lost_at = self._now()  # until Discord is there

    async def beat(self) -> None:
        """All is well now; nothing is noted while Discord is lost."""
        if self._is_back:
            await self._come_back()
        for guild_id in sorted(self._found):
            await self._find_guild(guild_id)
        if not self._is_noted:
            async with self._moving:
                await self._keep(self._guilds)
        if self._lost_at is None or await self._store.recall(BEAT) is None:
            await self._store.remember(BEAT, str(self._now()))

    async def absent(self, since: int, until: int) -> None:
        """Credit the time between two moments, in which nobody was served; if the second comes first, the clock was set
        back meanwhile."""
        if until < since:
            return await self.shift(until - since, until)
        if until - since > DOUBTED:
            await self._store.remember(JUMPED, str(until))
        if self._lost_at is None:
            await self._credit_all(since)
        elif self._lost_at > since:  # what comes after is credited when Discord is there again
            await self._credit_all(since, self._lost_at)
        return None

    async def shift(self, by: int, now: int, follow: Callable[[], None] = lambda: None) -> None:
        """Move all that runs with the system's clock, which has been set by `by` ms and shows `now`: nothing is late by
        that, and nothing early. `follow` is called when it is durable."""
        log.warning("the clock was set by %.0f s", by / 1000)
        async with self._moving:
            last = await self._store.recall(BEAT)
            guilds = {guild: min(at + by, now) for guild, at in self._guilds.items()}
            noted = {WITHOUT: json.dumps(guilds)}
            if last is not None:
                noted[BEAT] = str(int(last) + by)
            if by > DOUBTED:
                noted[JUMPED] = str(now)

            def take_over() -> None:
                follow()
                self._guilds = guilds
                self._lost_at = None if self._lost_at is None else min(self._lost_at + by, now)

            await self._tables.shift(by, now, noted, take_over)
        self._tell()

    def lost(self, shard: int = 0) -> None:
        """Discord is gone, or one of the lines to it."""
        self._shards.add(shard)
        self._is_back = False
        self._lost_at = self._lost_at or self._now()

    async def found(self, shard: int = 0) -> None:
        """Discord is there again; all is well when no line is missing."""
        self._shards.discard(shard)
        if self._shards:
            return
        try:
            await self._come_back()
        except StoreError as error:
            log.warning("what was lost is credited later: %s", error)

    async def _come_back(self) -> None:
        """Credit what was lost; while that cannot be written down Discord counts as lost, and the next beat tries."""
        since, self._lost_at = self._lost_at, None
        self._is_back = False
        if since is None:
            return
        try:
            await self._credit_all(since)
        except StoreError:
            self._lost_at, self._is_back = since, True
            raise
        await self.beat()

    async def lost_guild(self, guild_id: int) -> None:
        """A server is unavailable: an outage of Discord's, or we have been taken out of it."""
        async with self._moving:
            self._found.discard(guild_id)
            if guild_id in self._guilds:
                return
            try:
                await self._keep({**self._guilds, guild_id: self._now()})
            except StoreError as error:
                log.warning("that server %s is lost is noted later: %s", guild_id, error)

    async def found_guild(self, guild_id: int) -> None:
        """A server is available again; while that cannot be written down it counts as lost, and the next beat tries."""
        try:
            await self._find_guild(guild_id)
        except StoreError as error:
            self._found.add(guild_id)
            log.warning("what was lost in server %s is credited later: %s", guild_id, error)

    async def _find_guild(self, guild_id: int) -> None:
        """Credit what was lost in a server, and let its tables go on, in one commit."""
        async with self._moving:
            since, until = self._guilds.get(guild_id), self._now()
            if since is not None and until - since < SHORTEST:
                await self._keep(self._but(guild_id))
            elif since is not None:
                log.info("server %s could not be reached for %.0f s", guild_id, (until - since) / 1000)
                await self._credit(since, until, guild_id, {}, self._but(guild_id))
            self._found.discard(guild_id)
        self._tell()

    async def forget_guilds(self, but: Collection[int]) -> None:
        """Nothing is kept any more of servers other than these: they are gone for good."""
        async with self._moving:
            if gone := self.without - set(but):
                await self._keep(self._but(*gone))

    def _but(self, *guilds: int) -> dict[int, int]:
        return {guild: at for guild, at in self._guilds.items() if guild not in guilds}

    async def _keep(self, guilds: dict[int, int]) -> None:
        self._guilds, self._is_noted = guilds, False
        await self._store.remember(WITHOUT, json.dumps(guilds))
        self._is_noted = True

    async def _credit_all(self, since: int, until: int | None = None) -> None:
        """Credit the time between two moments everywhere, and what servers had lost before; no moment counts twice."""
        async with self._moving:
            until = until or self._now()
            for guild_id, at in list(self._guilds.items()):
                if at < since:
                    await self._credit(at, since, guild_id, {}, {**self._guilds, guild_id: since})
            if until - since >= SHORTEST:
                log.info("Discord could not be reached for %.0f s", (until - since) / 1000)
                guilds = {guild_id: max(at, until) for guild_id, at in self._guilds.items()}
                await self._credit(since, until, None, {BEAT: str(until)}, guilds)
        self._tell()

    async def _credit(
        self, since: int, until: int, guild_id: int | None, noted: dict[str, str], guilds: dict[int, int]
    ) -> None:
        """Credit the time between two moments, and note in the same commit since when which servers are lost."""
        await self._tables.credit(since, until, guild_id, noted | {WITHOUT: json.dumps(guilds)})
        self._guilds, self._is_noted = guilds, True

    def _tell(self) -> None:
        for listener in self._listeners:
            listener()
