"""Leagues in which people and organisers do whatever they can think of: after each act the league can still go on."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.cups.cup_rules import EntrantKind
from bot.cups.leagues import fold
from bot.cups.leagues.league import League, LeagueStage, Season
from bot.cups.leagues.league_actions import (
    AddCup,
    AgreeSeasonPartner,
    AskSeasonPartner,
    CancelSeason,
    CloseSeason,
    EndLeague,
    EnterSeason,
    LeagueAction,
    LeaveSeason,
    NoteDivision,
    OpenSeason,
    ReopenSeason,
    StartSeason,
    Tables,
)
from bot.cups.leagues.league_lifecycle import start_of
from bot.cups.leagues.league_rules import LEAST, LeagueRules
from bot.cups.leagues.league_service import due_at
from bot.cups.leagues.season_standings import tables_of
from bot.cups.messages.league_panel import end_scene, season_scene
from bot.cups.messages.league_standings import standings_scene
from bot.cups.publishing.league_publisher import league_posts
from rules.core.contract import Fact
from tests.cups.cups import ORGANISER
from tests.cups.leagues import CUP, league_rules, of_actions, series_rules

PEOPLE = tuple(f"p{number}" for number in range(8))
ACTS_OF_A_CAREER = 80
WHY = "hostile"


def some_tables(season: Season | None, chance: random.Random) -> Tables:
    """Divisions as they are, in other orders, or of anybody."""
    people = chance.sample(PEOPLE, chance.randrange(len(PEOPLE) + 1))
    own = tuple(tuple(chance.sample(table, len(table))) for table in season.divisions) if season else ()
    return chance.choice((own, own, (tuple(people),), (tuple(people[::2]), tuple(people[1::2])), ()))


def act(league: League, chance: random.Random) -> LeagueAction:
    """Something that somebody may try, sensible or not."""
    by, other, number = chance.choice(PEOPLE), chance.choice(PEOPLE), chance.randrange(-1, 4)
    tables = some_tables(league.running_season, chance)
    acts: tuple[LeagueAction, ...] = (
        EnterSeason(by), EnterSeason(by), EnterSeason(by), LeaveSeason(by),
        AskSeasonPartner(by, other), AgreeSeasonPartner(by, other), OpenSeason(ORGANISER, number),
        StartSeason(ORGANISER, tables), NoteDivision(number, chance.randrange(99)), AddCup(ORGANISER, number),
        CloseSeason(ORGANISER, tables, WHY), ReopenSeason(), CancelSeason(ORGANISER, WHY),
    )  # fmt: skip
    return EndLeague(ORGANISER, WHY) if chance.random() < 0.01 else chance.choice(acts)


def next_step(league: League) -> LeagueAction | None:
    """Do what the league does by itself once all its times have come, and its cups are over; None: it waits."""
    if league.stage is LeagueStage.OVER:
        return None
    if (season := league.running_season) is not None:
        if None in season.cups:
            number = season.cups.index(None)
            return NoteDivision(number, 100 * season.number + number)
        return CloseSeason(None, tables_of(league, season, {}))
    if (season := league.sign_up_season) is not None:
        if len(league.complete(season)) < LEAST:
            return CancelSeason(None, "too-few")
        return start_of(league, season, None, season.until)
    is_next_due = league.seasons and league.seasons[-1] is league.ended_season and not league.is_series
    return OpenSeason(None) if is_next_due else None


def check_shows(league: League) -> None:
    for post in league_posts(league):
        season_scene(league, post.season, {}, {})
        standings_scene(league, post.season, {}, {}, None, PEOPLE[0])
        end_scene(league, post.season, {}, {})


KINDS = (
    league_rules(2, 3),
    league_rules(2, 2, cup=CUP._replace(entrants=EntrantKind.PAIRS)),
    series_rules(2),
    series_rules(),
)


@given(st.sampled_from(KINDS), st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_a_league_can_go_on_after_every_act(rules: LeagueRules, chance: random.Random) -> None:
    league = of_actions(rules)
    for _ in range(ACTS_OF_A_CAREER):
        tried = next_step(league) if chance.random() < 0.3 else act(league, chance)
        after = league if tried is None else fold.do(league, tried)
        if isinstance(after, Fact):
            continue
        league, step = after, next_step(after)
        assert step is None or not isinstance(fold.do(league, step), Fact), (tried, step)
        due_at(league)
    check_shows(league)
    assert fold.fold_record(league.id, league.record) == league
