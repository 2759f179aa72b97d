"""The options of a table (§9), and what follows from them: the terms, the length and the possible scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from rules.core.contract import Fact, IllegalAction, Option, fact
from rules.core.options import Choices
from rules.treikort.facts import TreikortFact
from rules.treikort.ranking import BEATERS, PACK

SEATS: Final = 3
SIDES: Final = tuple((seat,) for seat in range(SEATS))
"""Each seat alone is a side (§1)."""
OPTIONS: Final = (
    Option("opening_seven", ("forbidden", "strong")),
    Option("low_ranks", ("ranked", "equal")),
    Option("hands", ("9", "3", "6", "12", "15", "18")),
)
_CHOICES: Final = Choices(
    (SEATS,), OPTIONS, TreikortFact.SEATS, TreikortFact.UNKNOWN_OPTION, TreikortFact.UNKNOWN_CHOICE
)
HAND_SIZE: Final = PACK // SEATS
"""The cards of a seat, and so the tricks of a hand, all of which are played (§4.3)."""


class TreikortTerms(NamedTuple):
    """The terms of a rubber. Equal terms are the same object, which the states share."""

    opening_seven: bool
    """True if a Seven may be the opening lead (§9.1)."""
    equal: bool
    """True if all cards below 9♦ are of one rank (§9.2)."""
    hands: int
    beaters: tuple[int, ...]
    """For each heading card, by place: the mask of the cards that take the head."""


def check_options(seats: int, options: Mapping[str, str]) -> IllegalAction | None:
    """Return why this number of seats cannot play with these options; None if it can."""
    return _CHOICES.check(seats, options)


def terms(seats: int, options: Mapping[str, str]) -> TreikortTerms:
    """The terms of a rubber. Raises ValueError for what `check_options` refuses."""
    return _terms(_CHOICES.resolve(options, check_options(seats, options)))


def about_plays(seats: int, options: Mapping[str, str]) -> int:
    """The number of plays in a rubber."""
    return terms(seats, options).hands * PACK


@cache
def _terms(options: tuple[str, ...]) -> TreikortTerms:
    opening_seven, low_ranks, hands = options
    equal = low_ranks == "equal"
    return TreikortTerms(opening_seven == "strong", equal, int(hands), BEATERS[equal])


def impossible_score(
    seats: int, options: Mapping[str, str], scores: Sequence[int], at_end: bool = False
) -> Fact | None:
    """Return why a rubber never stands (`at_end`: ends) at these scores; None if it may."""
    all_tricks = terms(seats, options).hands * HAND_SIZE
    total = all_tricks if at_end else min(sum(scores) // HAND_SIZE * HAND_SIZE, all_tricks)
    if len(scores) == SEATS and min(scores) >= 0 and sum(scores) == total:
        return None
    return fact(TreikortFact.IMPOSSIBLE_SCORE, tricks=HAND_SIZE)
