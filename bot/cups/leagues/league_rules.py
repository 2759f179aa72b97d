"""The rules of a league, as a value that its record keeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple

from bot.cups import cup_rules, durations
from bot.cups.cup_rules import SIZES, CupRules, EntrantKind, Format
from bot.cups.notices import CupRefusal, LeagueRefusal
from bot.runtime.times import DAY
from bot.texts.notices import fact
from rules.core.contract import Fact

WEEK: Final = 7 * DAY
MOST_DIVISIONS: Final = 10
LEAST: Final = 2
"""A division of one could not play."""


class LeagueKind(StrEnum):
    DIVISIONS = "divisions"
    """Each division is a round robin; the best go up, the last go down."""
    SERIES = "series"
    """Single cups, whose points are summed."""


class LeagueRules(NamedTuple):
    """`sizes`: of the divisions, the top one first. `moves`: how many go up and down between two of them.

    `sign_up`: how long places are kept before a season, in ms. `start`: of the first season, ms since the epoch; each
    round opens a whole number of round times later; 0: as soon as there is nothing to wait for. `cups`: of a season of
    a series; 0: until an organiser closes it. `cup`: the rules of each division, but name, sizes and times.
    """

    name: str
    kind: LeagueKind = LeagueKind.DIVISIONS
    sizes: tuple[int, ...] = ()
    moves: int = 1
    sign_up: int = WEEK
    start: int = 0
    cups: int = 0
    cup: CupRules = CupRules("", Format.ROUND_ROBIN)

    @property
    def most(self) -> int:
        """The number of people whom all divisions take."""
        return sum(self.sizes)

    def division_rules(self, name: str, size: int, first_round: int) -> CupRules:
        """Return the rules of a division with so many people."""
        return self.cup._replace(
            name=name, least=LEAST, most=max(size, LEAST), sign_up_until=0, auto_start=False, first_round=first_round
        )

    def season_start(self, earliest: int) -> int:
        """Return the first moment not before `earliest` at which a season may start."""
        if not self.start:
            return earliest
        late = max(0, -(-(earliest - self.start) // self.cup.round_time))
        return self.start + late * self.cup.round_time


def usual_moves(sizes: Sequence[int]) -> int:
    """Return how many go up and down between divisions of these sizes if nobody has chosen it."""
    return min(1, min(sizes, default=0) // 2)


def invalid(rules: LeagueRules) -> Fact | None:
    """Return why there can be no league with these rules; None: there can."""
    if not rules.name.strip():
        return fact(CupRefusal.NO_NAME)
    return None if rules.kind is LeagueKind.SERIES else _invalid_divisions(rules)


def _invalid_divisions(rules: LeagueRules) -> Fact | None:
    if rules.cup.entrants is EntrantKind.THREES:
        return fact(LeagueRefusal.NO_THREES)
    most = SIZES[rules.cup.format].most
    if not rules.sizes or any(not LEAST <= size <= most for size in rules.sizes):
        return fact(LeagueRefusal.BAD_SIZES, text=" ".join(map(str, rules.sizes)), least=LEAST, most=most)
    if len(rules.sizes) > MOST_DIVISIONS:
        return fact(LeagueRefusal.TOO_MANY_DIVISIONS, most=MOST_DIVISIONS)
    if len(rules.sizes) > 1 and not 0 <= rules.moves <= min(rules.sizes) // 2:
        return fact(LeagueRefusal.BAD_MOVES, moves=rules.moves, most=min(rules.sizes) // 2)
    if rules.cup.events and not rules.start:
        return fact(LeagueRefusal.NO_HOUR)
    largest = rules.division_rules(rules.name, max(rules.sizes), 0)
    return cup_rules.invalid(largest) or durations.impossible(largest)


def write(rules: LeagueRules) -> dict[str, Any]:
    """Return the rules as JSON values, without those that are as usual."""
    return {**cup_rules.write(rules), "cup": cup_rules.write(rules.cup)}


def read(body: Mapping[str, Any]) -> LeagueRules:
    """Return the rules that `write` wrote. Raises TypeError, ValueError or KeyError if there are no such rules."""
    given = LeagueRules(**{**body, "cup": cup_rules.read(body["cup"])})
    return given._replace(kind=LeagueKind(given.kind), sizes=tuple(given.sizes))
