"""The clocks of cups, leagues and weekly cups: each waits until something is due, and does it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Set
from typing import Final

from bot.cups.cup import CupStage
from bot.cups.cup_actions import UndoAct
from bot.cups.cup_lifecycle import CupLifecycle
from bot.cups.cup_service import CupCommitted
from bot.cups.leagues.league_lifecycle import LeagueLifecycle
from bot.cups.leagues.league_service import LoadedLeague
from bot.cups.weekly_cups import WeeklyCups
from bot.ledger.record_clock import Reachable, RecordClock
from bot.runtime.background_tasks import DueLoop
from bot.store import CupStore, LeagueStore, StoreError, WeeklyCupRow, WeeklyCupStore
from bot.tables import Committed, actions
from bot.tables.results import ENDED
from bot.tables.substitution_rules import is_mid_hand

log = logging.getLogger(__name__)

GOING_ON: Final = (actions.Resume, actions.Return, actions.Back)
"""The actions that can end a pause that people at a table had agreed to."""


class CupClock(RecordClock):
    """Advances every cup that is due, or of which a table has ended. Cups of guilds out of reach are left out."""

    kind = "cup"

    def __init__(self, store: CupStore, lifecycle: CupLifecycle, now: Callable[[], int], outages: Reachable) -> None:
        super().__init__(now, outages)
        self._store = store
        self._lifecycle = lifecycle
        self._wanted: dict[int, set[str]] = {}
        """The cups to look at whether or not they are due, with the people who have left their server."""
        self._sweeps = False
        self.suspended: Set[int] = frozenset()
        """The cups in which nothing is done, since their game is not installed."""

    def follow(self, change: CupCommitted) -> None:
        """Listen to `CupService`."""
        self.wake_at(change.row.due_at)
        is_act = any(getattr(entry.action, "by", None) is not None for entry, _ in change.done)
        if change.cup.stage is not CupStage.SIGN_UP and is_act:  # it may concern tables
            self._want(change.cup.id)

    def follow_table(self, change: Committed) -> None:
        """Listen to `TableService`.

        It concerns the cup that a match has ended, that somebody has left the server, that a seat can be taken now, and
        that a paused table goes on, which may be while the cup is paused.
        """
        cup_id, table = change.row.cup_id, change.table
        left = [action.person for action, _ in change.done if isinstance(action, actions.Depart)]
        # between hands also for who has seen cards of the hand before
        is_free = not is_mid_hand(table) and any(seat.open for seat in table.seats)
        goes_on = not table.paused and any(isinstance(action, GOING_ON) for action, _ in change.done)
        if cup_id is not None and (left or table.stage in ENDED or is_free or goes_on):
            self._want(cup_id, *left)

    def sweep(self) -> None:
        """Look at all cups soon: at a start, after an outage, and when somebody was banned or erased."""
        self._sweeps = True
        self.wake()

    def _want(self, cup_id: int, *left: str) -> None:
        self._wanted.setdefault(cup_id, set()).update(left)
        self.wake()

    async def next_due(self, now: int) -> int | None:
        return await self._store.next_due_cup(now)

    async def stop(self) -> None:
        self._lifecycle.stop()
        await super().stop()

    async def _due(self, now: int) -> Iterable[int]:
        if self._sweeps:
            for cup_id in await self._store.unfinished_cups():
                self._wanted.setdefault(cup_id, set())
            self._sweeps = False
        due = await self._store.due_cups(now, self._outages.lost_guilds)
        return dict.fromkeys(cup_id for cup_id in (*due, *self._wanted) if cup_id not in self.suspended)

    async def _advance(self, cup_id: int) -> None:
        left = self._wanted.pop(cup_id, set())
        try:
            row = await self._store.cup_row(cup_id)
            if row is not None and row.guild_id not in self._outages.lost_guilds:
                await self._lifecycle.advance(cup_id, left)
        except Exception:
            self._wanted.setdefault(cup_id, set()).update(left)
            raise


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


class WeeklyCupClock(DueLoop):
    """Makes every weekly cup that is due; those of guilds out of reach wait."""

    def __init__(self, store: WeeklyCupStore, weekly: WeeklyCups, now: Callable[[], int], outages: Reachable) -> None:
        super().__init__(now, lambda: outages.is_connected)
        self._store = store
        self._weekly = weekly
        self._outages = outages

    async def act(self, now: int) -> None:
        for row in await self._store.due_weekly_cups(now, self._outages.lost_guilds):
            await self._make(row)

    async def next_due(self, now: int) -> int | None:
        return await self._store.next_due_weekly_cup(now)

    async def _make(self, row: WeeklyCupRow) -> None:
        """Make a cup; what fails is tried again at the next look."""
        try:
            await self._weekly.make(row)
        except StoreError as error:
            log.warning("guild %s: a weekly cup waits: %s", row.guild_id, error)
        except Exception:
            log.exception("guild %s: a weekly cup could not be made", row.guild_id)
