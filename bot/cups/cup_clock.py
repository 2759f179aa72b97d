"""The loop that waits for the next moment at which something is due in a cup, and then advances the cup."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from typing import Final

from bot.cups.cup import CupStage
from bot.cups.cup_lifecycle import CupLifecycle
from bot.cups.cup_service import CupCommitted
from bot.ledger.record_clock import Reachable, RecordClock
from bot.store import CupStore
from bot.tables import Committed, actions
from bot.tables.results import ENDED
from bot.tables.substitution_rules import is_mid_hand

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
        is_free = not is_mid_hand(table) and any(
            seat.open for seat in table.seats
        )  # for who has seen cards of the hand before
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
