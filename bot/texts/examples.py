"""The examples in the pictures of the rules page, parsed from comments in its source.

    <!-- picture: trick 7H KH 7D KS wins 7H scores 0 / trick 7H+7D 9C+KC wins 7H+7D -->
    <!-- picture: halves 6H 9D 5C AS wins 9D -->
    <!-- picture: ladder 7 3 gives 8 -->
    <!-- picture: ranks -->

Plays are in the order in which they are made; `+` joins the cards of a set, `/` separates the rows of one picture.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from rules import registry
from rules.core.capabilities import Climb, HasLadder
from rules.core.cards import Card, cards

MARK: Final = re.compile(r"^<!-- picture: (?P<rows>.+?) -->$", re.MULTILINE)
TRICK: Final = re.compile(r"(?P<kind>trick|halves) (?P<plays>.+?) wins (?P<wins>\S+)(?: scores (?P<points>\d+))?")
LADDER: Final = re.compile(r"ladder (?P<before>\d+) (?P<points>\d+) gives (?P<after>\d+)")


@dataclass(frozen=True, slots=True)
class TrickExample:
    """A trick: its plays in order, the index of the winning one, and its points for the winner, if they are given.

    `halves`: a trick of two players, who play twice each (RULES §7.1); the third play is by who headed after two.
    """

    plays: tuple[tuple[Card, ...], ...]
    wins: int
    points: int | None = None
    halves: bool = False
    game: str = registry.USUAL


@dataclass(frozen=True, slots=True)
class LadderExample:
    """Points booked on the ladder of a full table: the number of rungs rubbed out before and after."""

    before: int
    points: int
    after: int
    game: str = registry.USUAL

    @property
    def climb(self) -> Climb:
        """The result by the rules."""
        rules = registry.game(self.game)
        assert isinstance(rules, HasLadder), "an example of a ladder is of a game that has one"
        return rules.climb(max(rules.seats), self.before, self.points)


@dataclass(frozen=True, slots=True)
class RanksExample:
    """All cards of a game in their order."""

    game: str = registry.USUAL


Example = TrickExample | LadderExample | RanksExample


def read(rows: str, game: str = registry.USUAL) -> tuple[Example, ...]:
    """The examples of one picture, one a row; ValueError if the text is no picture."""
    return tuple(_row(row, game) for row in rows.split(" / "))


def _row(row: str, game: str) -> Example:
    if row == "ranks":
        return RanksExample(game)
    if found := TRICK.fullmatch(row):
        plays = tuple(cards(play.split("+")) for play in found["plays"].split())
        points = None if found["points"] is None else int(found["points"])
        return TrickExample(
            plays, plays.index(cards(found["wins"].split("+"))), points, found["kind"] == "halves", game
        )
    if found := LADDER.fullmatch(row):
        return LadderExample(int(found["before"]), int(found["points"]), int(found["after"]), game)
    raise ValueError(f"no picture of the rules: {row!r}")
