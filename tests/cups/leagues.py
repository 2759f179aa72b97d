"""Leagues for tests: made of actions, without a store."""

from __future__ import annotations

from bot.cups.cup_rules import CupRules, Format
from bot.cups.leagues import fold
from bot.cups.leagues.league import League, Season
from bot.cups.leagues.league_actions import (
    CloseSeason,
    CreateLeague,
    EnterSeason,
    LeagueAction,
    NoteDivision,
    OpenSeason,
    StartSeason,
    Tables,
)
from bot.cups.leagues.league_rules import LeagueKind, LeagueRules
from bot.runtime.times import DAY, HOUR
from rules.core.contract import Fact
from tests.cups.cups import ORGANISER

CUP = CupRules("", Format.ROUND_ROBIN, hands=1, enough_hands=1, round_time=HOUR)
PEOPLE = tuple(f"p{number}" for number in range(30))


def league_rules(*sizes: int, **others: object) -> LeagueRules:
    """The rules of a league of divisions."""
    given: dict[str, object] = {"sizes": sizes or (4, 4), "sign_up": DAY, "cup": CUP, **others}
    return LeagueRules("Winter", **given)  # type: ignore[arg-type]


def series_rules(cups: int = 0) -> LeagueRules:
    return LeagueRules("Spring", LeagueKind.SERIES, cups=cups)


def of_actions(rules: LeagueRules, *actions: LeagueAction) -> League:
    return fold.fold_actions(1, [CreateLeague(ORGANISER, rules), OpenSeason(ORGANISER), *actions])


def then(league: League, *actions: LeagueAction) -> League:
    """The league after actions that are not refused."""
    for action in actions:
        after = fold.do(league, action)
        assert not isinstance(after, Fact), after
        league = after
    return league


def refused(league: League, action: LeagueAction) -> object:
    """The reason why an action is refused."""
    after = fold.do(league, action)
    assert isinstance(after, Fact), "it was done"
    return after.kind


def season_of(league: League) -> Season:
    return league.seasons[-1]


def entered(league: League, *people: str) -> League:
    return then(league, *map(EnterSeason, people))


def begun(league: League, first_cup: int = 1) -> League:
    """The season that signs up, started, with the cups of its divisions."""
    divisions = league.places(season_of(league)).divisions
    notes = (NoteDivision(number, first_cup + number) for number in range(len(divisions)))
    return then(league, StartSeason(None, divisions), *notes)


def closed(league: League, tables: Tables | None = None) -> League:
    """The running season as it was played: with these tables, or as it began."""
    assert league.running_season
    return then(league, CloseSeason(None, league.running_season.divisions if tables is None else tables))
