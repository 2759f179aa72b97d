"""The scenes of leagues: what their messages show, with names as they are shown."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from bot.cups.leagues.league import SeasonStage
from bot.cups.leagues.league_rules import LeagueRules
from bot.cups.messages.entrant_names import EntrantName
from bot.messages.kit.scene import Scene
from rules.core.contract import Fact


class LeagueHead(NamedTuple):
    """The league of a scene, and the season, counted from 1."""

    league: int
    name: str
    is_series: bool
    season: int


@dataclass(frozen=True, slots=True)
class LeagueSeasonScene(Scene):
    """A season in its channel. Times in seconds since the epoch, 0: none; `round_time` in ms.

    `divisions`: who plays where; during sign-up, for whom a place is kept. `cups`: the names of those of a series,
    which has `all_cups` (0: nobody knows yet). `by`: who ended it early, "" if erased, with the `reason`; None: nobody,
    or the clock, which says `why`.
    """

    head: LeagueHead
    stage: SeasonStage
    divisions: tuple[tuple[EntrantName, ...], ...] = ()
    entered: int = 0
    most: int = 0
    until: int = 0
    first_round: int = 0
    round_time: int = 0
    cups: tuple[str, ...] = ()
    all_cups: int = 0
    by: str | None = None
    reason: str = ""
    why: Fact | None = None
    waiting: tuple[EntrantName, ...] = ()
    """Those for whom there is no place."""
    rules: LeagueRules | None = None
    """The rules that people sign up for; shown for the first season."""
    of_pairs: bool = False
    alone: int = 0
    """The number of people without a partner."""


class LeagueMove(StrEnum):
    """The move of a person after a season."""

    UP = "up"
    STAYS = "stays"
    DOWN = "down"


class MovedLine(NamedTuple):
    """Somebody who changes the division; `to` is counted from 1."""

    name: EntrantName
    move: LeagueMove
    to: int


@dataclass(frozen=True, slots=True)
class LeagueEndScene(Scene):
    """The end of a season: the winner of each division (None: nobody), and who goes up and down."""

    head: LeagueHead
    winners: tuple[EntrantName | None, ...]
    moved: tuple[MovedLine, ...]
    early: bool = False


class LeagueLine(NamedTuple):
    """A place in a division or a series. `earned`: the points in each cup of a series; None: was not in it."""

    place: int
    name: EntrantName
    points: Fraction
    move: LeagueMove = LeagueMove.STAYS
    earned: tuple[Fraction | None, ...] = ()
    own: bool = False


@dataclass(frozen=True, slots=True)
class LeagueStandingsScene(Scene):
    """A page of the standings over all: a division, or part of it. Pages count from 0, divisions from 1."""

    head: LeagueHead
    stage: SeasonStage
    lines: tuple[LeagueLine, ...]
    division: int = 1
    divisions: int = 1
    cup: int | None = None
    """That of the division."""
    page: int = 0
    pages: int = 1
    seasons: int = 1


class AskingPerson(NamedTuple):
    """Somebody who asks for a partner since the entry `seq`; the name is "" if erased."""

    seq: int
    name: str


@dataclass(frozen=True, slots=True)
class LeagueAskedScene(Scene):
    """A question in the channel: somebody was asked to be a partner."""

    head: LeagueHead
    by: AskingPerson
    discord_id: int
    """Of the person who was asked."""


@dataclass(frozen=True, slots=True)
class LeagueNoteScene(Scene):
    """Something that one person is told: in a direct message, or with a `mention` of their Discord id."""

    head: LeagueHead
    told: Fact
    mention: int | None = None


@dataclass(frozen=True, slots=True)
class LeaguePartnerScene(Scene):
    """Ways to find a partner, private. `asked_by`: who asks this person; `asked`: whom this person asks."""

    head: LeagueHead
    asked_by: tuple[AskingPerson, ...] = ()
    asked: str | None = None
    partner: str | None = None
    """The partner that the person has."""
