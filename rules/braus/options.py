"""The options of a table (BRAUS §10), and the terms that follow from them and from the number of seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from rules.braus.facts import BrausRefusal
from rules.core.contract import Fact, IllegalAction, Option, fact
from rules.core.options import LENGTH, Choices, hands_of
from rules.core.trick_game import one_side_gains, possible_scores

SEATS: Final = (4, 6)
SIDES: Final = 2
TARGETS: Final = ("6", *(str(target) for target in range(1, 13) if target != 6))
OPTIONS: Final = (
    Option("target", TARGETS),
    Option("outcome_card", ("five", "five_all"), rare=True),
    Option("stray_sevens", ("count", "dead"), rare=True),
    LENGTH,
)
_CHOICES: Final = Choices(SEATS, OPTIONS, BrausRefusal.SEATS, BrausRefusal.UNKNOWN_OPTION, BrausRefusal.UNKNOWN_CHOICE)
PLAYS_A_HAND: Final = {4: 13.4, 6: 14.6}
"""The plays of a hand but those that a house may make at once (§11.4): the mean of hands between computers."""
HANDS_A_STROKE: Final = 1.45
"""The hands that a rubber takes for each stroke of its target, by the same computers."""
GAINS: Final = one_side_gains(SIDES, (0, 1, 2))
"""The points of a hand: one side scores, 1 or 2 with a jan, or nobody does (§7.4, §7.5)."""


class BrausTerms(NamedTuple):
    """The terms of a rubber. Equal terms are the same object, which the states share."""

    seats: int
    options: tuple[str, ...]
    """The choice of each of `OPTIONS`, in their order."""
    sides: tuple[tuple[int, ...], ...]
    """The seats of each side (§3.1)."""
    target: int
    five_all: bool
    dead: bool
    """True if Sevens are worth nothing when no live card is left (§10.3)."""
    hands: int | None
    """The number of hands after which the rubber ends (§10.4), None for a whole rubber."""


def check_options(seats: int, options: Mapping[str, str]) -> IllegalAction | None:
    """Return why this number of seats cannot play with these options; None if it can."""
    return _CHOICES.check(seats, options)


def terms(seats: int, options: Mapping[str, str]) -> BrausTerms:
    """The terms of a rubber. Raises ValueError for what `check_options` refuses."""
    return _terms(seats, _CHOICES.resolve(options, check_options(seats, options)))


def about_plays(seats: int, options: Mapping[str, str]) -> int:
    """The approximate number of plays in a rubber, without those that a house may make at once."""
    agreed = terms(seats, options)
    hands = HANDS_A_STROKE * agreed.target
    return round(PLAYS_A_HAND[seats] * (hands if agreed.hands is None else min(hands, agreed.hands)))


@cache
def _terms(seats: int, options: tuple[str, ...]) -> BrausTerms:
    target, outcome_card, stray_sevens, length = options
    return BrausTerms(
        seats=seats,
        options=options,
        sides=tuple(tuple(range(side, seats, SIDES)) for side in range(SIDES)),
        target=int(target),
        five_all=outcome_card == "five_all",
        dead=stray_sevens == "dead",
        hands=hands_of(length),
    )


def impossible_score(
    seats: int, options: Mapping[str, str], scores: Sequence[int], at_end: bool = False
) -> Fact | None:
    """Return why a rubber never stands (`at_end`: ends) at these scores; None if it may."""
    agreed = terms(seats, options)
    if possible_scores(GAINS, agreed.target, agreed.hands).include(scores, at_end):
        return None
    return fact(BrausRefusal.IMPOSSIBLE_SCORE, target=agreed.target)
