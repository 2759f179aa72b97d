"""A league as files to take along: the standings over all as CSV, all its seasons as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bot.cups.leagues.league import League, Season
from bot.cups.leagues.season_standings import Cups
from bot.cups.messages.cup_export import VERSION, CupFile, as_csv, people_as_json
from bot.cups.messages.league_scenes import LeagueLine
from bot.cups.messages.league_words import division_lines
from bot.cups.messages.names import plain_name
from bot.texts import Translator

LEAGUE_HEAD = ("division", "place", "name", "points", "moves", "points-in-cups")


def league_files(
    league: League, season: Season, names: Mapping[str, str], cups: Cups, words: Translator
) -> tuple[CupFile, ...]:
    """Return the files of a league; the CSV is of one season. `cups`: of all seasons."""
    lines = division_lines(league, season, names, cups)
    cells = [_league_cells(number, line, words) for number, of in enumerate(lines, 1) for line in of]
    return (
        CupFile("standings.csv", as_csv(LEAGUE_HEAD, cells)),
        CupFile("league.json", _league_json(league, names, cups, words)),
    )


def _league_cells(division: int, line: LeagueLine, words: Translator) -> list[Any]:
    earned = " ".join("-" if one is None else str(float(one)) for one in line.earned)
    return [division, line.place, plain_name(line.name, words), float(line.points), str(line.move), earned]


def _league_json(league: League, names: Mapping[str, str], cups: Cups, words: Translator) -> str:
    seasons = [_season(league, season, names, cups, words) for season in league.seasons]
    own = {key: value for key, value in league.rules._asdict().items() if key not in ("name", "cup")}
    rules = {**own, "entrants": league.rules.cup.entrants}
    found = {"version": VERSION, "name": league.rules.name, "stage": str(league.stage), "rules": rules}
    return json.dumps({**found, "seasons": seasons}, ensure_ascii=False, indent=1)


def _season(league: League, season: Season, names: Mapping[str, str], cups: Cups, words: Translator) -> dict[str, Any]:
    lines = division_lines(league, season, names, cups)
    divisions = [[_league_line(line, words) for line in of] for of in lines]
    return {
        "season": season.number,
        "stage": str(season.stage),
        "cups": [cups[cup].rules.name for cup in season.known_cups if cup in cups],
        "divisions": divisions,
    }


def _league_line(line: LeagueLine, words: Translator) -> dict[str, Any]:
    return {
        "place": line.place,
        "entrant": people_as_json(line.name, words),
        "points": float(line.points),
        "moves": str(line.move),
        "points-in-cups": [None if one is None else float(one) for one in line.earned],
    }
