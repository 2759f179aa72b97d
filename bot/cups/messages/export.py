"""Cups and leagues as files to take along: tables as CSV, all of it as JSON.

They have names as they are shown, and nothing else about people.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from io import StringIO
from typing import Any, Final, NamedTuple

from bot.cups.cup import Cup
from bot.cups.leagues.league import League, Season
from bot.cups.leagues.season_standings import Cups
from bot.cups.messages.cup_log import LogLine, log_lines
from bot.cups.messages.cup_standings import PlaceLine, place_lines
from bot.cups.messages.cup_text import MatchLine
from bot.cups.messages.entrant_list import EntrantLine, entrant_lines
from bot.cups.messages.entrant_names import EntrantName, plain_name
from bot.cups.messages.league_standings import LeagueLine, division_lines
from bot.cups.messages.round_sheet import match_lines
from bot.cups.notices import PlaceReason
from bot.texts import Translator

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""Cells that begin so would be run by a spreadsheet."""
TIE_BREAKS: Final = (PlaceReason.BUCHHOLZ, PlaceReason.SONNEBORN_BERGER, PlaceReason.RUNGS)
MOST_AT_TABLE: Final = 3
VERSION: Final = 1
LEAGUE_HEAD: Final = ("division", "place", "name", "points", "moves", "points-in-cups")


class CupFile(NamedTuple):
    name: str
    text: str


def cup_files(cup: Cup, names: Mapping[str, str], words: Translator) -> tuple[CupFile, ...]:
    """Return all files of a cup. `words`: for names that are given by the bot, such as those of computers."""
    return (
        CupFile("entrants.csv", entrants_csv(cup, names, words)),
        CupFile("standings.csv", standings_csv(cup, names, words)),
        CupFile("matches.csv", matches_csv(cup, names, words)),
        CupFile("cup.json", cup_json(cup, names, words)),
    )


def entrants_csv(cup: Cup, names: Mapping[str, str], words: Translator) -> str:
    """Return who is in a cup, a line each, in the order of the list that people see."""
    return csv_text(
        ["state", "number", "entrant", "checked-in"],
        (
            [str(line.part), line.number, plain_name(line.name, words), "yes" if line.checked_in else "no"]
            for line in entrant_lines(cup, names)
        ),
    )


def standings_csv(cup: Cup, names: Mapping[str, str], words: Translator) -> str:
    """Return the standings, a line a place."""
    head = ["place", "entrant", "points", *TIE_BREAKS, "separated-by", "plays-on"]
    return csv_text(head, (_place_cells(line, words) for line in place_lines(cup, names)))


def _place_cells(line: PlaceLine, words: Translator) -> list[Any]:
    values = {value.kind: float(value.value) for value in line.values}
    return [
        line.place,
        plain_name(line.name, words),
        float(line.points),
        *(values.get(kind, "") for kind in TIE_BREAKS),
        str(line.reason),
        "no" if line.is_out else "yes",
    ]


def matches_csv(cup: Cup, names: Mapping[str, str], words: Translator) -> str:
    """Return the matches, a line each, entrants in the order of seats; the first deals first."""
    seats = [f"{what}-{seat}" for seat in range(1, MOST_AT_TABLE + 1) for what in ("entrant", "score", "forfeit")]
    lines = (
        _match_cells(at + 1, line, words) for at in range(len(cup.rounds)) for line in match_lines(cup, at, names, {})
    )
    return csv_text(["round", "match", "state", *seats], lines)


def _match_cells(at: int, line: MatchLine, words: Translator) -> list[Any]:
    cells: list[Any] = [at, line.number, str(line.state)]
    for seat in range(MOST_AT_TABLE):
        cells += _seat_cells(line, seat, words) if seat < len(line.entrants) else ["", "", ""]
    return cells


def _seat_cells(line: MatchLine, seat: int, words: Translator) -> list[Any]:
    score = line.score[seat] if line.score else ""
    absent = "yes" if line.absent and line.absent[seat] else "no"
    return [plain_name(line.entrants[seat], words), score, absent]


