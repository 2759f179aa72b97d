"""The loop that waits for the next moment at which something is due in a league, and then advances the league."""

from __future__ import annotations

from collections.abc import Callable

from bot.cups.cup_actions import UndoAct
from bot.cups.cup_service import CupCommitted
from bot.cups.leagues.league_lifecycle import LeagueLifecycle
from bot.cups.leagues.league_service import LoadedLeague
from bot.ledger.record_clock import Reachable, RecordClock
from bot.store import LeagueStore


class LeagueClock(RecordClock):
    """Advances every league that is due, or of whose guild a cup has ended or goes on again."""

    kind = "league"

    def __init__(
        self, store: LeagueStore, lifecycle: LeagueLifecycle, now: Callable[[], int], outages: Reachable
    ) -> None:
        super().__init__(now, outages)
        self._store = store
        self._lifecycle = lifecycle
        self._wanted: set[int] = set()
        self._guilds: set[int] = set()
        """Those of which a cup has ended, or goes on again."""
        self._sweeps = False

    def follow(self, change: LoadedLeague) -> None:
        """Listen to `LeagueService`."""
        self._wanted.add(change.row.id)
        self.wake()

    def follow_cup(self, change: CupCommitted) -> None:
        """Listen to `CupService`."""
        if change.cup.is_over or any(isinstance(entry.action, UndoAct) for entry, _ in change.done):
            self._guilds.add(change.row.guild_id)
            self.wake()

    def sweep(self) -> None:
        """Look at all leagues soon: at a start, and after an outage."""
        self._sweeps = True
        self.wake()

    async def act(self, now: int) -> None:
        """Do what is due in one league after another; what fails is tried again by the next look."""
        for league_id in await self._due(now):
            if not await self._is_advanced(league_id):
                self._wanted.add(league_id)

    async def next_due(self, now: int) -> int | None:
        return await self._store.next_due_league(now)

    async def _due(self, now: int) -> list[int]:
        wanted, self._wanted = self._wanted, set()
        guilds, self._guilds = self._guilds, set()
        if self._sweeps:
            wanted.update(await self._store.going_leagues())
            self._sweeps = False
        for guild_id in guilds:
            wanted.update(row.id for row in await self._store.leagues(guild_id))
        wanted.update(await self._store.due_leagues(now, self._outages.lost_guilds))
        return sorted(wanted)

    async def _advance(self, league_id: int) -> None:
        await self._lifecycle.advance(league_id)
