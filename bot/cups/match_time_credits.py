"""Time that does not count for the deadline of a match: its table stood still, somebody was away, or it is night."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.cups.cup import Cup, Match
from bot.cups.cup_actions import CreditTime
from bot.cups.match_tables import MatchTables
from bot.members.preferences import preferences_of
from bot.members.quiet_hours import quiet_until
from bot.runtime.time_units import MINUTE
from bot.store import PeopleStore
from bot.tables.table import Table

SHORTEST: Final = 10 * MINUTE
"""The least credit of a table that stands still at its deadline."""


class MatchTimeCredits:
    """Credits matches, each with no more than the time of a round. `now`: ms since the epoch."""

    def __init__(self, store: PeopleStore, tables: MatchTables, now: Callable[[], int]) -> None:
        self._store = store
        self._tables = tables
        self._now = now

    async def due(self, cup: Cup, match: Match, table: Table) -> CreditTime | None:
        """Return what a match is credited at its deadline; None: nothing."""
        now, most = self._now(), cup.rules.round_time
        stood = await self._tables.stood_still(match, now)
        if (credit := min(stood.time, most - match.rested) - match.credited) > 0:
            return CreditTime(max(credit, SHORTEST) if stood.goes_on else credit, match.number)
        rest = min(await self._quiet(table, now), most - match.rested - match.credited)
        return CreditTime(rest, match.number, quiet=True) if rest > 0 else None

    async def _quiet(self, table: Table, now: int) -> int:
        """Return for how long the quiet hours of who is on turn last, in ms; at a fast pace people are awake."""
        if table.asked is None or table.asked.person is None or not table.agreed.pace.is_slow:
            return 0
        quiet = preferences_of(await self._store.preferences(table.asked.person)).quiet
        return 0 if quiet is None else quiet_until(now, quiet) - now
