"""Leagues as scenes: a season in its channel, its end, and the standings over all."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from bot.cups.cup import Cup
from bot.cups.leagues import divisions
from bot.cups.leagues.divisions import people_in
from bot.cups.leagues.league import League, Season, SeasonStage
from bot.cups.leagues.league_actions import CancelSeason, CloseSeason, EndLeague, Tables
from bot.cups.leagues.league_notices import LeagueRefusal
from bot.cups.leagues.league_rules import LEAST
from bot.cups.leagues.season_standings import Cups, cups_of, series_standings, tables_of, winners_of
from bot.cups.messages.cup_text import page_of_lines
from bot.cups.messages.entrant_names import EntrantName
from bot.cups.messages.league_scenes import (
    LeagueEndScene,
    LeagueHead,
    LeagueLine,
    LeagueMove,
    LeagueSeasonScene,
    LeagueStandingsScene,
    MovedLine,
)
from bot.cups.standings import standings
from bot.runtime.time_units import SECOND
from bot.texts.names import told_apart
from bot.texts.notices import fact
from rules.core.contract import Fact

ON_A_PAGE: Final = 12


def called(entrants: Sequence[str], names: Mapping[str, str]) -> dict[str, EntrantName]:
    """Return what entrants are called; who has the name of another is numbered."""
    found = [tuple(names.get(person, "") for person in people_in(one)) for one in entrants]
    plain = [" & ".join(people) for people in found]
    apart = told_apart(plain, lambda name, at: f"{name} {at + 1}")
    return {one: EntrantName(found[at], at + 1, apart[at] != plain[at]) for at, one in enumerate(entrants)}


def _called(league: League, season: Season, names: Mapping[str, str]) -> dict[str, EntrantName]:
    kept = [person for table in league.kept for person in table]
    everybody = [*(person for table in season.divisions for person in table), *season.entered, *kept]
    return called(list(dict.fromkeys(everybody)), names)


def head_of(league: League, season: Season) -> LeagueHead:
    return LeagueHead(league.id, league.rules.name, league.is_series, season.number)


def season_scene(league: League, season: Season, names: Mapping[str, str], cups: Cups) -> LeagueSeasonScene:
    """Return a season as its channel sees it."""
    found = _called(league, season, names)
    is_kept = season.stage is SeasonStage.SIGN_UP
    divisions = league.kept if is_kept else season.divisions
    back = season.people if is_kept else frozenset()
    waiting = (tuple(one for one in table if back.isdisjoint(people_in(one))) for table in divisions)
    act = _ended_by(league, season)
    by = None if act is None else act.by
    return LeagueSeasonScene(
        head_of(league, season),
        season.stage,
        tuple(tuple(found[person] for person in table) for table in waiting),
        len(league.complete(season)),
        league.rules.most,
        season.until // SECOND,
        season.first_round // SECOND,
        league.rules.cup.round_time,
        tuple(cup.rules.name for cup in cups_of(season, cups)) if league.is_series else (),
        league.rules.cups,
        None if by is None else names.get(by, ""),
        act.reason if act and by is not None else "",
        _why_cancelled(league, season, act),
        tuple(found[one] for one in _without_place(league, season)),
        league.rules,
        league.is_of_pairs,
        len(season.entered) - len(league.complete(season)),
    )


def _without_place(league: League, season: Season) -> tuple[str, ...]:
    """Return those of a season who have signed up and play nowhere, or would not if it started now."""
    if season.stage is SeasonStage.SIGN_UP:
        return league.places(season).waiting if len(league.complete(season)) >= LEAST else ()
    playing = {person for table in season.divisions for person in table}
    return tuple(person for person in season.entered if person not in playing) if playing else ()


def _ended_by(league: League, season: Season) -> CancelSeason | CloseSeason | EndLeague | None:
    """Return the act that ended a season early."""
    if not season.early:
        return None
    next_since = next((one.since for one in league.seasons if one.number > season.number), league.seq + 1)
    for entry in reversed(league.record[: next_since - 1]):
        if isinstance(entry.action, CancelSeason | CloseSeason | EndLeague):
            return entry.action
    return None


def _why_cancelled(league: League, season: Season, act: CancelSeason | CloseSeason | EndLeague | None) -> Fact | None:
    is_by_clock = act is not None and act.by is None
    return (
        fact(LeagueRefusal(act.reason), count=len(league.complete(season)), least=LEAST)
        if act and is_by_clock
        else None
    )


def end_scene(league: League, season: Season, names: Mapping[str, str], cups: Cups) -> LeagueEndScene:
    """Return the end of a season, with all winners of a series that are level."""
    found = called([person for table in season.tables for person in table], names)
    moved = (
        MovedLine(found[one.entrant], LeagueMove.UP if one.up else LeagueMove.DOWN, one.to + 1)
        for one in moves_of(league, season.tables, season.unwon)
    )
    return LeagueEndScene(
        head_of(league, season),
        tuple(found.get(person) for person in _winners_of(league, season, cups) if not person or person in found),
        tuple(moved),
        season.early,
    )


def _winners_of(league: League, season: Season, cups: Cups) -> Sequence[str]:
    """Return who has won each division, "": nobody; of a series, all who are level."""
    if league.is_series:
        return [one.person for one in series_standings(cups_of(season, cups)) if one.place == 1 and one.points]
    return [table[0] for table in season.tables if table] if season.winners is None else season.winners


def moves_of(league: League, tables: Tables, unwon: Collection[int]) -> list[divisions.Moved]:
    return [] if league.is_series else divisions.moved(tables, league.rules.moves, unwon)


def standings_scene(
    league: League, season: Season, names: Mapping[str, str], cups: Cups, page: int | None = None, person: str = ""
) -> LeagueStandingsScene:
    """Return a page of the standings over all; usual: the page with the person who asks."""
    divisions = division_lines(league, season, names, cups, person)
    pages = [
        (number, lines[first : first + ON_A_PAGE])
        for number, lines in enumerate(divisions, 1)
        for first in range(0, max(1, len(lines)), ON_A_PAGE)
    ]
    own = next((at for at, (_, lines) in enumerate(pages) if any(line.own for line in lines)), 0)
    shown = page_of_lines(pages, own if page is None else page, 1)
    number, lines = next(iter(shown.lines), (1, []))
    return LeagueStandingsScene(
        head_of(league, season),
        season.stage,
        tuple(lines),
        number,
        max(1, len(divisions)),
        season.cups[number - 1] if divisions and not league.is_series else None,
        shown.page,
        shown.pages,
        len(league.seasons),
    )


def division_lines(
    league: League, season: Season, names: Mapping[str, str], cups: Cups, person: str = ""
) -> list[list[LeagueLine]]:
    """Return all places of each division; of a series, those of all together."""
    if league.is_series:
        return [list(_series_lines(cups_of(season, cups), names, person))]
    tables = season.tables or tables_of(league, season, cups)
    unwon = season.unwon if season.tables else season._replace(winners=winners_of(league, season, cups)).unwon
    found = called([one for table in tables for one in table], names)
    moves = {one.entrant: LeagueMove.UP if one.up else LeagueMove.DOWN for one in moves_of(league, tables, unwon)}
    return [
        [
            LeagueLine(
                place, found[one], _won(points, one), moves.get(one, LeagueMove.STAYS), (), person in people_in(one)
            )
            for place, one in enumerate(table, 1)
        ]
        for table, points in zip(tables, (_points(cups.get(cup or 0)) for cup in season.cups), strict=True)
    ]


def _won(points: Mapping[str, Fraction], entrant: str) -> Fraction:
    """Return the points of an entrant; half of a pair may have been replaced."""
    return next((points[one] for one in people_in(entrant) if one in points), Fraction(0))


def _points(cup: Cup | None) -> dict[str, Fraction]:
    places_of = standings(cup) if cup else []
    return {person: one.points for one in places_of for person in cup.entrants[one.entrant].people} if cup else {}


def _series_lines(cups: Sequence[Cup], names: Mapping[str, str], person: str) -> Iterator[LeagueLine]:
    ranked = series_standings(cups)
    found = called([one.person for one in ranked], names)
    for one in ranked:
        earned = one.earned
        yield LeagueLine(one.place, found[one.person], one.points, LeagueMove.STAYS, earned, one.person == person)
