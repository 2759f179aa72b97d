"""Outages: when tables could not be reached, stored and credited to every deadline.

While all is well a heartbeat is kept in the store. Nobody is charged for the time between the last heartbeat and the
next start, nor for the time between losing Discord (or one guild) and having it back. `now` is a steady clock
(`bot.runtime.steady_clock`); when the system's clock is set, all running times are moved with it.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Collection
from enum import Enum
from typing import Final

from bot.runtime.times import DAY
from bot.store import KeyValueStore, Store, StoreError
from bot.tables import TableService

log = logging.getLogger(__name__)

BEAT: Final = "last beat"
WITHOUT: Final = "servers lost"
"""The store's key for the unavailable guilds and since when: an outage may outlast the process."""
JUMPED: Final = "clock jumped"
"""The store's key for the moment when the clock was last found to have jumped forward by more than `DOUBTED`."""
DOUBTED: Final = 7 * DAY
"""After a gap this long the clock may be wrong; nothing is deleted for the same time afterwards, ms."""
SHORTEST: Final = 2_000
"""The shortest outage that is credited, ms."""


class OutageCause(Enum):
    """The reason why nobody could be served for a while."""

    UNSERVED = "unserved"
    STARTED = "started"
    LOST = "lost"


async def is_in_doubt(store: KeyValueStore, now: int) -> bool:
    """Return whether the clock may be wrong: it jumped by more than `DOUBTED` less than that time ago."""
    last, jumped = [await store.get_value(name) for name in (BEAT, JUMPED)]
    has_jumped = last is not None and now - int(last) > DOUBTED
    return has_jumped or (jumped is not None and 0 <= now - int(jumped) < DOUBTED)


