"""When the tables could not be reached: measured, written down, and credited to everybody who was to play.

While all is well a beat is kept in the store. What lies between the last beat and the next start, or between losing
Discord (or one server) and having it back, is time that nobody is charged for. While the process runs `now` is a clock
that goes on evenly (`bot.steady`); where the system's clock is set, everything that runs is moved with it.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Collection
from typing import Final

from bot.store import Store, StoreError
from bot.tables import Tables
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


class Reach:
    """Knows since when tables cannot be reached, all or those of one server."""

    def __init__(self, store: Store, tables: Tables, now: Callable[[], int]) -> None:
        self._store = store
        self._tables = tables
        self._now = now
        self._lost_at: int | None = None
        self._is_back = False
        """Discord is there again, and what was lost could not be written down yet."""
        self._shards: set[int] = set()
        self._guilds: dict[int, int] = {}
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
            await self._credit(since, None)
        elif self._lost_at > since:  # what comes after is credited when Discord is there again
            await self._credit(since, None, until=self._lost_at)
        return None

    async def shift(self, by: int, now: int, follow: Callable[[], None] = lambda: None) -> None:
        """Move all that runs with the system's clock, which has been set by `by` ms and shows `now`: nothing is late by
        that, and nothing early. `follow` is called when it is durable."""
        log.warning("the clock was set by %.0f s", by / 1000)
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
            await self._credit(since, None)
        except StoreError:
            self._lost_at, self._is_back = since, True
            raise
        await self.beat()

    async def lost_guild(self, guild_id: int) -> None:
        """A server is unavailable: an outage of Discord's, or we have been taken out of it."""
        if guild_id not in self._guilds:
            await self._keep({**self._guilds, guild_id: self._now()})

    async def found_guild(self, guild_id: int) -> None:
        """A server is available again."""
        since = self._guilds.get(guild_id)
        if since is not None:
            await self._keep({guild: at for guild, at in self._guilds.items() if guild != guild_id})
            await self._credit(since, guild_id)

    async def forget_guilds(self, but: Collection[int]) -> None:
        """Nothing is kept any more of servers other than these: they are gone for good."""
        if self.without - set(but):
            await self._keep({guild: at for guild, at in self._guilds.items() if guild in but})

    async def _keep(self, guilds: dict[int, int]) -> None:
        self._guilds = guilds
        await self._store.remember(WITHOUT, json.dumps(guilds))

    async def _credit(self, since: int, guild_id: int | None, until: int | None = None) -> None:
        until = until or self._now()
        if guild_id is None:
            await self._credit_guilds(since, until)
        if until - since >= SHORTEST:
            log.info("%s could not be reached for %.0f s", guild_id or "Discord", (until - since) / 1000)
            noted = {} if guild_id is not None else {BEAT: str(until)}  # so that no later start counts it twice
            await self._tables.credit(since, until, guild_id, noted)
        self._tell()

    async def _credit_guilds(self, since: int, until: int) -> None:
        """All is credited between these moments: what servers lost before is theirs; no moment counts twice."""
        for guild_id, at in list(self._guilds.items()):
            if at < since:
                await self._tables.credit(at, since, guild_id)
        if self._guilds:
            await self._keep({guild_id: max(at, until) for guild_id, at in self._guilds.items()})

    def _tell(self) -> None:
        for listener in self._listeners:
            listener()
