"""The league service: every change of a league goes through it, one action at a time, as in cups.

What a league does by itself stands in `bot.cups.leagues.league_lifecycle`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Final, NamedTuple
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bot.cups.admission import to_enter
from bot.cups.leagues import fold, league_actions
from bot.cups.leagues.league import League, LeagueStage
from bot.cups.leagues.league_actions import CODEC, CreateLeague, LeagueAction
from bot.cups.leagues.league_notices import LeagueRefusal
from bot.cups.leagues.league_rules import LeagueKind, LeagueRules
from bot.cups.match_tables import unplayable
from bot.store import Condition, LeagueRow, LeagueStore, NameTaken, Repeated, Unmet
from bot.tables import Location
from bot.texts.notices import Refusal, RequestRefused, fact
from rules.core.contract import Fact

log = logging.getLogger(__name__)
recorded: Final = CODEC.recorded

KEPT_FOLDED: Final = 50
"""The number of cached folded leagues; others are folded again when needed."""
AT_ONCE: Final = 0
"""Something is due in a league that only a crash can have left."""


class LoadedLeague(NamedTuple):
    """A league with its row as last committed."""

    league: League
    row: LeagueRow


class LeagueResult(NamedTuple):
    """The result of an action: the league now, and the refusal. `repeated`: the same press was done before."""

    league: League
    refused: Fact | None = None
    repeated: bool = False


class LeagueService:
    """All leagues. `now`: ms since the epoch."""

    def __init__(self, store: LeagueStore, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._loaded: LRUCache[int, LoadedLeague] = LRUCache(KEPT_FOLDED)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()  # while held or waited for
        self._listeners: list[Callable[[LoadedLeague], None]] = []

    def listen(self, listener: Callable[[LoadedLeague], None]) -> None:
        self._listeners.append(listener)

    async def create(
        self,
        by: str,
        rules: LeagueRules,
        where: Location,
        interaction_id: int | None,
        conditions: Sequence[Condition] = (),
    ) -> LoadedLeague:
        """Create a league with its first season.

        Raises RequestRefused for impossible rules or the name of another league, Repeated for a repeated press, Unmet,
        TooManyUses.
        """
        now = self._now()
        if 0 < rules.start <= now:
            raise RequestRefused(fact(Refusal.IN_THE_PAST))
        league = _unplayable(rules) or fold.created(0, CreateLeague(by, rules), now)
        if not isinstance(league, Fact):
            league = fold.do(league, season_from(rules, by, now, rules.start or now + rules.sign_up), now)
        if isinstance(league, Fact):
            raise RequestRefused(league)
        row = LeagueRow(0, rules.name, *where, league.stage, league.seq, due_at(league), now, now)
        try:
            entries = [CODEC.row(one) for one in league.record]
            league_id = await self._store.create_league(row, entries, interaction_id, conditions=conditions)
        except NameTaken:
            raise RequestRefused(fact(LeagueRefusal.NAME_TAKEN, name=rules.name)) from None
        return self._announce(LoadedLeague(fold.refolded(league_id, league.record), row._replace(id=league_id)))

    async def get(self, league_id: int) -> LoadedLeague | None:
        loaded = self._loaded.get(league_id)
        if loaded is None:
            async with self._held(league_id) as loaded:
                return loaded
        return loaded

    def at_hand(self, league_id: int) -> LoadedLeague | None:
        """Return a league if it is in memory."""
        return self._loaded.get(league_id)

    async def of_guild(self, guild_id: int) -> list[LeagueRow]:
        """Return the leagues of a guild, those that go on first, then the newest first."""
        return sorted(await self._store.leagues(guild_id), key=lambda row: row.stage == LeagueStage.OVER)

    async def submit(
        self,
        league_id: int,
        action: LeagueAction,
        interaction_id: int | None = None,
        conditions: Sequence[Condition] = (),
    ) -> LeagueResult | None:
        """Do an action in a league. The action is durable on return. Returns None if there is no such league.

        Raises Unmet if a condition does not hold: those that are given, and those of whoever enters.
        """
        async with self._held(league_id) as loaded:
            return None if loaded is None else await self._do(loaded, action, interaction_id, conditions)

    @asynccontextmanager
    async def _held(self, league_id: int) -> AsyncIterator[LoadedLeague | None]:
        """Lock a league and yield it; None if there is none with this id."""
        async with self._locks.setdefault(league_id, asyncio.Lock()):
            yield self._loaded.get(league_id) or await self._read(league_id)

    async def _read(self, league_id: int) -> LoadedLeague | None:
        found = await self._store.league(league_id)
        if found is None:
            return None
        league = await asyncio.to_thread(
            lambda: fold.refolded(league_id, CODEC.recorded(found.record))
        )  # it may be long
        loaded = self._loaded[league_id] = LoadedLeague(league, found.row)
        return loaded

    async def _do(
        self,
        loaded: LoadedLeague,
        action: LeagueAction,
        interaction_id: int | None,
        conditions: Sequence[Condition],
    ) -> LeagueResult:
        league, now = loaded.league, self._now()
        after = fold.do(league, action, now)
        if isinstance(after, Fact):
            return LeagueResult(league, after)
        row = loaded.row._replace(stage=after.stage, seq=after.seq, due_at=due_at(after), changed_at=now)
        try:
            conditions = (*conditions, *to_enter(action, row.guild_id))
            entries = [CODEC.row(after.record[-1])]
            await self._store.append_league(row, entries, interaction_id, conditions=conditions)
        except Repeated:
            return LeagueResult(league, repeated=True)
        except Unmet:
            raise
        except BaseException:
            self._loaded.pop(row.id, None)  # it is not known whether it was committed: fold the record again
            raise
        self._announce(LoadedLeague(after, row))
        return LeagueResult(after)

    def _announce(self, loaded: LoadedLeague) -> LoadedLeague:
        """Cache a committed league and notify the listeners."""
        self._loaded[loaded.row.id] = loaded
        last = loaded.league.record[-1]
        log.debug("league %s, entry %s: %s", loaded.row.id, last.seq, type(last.action).__name__)
        for listener in self._listeners:
            listener(loaded)
        return loaded


def accepted(result: LeagueResult | None) -> League:
    """Return the league after an action. Raises RequestRefused with the refusal."""
    if result is None:
        raise RequestRefused(fact(LeagueRefusal.NO_LEAGUE_HERE))
    if result.refused is not None:
        raise RequestRefused(result.refused)
    return result.league


def season_from(rules: LeagueRules, by: str | None, now: int, earliest: int) -> league_actions.OpenSeason:
    """Return the opening of a season whose sign-up ends at `earliest` or at the next start; a series has none."""
    return league_actions.OpenSeason(by, rules.season_start(earliest) if rules.sizes else now)


def due_at(league: League) -> int | None:
    """Return when something is due, ms since the epoch; None: when a cup is over, or never."""
    running, signing_up = league.running, league.signing_up
    if league.stage is LeagueStage.OVER:
        return None
    if running is not None:
        return AT_ONCE if None in running.cups else None
    if signing_up is not None:
        return signing_up.until
    is_next_due = not league.is_series and league.seasons and league.seasons[-1] is league.ended
    return AT_ONCE if is_next_due else None


def _unplayable(rules: LeagueRules) -> Fact | None:
    return unplayable(rules.cup) if rules.kind is LeagueKind.DIVISIONS else None