class Outages:
    """Measures and credits the outages of Discord and of single guilds."""

    def __init__(self, store: Store, tables: TableService, now: Callable[[], int]) -> None:
        self._store = store
        self._tables = tables
        self._now = now
        self._lost_at: int | None = None
        self._lost_by = OutageCause.LOST
        """The cause of the present outage, if there is one."""
        self._is_back = False
        """True if Discord is connected again but the outage is not credited yet."""
        self._is_crediting = False
        self._shards: set[int] = set()
        self._guilds: dict[int, int] = {}
        self._is_noted = True
        """True if the store has the current `_guilds`."""
        self._found: set[int] = set()
        """Guilds that are available again but whose outage is not credited yet."""
        self._moving = asyncio.Lock()
        """Held while the unavailable guilds are written, so that the last write has the latest state."""
        self._listeners: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener` whenever tables are reachable again and credited."""
        self._listeners.append(listener)

    @property
    def is_connected(self) -> bool:
        """True if Discord is connected and the time without it is credited: before, deadlines only seem to be over."""
        return self._lost_at is None and not self._is_crediting

    @property
    def lost_guilds(self) -> frozenset[int]:
        """The ids of the guilds that are unavailable or have removed the bot."""
        return frozenset(self._guilds)

    async def begin(self) -> None:
        """Credit the time since the last heartbeat, and earlier outages; at a start, before the deadline clock runs."""
        last = await self._store.get_value(BEAT)
        guilds = json.loads(await self._store.get_value(WITHOUT) or "{}")
        self._guilds = {int(guild): at for guild, at in guilds.items()}
        if last is not None:
            await self.credit_absence(int(last), self._now())
        removed = await self._store.left_guilds()
        await self._keep(dict.fromkeys(removed, self._now()))  # Discord reports the other lost guilds
        await self.beat()
        self._lost_at, self._lost_by = self._now(), OutageCause.STARTED

    async def beat(self) -> None:
        """Write a heartbeat, after anything that could not be written before; none while Discord is lost."""
        if self._is_back:
            await self._come_back()
        for guild_id in sorted(self._found):
            await self._find_guild(guild_id)
        if not self._is_noted:
            async with self._moving:
                await self._keep(self._guilds)
        if self._lost_at is None or await self._store.get_value(BEAT) is None:
            await self._store.put_value(BEAT, str(self._now()))

    async def credit_absence(self, since: int, until: int) -> None:
        """Credit the time from `since` to `until`, in which nobody was served.

        If `until` is earlier, the clock was set back meanwhile: all running times are moved instead.
        """
        if until < since:
            await self.shift(until - since, until)
            return
        if until - since > DOUBTED:
            await self._store.put_value(JUMPED, str(until))
        if self._lost_at is None:
            await self._credit_all(since, OutageCause.UNSERVED)
        elif self._lost_at > since:  # the rest is credited when Discord is connected again
            await self._credit_all(since, OutageCause.UNSERVED, self._lost_at)

    async def shift(self, by: int, now: int, follow: Callable[[], None] = lambda: None) -> None:
        """Move all running times by `by` ms after the system's clock was set; it now shows `now`.

        Nothing becomes late or early by that. `follow` is called once the move is durable.
        """
        log.warning("the clock was set by %.0f s", by / 1000)
        async with self._moving:
            last = await self._store.get_value(BEAT)
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

    def note_disconnect(self, shard: int = 0) -> None:
        self._shards.add(shard)
        self._is_back = False
        if self._lost_at is None:
            self._lost_at, self._lost_by = self._now(), OutageCause.LOST

    async def note_reconnect(self, shard: int = 0) -> None:
        """Note that a shard is connected again; the outage ends with the last missing shard."""
        self._shards.discard(shard)
        if self._shards:
            return
        try:
            await self._come_back()
        except StoreError as error:
            log.warning("what was lost is credited later: %s", error)

    async def _come_back(self) -> None:
        """Credit the outage. If that cannot be written, Discord still counts as lost and the next heartbeat retries."""
        since, self._lost_at = self._lost_at, None
        self._is_back = False
        if since is None:
            return
        self._is_crediting = True
        try:
            await self._credit_all(since, self._lost_by)
        except StoreError:
            self._lost_at, self._is_back = since, True
            raise
        finally:
            self._is_crediting = False
        await self.beat()

    async def note_lost_guild(self, guild_id: int) -> None:
        """Note that a guild is unavailable, by an outage at Discord or because the bot was removed."""
        async with self._moving:
            self._found.discard(guild_id)
            if guild_id in self._guilds:
                return
            try:
                await self._keep({**self._guilds, guild_id: self._now()})
            except StoreError as error:
                log.warning("that server %s is lost is noted later: %s", guild_id, error)

    async def note_found_guild(self, guild_id: int) -> None:
        """Note that a guild is available again. Until that can be written it counts as lost; the heartbeat retries."""
        try:
            await self._find_guild(guild_id)
        except StoreError as error:
            self._found.add(guild_id)
            log.warning("what was lost in server %s is credited later: %s", guild_id, error)

    async def _find_guild(self, guild_id: int) -> None:
        """Credit a guild's outage and let its tables go on, in one commit."""
        async with self._moving:
            since, until = self._guilds.get(guild_id), self._now()
            if since is not None and until - since < SHORTEST:
                await self._keep(self._guilds_without(guild_id))
            elif since is not None:
                log.info("server %s could not be reached for %.0f s", guild_id, (until - since) / 1000)
                await self._credit(since, until, guild_id, {}, self._guilds_without(guild_id))
            self._found.discard(guild_id)
        self._tell()

    async def forget_guilds(self, but: Collection[int]) -> None:
        """Forget all unavailable guilds but these: the others are gone for good."""
        async with self._moving:
            if gone := self.lost_guilds - set(but):
                await self._keep(self._guilds_without(*gone))

    def _guilds_without(self, *guilds: int) -> dict[int, int]:
        return {guild: at for guild, at in self._guilds.items() if guild not in guilds}

    async def _keep(self, guilds: dict[int, int]) -> None:
        self._guilds, self._is_noted = guilds, False
        await self._store.put_value(WITHOUT, json.dumps(guilds))
        self._is_noted = True

    async def _credit_all(self, since: int, cause: OutageCause, until: int | None = None) -> None:
        """Credit a time everywhere, and the earlier outages of single guilds; no moment counts twice."""
        async with self._moving:
            until = until or self._now()
            for guild_id, at in list(self._guilds.items()):
                if at < since:
                    await self._credit(at, since, guild_id, {}, {**self._guilds, guild_id: since})
            if until - since >= SHORTEST:
                _log_outage(cause, (until - since) / 1000)
                guilds = {guild_id: max(at, until) for guild_id, at in self._guilds.items()}
                await self._credit(since, until, None, {BEAT: str(until)}, guilds)
        self._tell()

    async def _credit(
        self, since: int, until: int, guild_id: int | None, noted: dict[str, str], guilds: dict[int, int]
    ) -> None:
        """Credit a time, and note the unavailable guilds in the same commit."""
        await self._tables.credit(since, until, guild_id, noted | {WITHOUT: json.dumps(guilds)})
        self._guilds, self._is_noted = guilds, True

    def _tell(self) -> None:
        for listener in self._listeners:
            listener()


def _log_outage(cause: OutageCause, seconds: float) -> None:
    match cause:
        case OutageCause.UNSERVED:
            log.info("no process served for %.0f s: a restart, a takeover, or a machine that stood still", seconds)
        case OutageCause.STARTED:
            log.info("Discord was connected %.0f s after the start", seconds)
        case OutageCause.LOST:
            log.info("Discord could not be reached for %.0f s", seconds)
