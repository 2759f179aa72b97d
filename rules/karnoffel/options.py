"""The options of a table (KARNOFFEL §10), and what follows from them: the terms, the length and the possible scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import comb
from typing import Final, NamedTuple

from rules.core.contract import Fact, IllegalAction, Option, fact
from rules.core.options import LENGTH, Choices, hands_of
from rules.core.trick_game import one_side_gains, possible_scores
from rules.karnoffel.facts import KarnoffelFact

SEATS: Final = 4
SIDES: Final = ((0, 2), (1, 3))
"""The seats of each side (§1)."""
HAND_SIZE: Final = 5
TO_WIN: Final = 3
"""The tricks that win a hand (§6.1)."""
OPTIONS: Final = (
    Option("target", ("5", *(str(hands) for hands in range(1, 21) if hands != 5))),
    Option("devil", ("barred", "free"), rare=True),
    Option("stop", ("three", "five")),
    Option("talk", ("open", "closed")),
    LENGTH,
)
_CHOICES: Final = Choices(
    (SEATS,), OPTIONS, KarnoffelFact.SEATS, KarnoffelFact.UNKNOWN_OPTION, KarnoffelFact.UNKNOWN_CHOICE
)
USUAL_PLAYS: Final = 16
"""The plays of a hand that stops with the third trick of a side: the mean of hands between computers."""
GAINS: Final = one_side_gains(len(SIDES), (1,))
"""The points of a hand: one side wins it, for 1 (§6.2)."""


class KarnoffelTerms(NamedTuple):
    """The terms of a rubber. Equal terms are the same object, which the states share."""

    target: int
    """The hands that win the rubber (§7.1)."""
    is_devil_barred: bool
    """True if the Devil may not be led to the first trick (§5.3)."""
    tricks: int | None
    """The tricks that are always played, None if the hand stops with the third of a side (§6.1)."""
    hands: int | None
    """The number of hands after which the rubber ends (§10.5), None for a whole rubber."""


def check_options(seats: int, options: Mapping[str, str]) -> IllegalAction | None:
    """Return why this number of seats cannot play with these options; None if it can."""
    return _CHOICES.check(seats, options)


def terms(seats: int, options: Mapping[str, str]) -> KarnoffelTerms:
    """The terms of a rubber. Raises ValueError for what `check_options` refuses."""
    return _terms(*_CHOICES.resolve(options, check_options(seats, options)))


@cache
def _terms(target: str, devil: str, stop: str, talk: str, length: str) -> KarnoffelTerms:
    return KarnoffelTerms(
        target=int(target),
        is_devil_barred=devil == "barred",
        tricks=HAND_SIZE if stop == "five" else None,
        hands=hands_of(length),
    )


def about_plays(seats: int, options: Mapping[str, str]) -> int:
    """The approximate number of plays in a rubber between sides of equal strength."""
    agreed = terms(seats, options)
    hands = 2 * agreed.target * (1 - comb(2 * agreed.target, agreed.target) / (1 << 2 * agreed.target))
    if agreed.hands is not None:
        hands = min(hands, agreed.hands)
    return round(hands * (USUAL_PLAYS if agreed.tricks is None else SEATS * agreed.tricks))


def impossible_score(
    seats: int, options: Mapping[str, str], scores: Sequence[int], at_end: bool = False
) -> Fact | None:
    """Return why a rubber never stands (`at_end`: ends) at these scores; None if it may."""
    agreed = terms(seats, options)
    if possible_scores(GAINS, agreed.target, agreed.hands).include(scores, at_end):
        return None
    return fact(KarnoffelFact.IMPOSSIBLE_SCORE, target=agreed.target)