def csv_text(head: Sequence[str], lines: Iterable[Sequence[Any]]) -> str:
    """Return lines of CSV, with the mark by which spreadsheets know UTF-8."""
    written = StringIO()
    writer = csv.writer(written)
    writer.writerow(head)
    writer.writerows([_safe(cell) for cell in line] for line in lines)
    return "\ufeff" + written.getvalue()


def _safe(cell: Any) -> Any:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def cup_json(cup: Cup, names: Mapping[str, str], words: Translator) -> str:
    """Return everything that people see of a cup."""
    rules = cup.rules
    found = {
        "version": VERSION,
        "name": rules.name,
        "stage": str(cup.stage),
        "rules": {key: value for key, value in rules._asdict().items() if key != "name"},
        "lots-drawn-from": cup.seed,
        "entrants": [_entrant(line, words) for line in entrant_lines(cup, names)],
        "standings": [_place(line, words) for line in place_lines(cup, names)],
        "rounds": [_round(cup, at, names, words) for at in range(len(cup.rounds))],
        "log": [_act(line, words) for line in log_lines(cup, names)],
    }
    return json.dumps(found, ensure_ascii=False, indent=1)


def _entrant(line: EntrantLine, words: Translator) -> dict[str, Any]:
    return {
        "state": str(line.part),
        "number": line.number,
        "entrant": people_as_json(line.name, words),
        "checked-in": line.checked_in,
    }


def _place(line: PlaceLine, words: Translator) -> dict[str, Any]:
    return {
        "place": line.place,
        "entrant": people_as_json(line.name, words),
        "points": float(line.points),
        "tie-breaks": {str(value.kind): float(value.value) for value in line.values},
        "separated-by": str(line.reason),
        "plays-on": not line.is_out,
    }


def people_as_json(name: EntrantName, words: Translator) -> dict[str, Any]:
    """Return an entrant: the name that is shown, and the people behind it."""
    return {"name": plain_name(name, words), "people": list(name.people)}


def _round(cup: Cup, at: int, names: Mapping[str, str], words: Translator) -> dict[str, Any]:
    lines = match_lines(cup, at, names, {})
    whys = {match.number: match.result.why for match in cup.rounds[at].matches if match.result}
    return {
        "round": at + 1,
        "lots-drawn-from": cup.rounds[at].seed,
        "matches": [_match(line, whys.get(line.number, ()), words) for line in lines],
    }


def _match(line: MatchLine, why: Sequence[str], words: Translator) -> dict[str, Any]:
    return {
        "match": line.number,
        "state": str(line.state),
        "entrants": [plain_name(name, words) for name in line.entrants],
        "score": list(line.score),
        "forfeits": [plain_name(name, words) for name, gone in zip(line.entrants, line.absent, strict=False) if gone],
        "reasons": list(why),
    }


def _act(line: LogLine, words: Translator) -> dict[str, Any]:
    told = {
        "act": line.seq,
        "kind": line.kind,
        "by": line.by,
        "reason": line.reason or [str(reason.kind) for reason in line.reasons],
        "entrants": [plain_name(name, words) for name in line.entrants],
        "people": list(line.people),
        "undone": line.undone,
    }
    at = datetime.fromtimestamp(line.at, UTC).isoformat() if line.at else None
    return {**told, "at": at}


def league_files(
    league: League, season: Season, names: Mapping[str, str], cups: Cups, words: Translator
) -> tuple[CupFile, ...]:
    """Return the files of a league; the CSV is of one season. `cups`: of all seasons."""
    lines = division_lines(league, season, names, cups)
    cells = [_league_cells(number, line, words) for number, of in enumerate(lines, 1) for line in of]
    return (
        CupFile("standings.csv", csv_text(LEAGUE_HEAD, cells)),
        CupFile("league.json", _league_json(league, names, cups, words)),
    )


def _league_cells(division: int, line: LeagueLine, words: Translator) -> list[Any]:
    earned = " ".join("-" if points is None else str(float(points)) for points in line.earned)
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
        "points-in-cups": [None if points is None else float(points) for points in line.earned],
    }
