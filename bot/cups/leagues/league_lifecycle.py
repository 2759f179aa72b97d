"""The lifecycle of a league: what it does by itself, from a sign-up to the end of a season and the next sign-up.

Each step follows from what is stored, so that a process which dies at any moment is continued by the next one.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from bot.cups.admission import barred_people
from bot.cups.cup import Cup
from bot.cups.cup_actions import AgreePartner, CancelCup, CupAction, JoinCup, StartCup
from bot.cups.cup_rules import PUNCTUAL
from bot.cups.cup_service import CupService, new_seed
from bot.cups.leagues import league_actions
from bot.cups.leagues.divisions import people_in
from bot.cups.leagues.league import League, LeagueStage, Season, SeasonStage
from bot.cups.leagues.league_actions import LeagueAction
from bot.cups.leagues.league_rules import LEAST
from bot.cups.leagues.league_service import LeagueService, LoadedLeague, season_from
from bot.cups.leagues.season_standings import Cups, close_season, is_played, tables_of, winners_of
from bot.cups.notices import LeagueRefusal
from bot.members.guilds import Guilds
from bot.store import DivisionKey, Store
from bot.tables import Location
from bot.texts.notices import RequestRefused

log = logging.getLogger(__name__)


class LeagueLifecycle:
    """Does what is due in leagues. `now`: ms since the epoch."""

    def __init__(
        self, store: Store, leagues: LeagueService, cups: CupService, guilds: Guilds, now: Callable[[], int]
    ) -> None:
        self._store = store
        self._leagues = leagues
        self._cups = cups
        self._guilds = guilds
        self._now = now

    async def advance(self, league_id: int) -> None:
        """Do all that is due in a league."""
        before = -1
        while (loaded := await self._leagues.get(league_id)) is not None and loaded.league.seq != before:
            before = loaded.league.seq
            await self._step(loaded)

    async def _step(self, loaded: LoadedLeague) -> None:
        league = loaded.league
        await self._cancel_others(league)
        if league.stage is LeagueStage.OVER:
            return
        if (season := league.running_season) is not None:
            await self._play(loaded, season)
        elif (season := league.ended_season) is not None and await self._goes_on(league, season):
            await self._submit(league, league_actions.ReopenSeason())
        elif (season := league.sign_up_season) is not None:
            await self._start(loaded, season)
        elif league.seasons and league.seasons[-1] is league.ended_season and not league.is_series:
            opening = season_from(league.rules, None, self._now(), self._now() + league.rules.sign_up)
            await self._submit(league, opening)

    async def _submit(self, league: League, action: LeagueAction) -> None:
        """Do an action, unless the league has changed since it was read."""
        result = await self._leagues.submit(league.id, action)
        if result is not None and result.refused is not None:
            log.info("league %s: %s was refused: %s", league.id, type(action).__name__, result.refused)

    # Sign-up

    async def _start(self, loaded: LoadedLeague, season: Season) -> None:
        """Start a season whose sign-up is over, or cancel it if there are too few."""
        league, now = loaded.league, self._now()
        if season.until > now:
            return
        if gone := await barred_people(self._store, loaded.row.guild_id, season.people):
            for person in gone:
                await self._submit(league, league_actions.LeaveSeason(person))
            return
        if len(league.complete(season)) < LEAST:
            await self._submit(league, league_actions.CancelSeason(None, LeagueRefusal.TOO_FEW))
            return
        await self._submit(league, start_of(league, season, None, now))

    # A season

    async def _play(self, loaded: LoadedLeague, season: Season) -> None:
        league = loaded.league
        for number, cup in enumerate(season.cups):
            if cup is None:
                created = await self._cup_of(loaded, season, number)
                await self._submit(league, league_actions.NoteDivision(number, created))
        cups = await self.cups_of(season)
        if is_played(league, season, cups):
            await self._submit(league, await asyncio.to_thread(close_season, league, season, cups))

    async def cups_of(self, season: Season) -> dict[int, Cup]:
        """Return the cups of a season by their ids."""
        found = {cup: await self._cups.get(cup) for cup in season.known_cups}
        return {cup: loaded.cup for cup, loaded in found.items() if loaded is not None}

    async def _cup_of(self, loaded: LoadedLeague, season: Season, number: int) -> int:
        """Return the cup of a division, which is created unless it was before."""
        key = DivisionKey(loaded.row.id, season.number, number)
        if (known := await self._store.cup_of_division(*key)) is not None:
            return known
        league, row, entrants = loaded.league, loaded.row, season.divisions[number]
        signed_up = [act for entrant in entrants for act in _sign_up_acts(*people_in(entrant))]
        acts = [*signed_up, StartCup(None, new_seed(), tuple(range(len(entrants))))]
        where = Location(row.guild_id, row.channel_id, row.language)
        words = (await self._guilds.reader(row.guild_id, row.language)).words
        name = words("league.division-name", league=league.rules.name, season=season.number, n=number + 1)
        for called in (name, f"{name} ({key.league_id}.{key.season}.{key.division})"):
            rules = league.rules.division_rules(called, len(entrants), season.first_round)
            try:
                return (await self._cups.create(league.by, rules, where, None, acts, key)).cup.id
            except RequestRefused as refused:  # an organiser has given this name to another cup
                failure = refused
        raise failure

    async def _goes_on(self, league: League, season: Season) -> bool:
        """Return whether a cup was changed after its season was closed by the clock, so that it has to end anew."""
        is_last = league.sign_up_season is not None or season is league.seasons[-1]
        if season.early or not is_last:
            return False
        cups = await self.cups_of(season)
        return not is_played(league, season, cups) or await asyncio.to_thread(_ends_otherwise, league, season, cups)

    async def _cancel_others(self, league: League) -> None:
        """Cancel the cups of seasons that an organiser closed or cancelled early."""
        for season in league.seasons:
            if season.early and season.divisions and season.stage in (SeasonStage.ENDED, SeasonStage.CANCELLED):
                for cup in (await self.cups_of(season)).values():
                    if not cup.is_over:
                        await self._cups.submit(cup.id, CancelCup(*_why(league)))


def _ends_otherwise(league: League, season: Season, cups: Cups) -> bool:
    """Return whether a season does not end as its cups stand now."""
    if tables_of(league, season, cups) != season.tables:
        return True
    return season.winners is not None and winners_of(league, season, cups) != season.winners


def _sign_up_acts(person: str, partner: str = "") -> list[CupAction]:
    """Return the sign-up of an entrant for the cup of a division."""
    joined = JoinCup(person, partner)
    return [joined, AgreePartner(partner, person)] if partner else [joined]


def start_of(league: League, season: Season, by: str | None, now: int) -> league_actions.StartSeason:
    """Return the start of a season with those who have signed up."""
    rules = league.rules
    is_punctual = now <= season.until + rules.cup.round_time // PUNCTUAL
    first_round = (season.until if is_punctual else rules.season_start(now)) if rules.start else 0
    return league_actions.StartSeason(by, league.places(season).divisions, first_round)


def _why(league: League) -> tuple[str, str]:
    """Return who ended a season early, and the reason."""
    acts = (entry.action for entry in reversed(league.record))
    kinds = (league_actions.CloseSeason, league_actions.CancelSeason, league_actions.EndLeague)
    return next((act.by, act.reason) for act in acts if isinstance(act, kinds) and act.by is not None)
