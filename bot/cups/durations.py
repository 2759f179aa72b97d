"""The time that a cup needs."""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.cups.cup_rules import CupRules
from bot.cups.notices import CupRefusal
from bot.runtime.times import MINUTE, SECOND
from bot.tables import table_terms
from bot.texts.notices import fact
from rules import registry
from rules.core.contract import Fact

USUAL_SHARE: Final = 6
"""People usually take a sixth of the time that a play may take."""
HANDS_OF_RUBBER: Final = 12
"""Hands of a whole rubber, counted generously."""


class RoundTime(NamedTuple):
    """The time of a round, in ms. `turns`: plays of all seats in a hand. `bank`: of all seats together."""

    hands: int
    turns: int
    play: int
    bank: int

    @property
    def usual(self) -> int:
        return self.hands * self.turns * self.play // USUAL_SHARE

    @property
    def longest(self) -> int:
        """The time if everybody always waits to the last moment."""
        return self.hands * self.turns * self.play + self.bank


def round_time(rules: CupRules, turns: int | None = None) -> RoundTime:
    """Return the time of a round; `turns`: plays of all seats in a hand; None: as the game has."""
    pace, turns = table_terms.pace(rules.pace), turns_of_hand(rules) if turns is None else turns
    return RoundTime(rules.hands or HANDS_OF_RUBBER, turns, pace.play or 0, rules.seats * pace.bank)


def turns_of_hand(rules: CupRules) -> int:
    """Return how many plays a hand of the cup's game has, as whole rubbers show it."""
    return -(-registry.game(rules.game).about_plays(rules.seats, {}) // HANDS_OF_RUBBER)


def whole(rules: CupRules, size: int) -> int:
    """Return how long a cup of so many entrants takes at most, in ms."""
    return rules.rounds_for(size) * rules.round_time


def impossible(rules: CupRules, turns: int | None = None, given: int | None = None) -> Fact | None:
    """Return the sum that shows why a cup cannot be played in its time; `given`: for the whole, in ms; None: any.

    `turns`: as in `round_time`.
    """
    needed = round_time(rules, turns)
    if needed.usual > rules.round_time:
        return fact(
            CupRefusal.ROUND_TOO_SHORT,
            hands=needed.hands,
            turns=needed.turns,
            seconds=needed.play // USUAL_SHARE // SECOND,
            needed=_minutes(needed.usual),
            given=rules.round_time // MINUTE,
        )
    if given is not None and whole(rules, rules.most) > given:
        return fact(
            CupRefusal.CUP_TOO_LONG,
            rounds=rules.rounds_for(rules.most),
            minutes=_minutes(rules.round_time),
            needed=_minutes(whole(rules, rules.most)),
            given=given // MINUTE,
        )
    return None


def _minutes(time: int) -> int:
    return -(-time // MINUTE)
