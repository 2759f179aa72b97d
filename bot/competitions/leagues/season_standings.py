"""The standings of a season, as its cups stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.competitions.cup import Cup
from bot.competitions.leagues.entrants import share, together
from bot.competitions.leagues.league import League, Season
from bot.competitions.leagues.league_actions import Tables
from bot.competitions.leagues.series_standings import series_standings
from bot.competitions.standings import standings

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
        return (tuple(one.person for one in series_standings(cups_of(season, cups))),)
    return tuple(
        _table(entrants, None if cup is None else cups.get(cup))
        for entrants, cup in zip(season.divisions, season.cups, strict=True)
    )


def _table(entrants: Sequence[str], cup: Cup | None) -> tuple[str, ...]:
    """Return the entrants of a division by the standings of its cup; who is not in them comes last.

    A pair stands where its place in the cup stands, also if half of it was replaced.
    """
    ranked = [together(cup.entrants[one.entrant].people) for one in standings(cup)] if cup else []
    known = dict.fromkeys(entrant for one in ranked for entrant in entrants if share(one, entrant))
    return (*known, *(entrant for entrant in entrants if entrant not in known))
