"""Profiles: what a person's results come to; and the standings of a server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from math import sqrt
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.store import WON, ResultRow, StandingRow

CONFIDENCE: Final = 1.645
"""The standard deviations of a 90 % interval, whose lower bound sorts the standings."""
SEASON: Final = 3
"""In months."""


class RubbersOfSize(NamedTuple):
    """The rubbers of a person at tables with this many seats."""

    size: int
    played: int
    won: int


class Profile(NamedTuple):
    """The sums of a person's results; `streak`: the rubbers won in a row up to now, `longest`: at most.

    `deadlines`: of plays, kept and missed.
    """

    sizes: tuple[RubbersOfSize, ...] = ()
    hands: int = 0
    tricks: int = 0
    bounces: int = 0
    feats: Mapping[str, int] = MappingProxyType({})
    streak: int = 0
    longest: int = 0
    deadlines: int = 0


def profile_of(results: Sequence[ResultRow]) -> Profile:
    """Sum up results, the oldest first."""
    decided = [row for row in results if row.outcome is not None]
    played, won = Counter(row.size for row in decided), Counter(row.size for row in decided if row.outcome == WON)
    feats: Counter[str] = Counter()
    for row in results:
        feats.update(row.feats)
    streak, longest = _streaks(row.outcome == WON for row in decided)
    return Profile(
        sizes=tuple(RubbersOfSize(size, played[size], won[size]) for size in sorted(played)),
        hands=sum(row.hands for row in results),
        tricks=sum(row.tricks for row in results),
        bounces=sum(row.bounces for row in results),
        feats=dict(feats),
        streak=streak,
        longest=longest,
        deadlines=sum(row.kept + row.missed for row in results),
    )


def _streaks(won: Iterable[bool]) -> tuple[int, int]:
    streak = longest = 0
    for is_won in won:
        streak = streak + 1 if is_won else 0
        longest = max(longest, streak)
    return streak, longest


class Badge(NamedTuple):
    """Something that a person did for the first time, in a rubber that ended `at` (ms since the epoch).

    `kind`: the key of its name is `badge.<kind>`, or the game's own for the kind of a feat.
    """

    kind: str
    at: int
    rubber: int


BADGES_OF_WINS: Final = (1, 10, 50, 100, 500)
BADGES_OF_STREAKS: Final = (3, 5, 10)
BADGES_OF_HANDS: Final = (100, 1_000, 10_000)


def badges_of(results: Sequence[ResultRow]) -> tuple[Badge, ...]:
    """Return the badges of a person, in the order in which they got them; `results`: of one game, the oldest first."""
    return tuple(_badges(results))


def _badges(results: Sequence[ResultRow]) -> Iterator[Badge]:
    wins = hands = streak = 0
    got = set[str]()
    for row in results:
        hands += row.hands
        if row.outcome is not None:
            wins, streak = (wins + 1, streak + 1) if row.outcome == WON else (wins, 0)
        kinds = [kind for kind, number in row.feats.items() if number]
        kinds += [f"wins-{least}" for least in BADGES_OF_WINS if wins >= least]
        kinds += [f"streak-{least}" for least in BADGES_OF_STREAKS if streak >= least]
        kinds += [f"hands-{least}" for least in BADGES_OF_HANDS if hands >= least]
        yield from (Badge(kind, row.ended_at, row.rubber) for kind in kinds if kind not in got)
        got.update(kinds)


class Period(StrEnum):
    """The period of standings."""

    MONTH = "month"
    SEASON = "season"
    ALL = "all"

    def start(self, now: int) -> int:
        """The beginning of the period at `now` (UTC); both in ms since the epoch."""
        today = datetime.fromtimestamp(now / 1000, UTC)
        first = {Period.MONTH: today.month, Period.SEASON: today.month - (today.month - 1) % SEASON}.get(self)
        return 0 if first is None else int(datetime(today.year, first, 1, tzinfo=UTC).timestamp() * 1000)


class PersonStanding(NamedTuple):
    """A person's place in the standings, from 1; equal results share a place."""

    place: int
    row: StandingRow


def rank_people(rows: Iterable[StandingRow]) -> list[PersonStanding]:
    """Sort people by the lower bound of the share of sides that they beat."""
    bounds = sorted(((lower_bound(*_sides(row)), row) for row in rows), key=lambda bound: (-bound[0], bound[1].person))
    standings: list[PersonStanding] = []
    for index, (bound, row) in enumerate(bounds):
        ties = standings and bound == bounds[index - 1][0]
        standings.append(PersonStanding(standings[-1].place if ties else index + 1, row))
    return standings


def _sides(row: StandingRow) -> tuple[float, float]:
    """The sides beaten, and those that beat the person; a draw is half a win and half a loss."""
    return row.beaten, row.lost + row.drawn / 2


def lower_bound(won: float, lost: float) -> float:
    """The lower bound of the share won: the less is known, the further below the share itself (Wilson's interval)."""
    count = won + lost
    if not count:
        return 0.0
    share, z2 = won / count, CONFIDENCE * CONFIDENCE
    spread = CONFIDENCE * sqrt(share * (1 - share) / count + z2 / (4 * count * count))
    return max(0.0, (share + z2 / (2 * count) - spread) / (1 + z2 / count))
