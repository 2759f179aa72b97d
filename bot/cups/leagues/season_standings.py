"""The standings of a season, as its cups stand: of its divisions, or of a series by the points that people won."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from bot.cups.cup import Cup, CupStage
from bot.cups.leagues.divisions import share, together
from bot.cups.leagues.league import League, Season
from bot.cups.leagues.league_actions import CloseSeason, Tables
from bot.cups.standings import standings
from bot.cups.winners import was_contested, winners

NOTHING = Fraction(0)
Cups = Mapping[int, Cup]
"""Cups by their ids."""


def cups_of(season: Season, cups: Cups) -> list[Cup]:
    """Return the cups of a season, in order, as far as they are there."""
    return [cups[cup] for cup in season.known_cups if cup in cups]


def is_played(league: League, season: Season, cups: Cups) -> bool:
    """Return whether nothing is left to play in a season."""
    if None in season.cups or any(cup in cups and not cups[cup].is_over for cup in season.known_cups):
        return False
    return not league.is_series or 0 < league.rules.cups <= len(season.cups)


def tables_of(league: League, season: Season, cups: Cups) -> Tables:
    """Return the entrants of each division in the order in which they stand; of a series, one table."""
    if league.is_series:
        return (tuple(standing.person for standing in series_standings(cups_of(season, cups))),)
    return tuple(
        _table(entrants, None if cup is None else cups.get(cup))
        for entrants, cup in zip(season.divisions, season.cups, strict=True)
    )


def winners_of(league: League, season: Season, cups: Cups) -> tuple[str, ...] | None:
    """Return the entrant who has won each division, "": nobody; of a cup that is gone, the first. None: of a series."""
    if league.is_series:
        return None
    return tuple(
        _winner(table, None if cup is None else cups.get(cup))
        for table, cup in zip(tables_of(league, season, cups), season.cups, strict=True)
    )


def _winner(table: Sequence[str], cup: Cup | None) -> str:
    if cup is None:
        return table[0]
    won = together(winners(cup))
    return next((entrant for entrant in table if won and share(won, entrant)), "")


def close_season(league: League, season: Season, cups: Cups, by: str | None = None, reason: str = "") -> CloseSeason:
    """Return the end of a season as its cups stand; `by` None: by the clock."""
    return CloseSeason(by, tables_of(league, season, cups), reason, winners_of(league, season, cups))


def _table(entrants: Sequence[str], cup: Cup | None) -> tuple[str, ...]:
    """Return the entrants of a division by the standings of its cup; who is not in them comes last.

    A pair stands where its place in the cup stands, also if half of it was replaced.
    """
    ranked = [together(cup.entrants[standing.entrant].people) for standing in standings(cup)] if cup else []
    known = dict.fromkeys(entrant for people in ranked for entrant in entrants if share(people, entrant))
    return (*known, *(entrant for entrant in entrants if entrant not in known))


class SeriesStanding(NamedTuple):
    """`earned`: in each cup, None: was not in it. Those level in everything share a place."""

    place: int
    person: str
    points: Fraction
    earned: tuple[Fraction | None, ...]


def series_standings(cups: Sequence[Cup]) -> list[SeriesStanding]:
    """Return all who played in the cups, the best first; ties by the best single cups, then by the last one.

    Cups count as they stand; cancelled ones do not.
    """
    counted = [dict(_points(cup)) for cup in cups if cup.stage in (CupStage.RUNNING, CupStage.ENDED)]
    earned: defaultdict[str, list[Fraction | None]] = defaultdict(lambda: [None] * len(counted))
    for at, of_cup in enumerate(counted):
        for person, points in of_cup.items():
            earned[person][at] = points
    return list(_rank(earned))


def _points(cup: Cup) -> Iterator[tuple[str, Fraction]]:
    """Yield the points of each person; partners are given those of their pair. Byes alone bring none."""
    is_contested = was_contested(cup)
    for standing in reversed(standings(cup)):  # whoever entered twice has those of the better entry
        for person in cup.entrants[standing.entrant].people:
            yield person, standing.points if is_contested else NOTHING


def _rank(earned: Mapping[str, Sequence[Fraction | None]]) -> Iterator[SeriesStanding]:
    before, place = None, 0
    in_order = sorted(earned, key=lambda person: (_strength(earned[person]), person), reverse=True)
    for at, person in enumerate(in_order, 1):
        strength = _strength(earned[person])
        place, before = (place if strength == before else at), strength
        yield SeriesStanding(place, person, strength[0], tuple(earned[person]))


def _strength(earned: Sequence[Fraction | None]) -> tuple[Fraction, tuple[Fraction, ...], Fraction]:
    points = [won or NOTHING for won in earned]
    return sum(points, NOTHING), tuple(sorted(points, reverse=True)), points[-1]
