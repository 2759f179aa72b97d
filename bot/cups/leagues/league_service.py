"""The league service: every change of a league goes through it, one action at a time, as in cups.

What a league does by itself stands in `bot.cups.leagues.league_lifecycle`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from bot.cups.admission import entry_conditions
from bot.cups.leagues import fold, league_actions
from bot.cups.leagues.league import League, LeagueStage
from bot.cups.leagues.league_actions import CODEC, CreateLeague, LeagueAction
from bot.cups.leagues.league_rules import LeagueKind, LeagueRules
from bot.cups.match_tables import unplayable
from bot.cups.notices import LeagueRefusal
from bot.cups.suspended_cups import missing_game
from bot.ledger.record_service import RecordService
from bot.store import Condition, LeagueRow, LeagueStore, NameTaken, Repeated
from bot.tables import Location
from bot.texts.notices import Refusal, RequestRefused, fact
from rules.core.contract import Fact

log = logging.getLogger(__name__)
read_rows: Final = CODEC.read_rows

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


class LeagueService(RecordService[LoadedLeague, LoadedLeague, LeagueAction, LeagueResult]):
    """All leagues. `now`: ms since the epoch."""

    kind = "league"

    def __init__(self, store: LeagueStore, now: Callable[[], int]) -> None:
        super().__init__(KEPT_FOLDED, now)
        self._store = store

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
        why = unplayable(rules.cup) if rules.kind is LeagueKind.DIVISIONS else None
        league = why or fold.create(0, CreateLeague(by, rules), now)
        if not isinstance(league, Fact):
            league = fold.do(league, season_from(rules, by, now, rules.start or now + rules.sign_up), now)
        if isinstance(league, Fact):
            raise RequestRefused(league)
        row = LeagueRow(0, rules.name, *where, league.stage, league.seq, due_at(league), now, now)
        try:
            entries = [CODEC.row(entry) for entry in league.record]
            league_id = await self._store.create_league(row, entries, interaction_id, conditions=conditions)
        except NameTaken:
            raise RequestRefused(fact(LeagueRefusal.NAME_TAKEN, name=rules.name)) from None
        return self._announce_commit(
            LoadedLeague(fold.fold_record(league_id, league.record), row._replace(id=league_id))
        )

    async def of_guild(self, guild_id: int) -> list[LeagueRow]:
        """Return the leagues of a guild, those that go on first, then the newest first."""
        return sorted(await self._store.leagues(guild_id), key=lambda row: row.stage == LeagueStage.OVER)

    async def missing_game(self, row: LeagueRow) -> str | None:
        """Return the game for which a league waits, since it is not installed; None: it waits for none."""
        return missing_game(await self._store.league_game(row.id))

    async def _read(self, league_id: int) -> LoadedLeague | None:
        """Read and fold a league; None if there is none with this id, or its game is not installed."""
        if (found := await self._store.league(league_id)) is None or missing_game(
            found.record[0].body["rules"]["cup"].get("game")
        ):
            return None
        league = await asyncio.to_thread(lambda: fold.fold_record(league_id, read_rows(found.record)))  # it may be long
        return LoadedLeague(league, found.row)

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
        conditions = (*conditions, *entry_conditions(action, row.guild_id))
        entries = [CODEC.row(after.record[-1])]
        try:
            append = self._store.append_league(row, entries, interaction_id, conditions=conditions)
            await self._await_append(row.id, append)
        except Repeated:
            return LeagueResult(league, repeated=True)
        self._announce_commit(LoadedLeague(after, row))
        return LeagueResult(after)

    def _announce_commit(self, loaded: LoadedLeague) -> LoadedLeague:
        last = loaded.league.record[-1]
        log.debug("league %s, entry %s: %s", loaded.row.id, last.seq, type(last.action).__name__)
        return self._announce(loaded, loaded)


def resulting_league(result: LeagueResult | None) -> League:
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
    running, signing_up = league.running_season, league.sign_up_season
    if league.stage is LeagueStage.OVER:
        return None
    if running is not None:
        return AT_ONCE if None in running.cups else None
    if signing_up is not None:
        return signing_up.until
    is_next_due = not league.is_series and league.seasons and league.seasons[-1] is league.ended_season
    return AT_ONCE if is_next_due else None
