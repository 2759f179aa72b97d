"""The fold of a league: it applies actions one by one, so that a record becomes a league."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.cups.change_limits import NO_CHANGES, season_change_key, too_many_in_season, with_change
from bot.cups.leagues import league_actions, league_rules
from bot.cups.leagues.divisions import people_in
from bot.cups.leagues.league import LEAGUE_HANDLERS, League, LeagueEntry, LeagueStage, Season, SeasonStage, handles
from bot.cups.leagues.league_actions import LeagueAction, Tables
from bot.cups.leagues.league_rules import LEAST
from bot.cups.leagues.season_sign_up import PartnerRequest
from bot.cups.notices import CupRefusal, LeagueRefusal
from bot.ledger.entries import Entries
from bot.texts.notices import fact
from rules.core.contract import Fact


def create(league_id: int, action: league_actions.CreateLeague, at: int = 0) -> League | Fact:
    entry = LeagueEntry(1, action, at)
    return league_rules.invalid(action.rules) or League(league_id, action.by, action.rules, record=Entries((entry,)))


def fold_record(league_id: int, entries: Iterable[LeagueEntry]) -> League:
    """Return the league of a record. Raises ValueError if the record is invalid."""
    first, *others = entries
    if not isinstance(first.action, league_actions.CreateLeague):
        raise ValueError(f"the record of league {league_id} does not begin with its creation")
    league = create(league_id, first.action, first.at)
    for entry in others:
        league = league if isinstance(league, Fact) else _apply(league, entry.action, entry.at)
    if isinstance(league, Fact):
        raise ValueError(f"league {league_id}: {league.kind}")
    return league


def fold_actions(league_id: int, actions: Iterable[LeagueAction]) -> League:
    """Return the league of actions without their times. Raises ValueError if they are no record."""
    return fold_record(league_id, (LeagueEntry(seq, action) for seq, action in enumerate(actions, 1)))


def do(league: League, action: LeagueAction, at: int = 0) -> League | Fact:
    """Return the league after an action at `at` (ms since the epoch), or the refusal (then nothing has changed)."""
    if getattr(action, "by", None) is not None and getattr(action, "reason", "given") == "":
        return fact(CupRefusal.NO_REASON)
    after = _apply(league, action, at)
    return after if isinstance(after, Fact) else too_many_in_season(league.changes, action) or after


def _apply(league: League, action: LeagueAction, at: int) -> League | Fact:
    after = LEAGUE_HANDLERS[type(action)](league, action)
    if isinstance(after, Fact):
        return after
    changes = NO_CHANGES if isinstance(action, league_actions.OpenSeason) else league.changes
    return replace(
        after,
        record=league.record.with_entry(LeagueEntry(league.seq + 1, action, at)),
        changes=with_change(changes, season_change_key(action)),
    )


def _with_season(league: League, season: Season) -> League:
    seasons = (*league.seasons[: season.number - 1], season, *league.seasons[season.number :])
    return replace(league, seasons=seasons)


@handles(league_actions.OpenSeason)
def _open(league: League, action: league_actions.OpenSeason) -> League | Fact:
    if league.sign_up_season or league.running_season:
        return fact(LeagueRefusal.SEASON_GOES_ON)
    stage = SeasonStage.RUNNING if league.is_series else SeasonStage.SIGN_UP
    return _with_season(league, Season(len(league.seasons) + 1, league.seq + 1, stage, action.until))


@handles(league_actions.EnterSeason)
def _enter(league: League, action: league_actions.EnterSeason) -> League | Fact:
    if (season := league.sign_up_season) is None:
        return fact(LeagueRefusal.NO_DIVISIONS if league.is_series else LeagueRefusal.NOT_SIGNING_UP)
    if season.entrant_of(action.by) is not None:
        return fact(LeagueRefusal.ENTERED)
    return _with_season(league, season._replace(sign_up=season.sign_up.join(action.by)))


@handles(league_actions.LeaveSeason)
def _leave(league: League, action: league_actions.LeaveSeason) -> League | Fact:
    if (season := league.sign_up_season) is None:
        return fact(LeagueRefusal.NOT_SIGNING_UP)
    if (own := season.entrant_of(action.by)) is None:
        return fact(LeagueRefusal.NOT_ENTERED)
    others = [person for person in people_in(own) if person != action.by]
    return _with_season(league, season._replace(sign_up=season.sign_up.exchange(own, others)))


@handles(league_actions.AskSeasonPartner)
def _ask(league: League, action: league_actions.AskSeasonPartner) -> League | Fact:
    if (season := league.sign_up_season) is None:
        return fact(LeagueRefusal.NOT_SIGNING_UP)
    if refused := _cannot_ask(league, season, action):
        return refused
    request = PartnerRequest(action.by, action.person, league.seq + 1)
    return _with_season(league, season._replace(sign_up=season.sign_up.request(request)))


def _cannot_ask(league: League, season: Season, action: league_actions.AskSeasonPartner) -> Fact | None:
    if not league.is_of_pairs:
        return fact(LeagueRefusal.NO_PAIRS)
    if (own := season.entrant_of(action.by)) is None:
        return fact(LeagueRefusal.NOT_ENTERED)
    if action.person == action.by:
        return fact(CupRefusal.ASKED_THEMSELVES)
    theirs = season.entrant_of(action.person)
    return fact(CupRefusal.HAS_PARTNER) if _has_partner(own) or (theirs and _has_partner(theirs)) else None


def _has_partner(entrant: str) -> bool:
    return len(people_in(entrant)) > 1


@handles(league_actions.AgreeSeasonPartner)
def _agree(league: League, action: league_actions.AgreeSeasonPartner) -> League | Fact:
    if (season := league.sign_up_season) is None:
        return fact(LeagueRefusal.NOT_SIGNING_UP)
    sign_up, own = season.sign_up, season.entrant_of(action.by)
    if not sign_up.asks(action.to, action.by):
        return fact(CupRefusal.NOT_ASKED)
    if own is not None:
        if _has_partner(own):
            return fact(CupRefusal.HAS_PARTNER)
        sign_up = sign_up.exchange(own, [])
    sign_up = sign_up.exchange(action.to, [action.to, action.by])
    return _with_season(league, season._replace(sign_up=sign_up.drop_requests_to(action.to, action.by)))


@handles(league_actions.StartSeason)
def _start(league: League, action: league_actions.StartSeason) -> League | Fact:
    if (season := league.sign_up_season) is None:
        return fact(LeagueRefusal.NOT_SIGNING_UP)
    if league.running_season:
        return fact(LeagueRefusal.SEASON_GOES_ON)
    entrants, complete = [entrant for division in action.divisions for entrant in division], league.complete(season)
    if len(entrants) < LEAST:
        return fact(LeagueRefusal.TOO_FEW, count=len(complete), least=LEAST)
    if len(set(entrants)) < len(entrants) or not set(entrants) <= set(complete):
        return fact(LeagueRefusal.BAD_TABLES)
    started = season._replace(
        stage=SeasonStage.RUNNING,
        divisions=action.divisions,
        cups=(None,) * len(action.divisions),
        first_round=action.first_round,
    )
    return _with_season(league, started)


@handles(league_actions.NoteDivision)
def _note(league: League, action: league_actions.NoteDivision) -> League | Fact:
    season = league.running_season
    if season is None or not 0 <= action.division < len(season.divisions):
        return fact(LeagueRefusal.NO_SEASON)
    if season.cups[action.division] is not None:
        return fact(LeagueRefusal.WRONG_CUP)
    cups = (*season.cups[: action.division], action.cup, *season.cups[action.division + 1 :])
    return _with_season(league, season._replace(cups=cups))


@handles(league_actions.AddCup)
def _add(league: League, action: league_actions.AddCup) -> League | Fact:
    if not league.is_series:
        return fact(LeagueRefusal.NO_SERIES)
    if (season := league.running_season) is None:
        return fact(LeagueRefusal.NO_SEASON)
    if any(action.cup in season.cups for season in league.seasons):
        return fact(LeagueRefusal.WRONG_CUP)
    if league.rules.cups and len(season.cups) >= league.rules.cups:
        return fact(LeagueRefusal.WRONG_CUP)
    return _with_season(league, season._replace(cups=(*season.cups, action.cup)))


@handles(league_actions.CloseSeason)
def _close(league: League, action: league_actions.CloseSeason) -> League | Fact:
    if (season := league.running_season) is None:
        return fact(LeagueRefusal.NO_SEASON)
    same = [set(table) for table in action.tables] == [set(people) for people in season.divisions]
    if not league.is_series and not (same and list(map(len, action.tables)) == list(map(len, season.divisions))):
        return fact(LeagueRefusal.BAD_TABLES)
    if action.winners is not None and not _are_winners(action.winners, action.tables):
        return fact(LeagueRefusal.BAD_TABLES)
    ended = season._replace(
        stage=SeasonStage.ENDED,
        tables=action.tables,
        early=action.by is not None,
        closed=league.seq + 1,
        winners=action.winners,
    )
    return _with_season(league, ended)


def _are_winners(winners: Sequence[str], tables: Tables) -> bool:
    """Return whether each of these is in the table of its division, or nobody."""
    return len(winners) == len(tables) and all(
        not won or won in table for won, table in zip(winners, tables, strict=True)
    )


@handles(league_actions.ReopenSeason)
def _reopen(league: League, _: league_actions.ReopenSeason) -> League | Fact:
    if (season := league.ended_season) is None or league.running_season:
        return fact(LeagueRefusal.NOT_CLOSED)
    return _with_season(league, season._replace(stage=SeasonStage.RUNNING, tables=(), closed=0, winners=None))


@handles(league_actions.CancelSeason)
def _cancel(league: League, _: league_actions.CancelSeason) -> League | Fact:
    season = league.running_season or league.sign_up_season
    return fact(LeagueRefusal.NO_SEASON) if season is None else _with_season(league, _cancel_season(season))


def _cancel_season(season: Season) -> Season:
    return season._replace(stage=SeasonStage.CANCELLED, early=True)


@handles(league_actions.EndLeague)
def _end(league: League, _: league_actions.EndLeague) -> League:
    open_stages = (SeasonStage.SIGN_UP, SeasonStage.RUNNING)
    seasons = (_cancel_season(season) if season.stage in open_stages else season for season in league.seasons)
    return replace(league, stage=LeagueStage.OVER, seasons=tuple(seasons))
