"""The options of a table (§10), and what follows from them: the terms, the length and the possible scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from rules.alkort.facts import AlkortRefusalFact
from rules.alkort.ranking import beaters, ranked_mask
from rules.core.contract import Fact, IllegalAction, Option, fact
from rules.core.options import LENGTH, Choices, hands_of
from rules.core.trick_game import one_side_gains, possible_scores

SEATS: Final = 4
SIDES: Final = ((0, 2), (1, 3))
"""The seats of each side (§1)."""
TRICKS: Final = 9
"""The tricks of a hand that is played out."""
OPTIONS: Final = (
    Option("opening_seven", ("forbidden", "worthless", "strong")),
    Option("low_eights", ("ranked", "rubbish")),
    Option("showing", ("highest", "hand", "none")),
    Option("proof", ("shown", "vouched"), rare=True),
    Option("target", ("9", "5", "11", "15", "21")),
    LENGTH,
)
_CHOICES: Final = Choices(
    (SEATS,), OPTIONS, AlkortRefusalFact.SEATS, AlkortRefusalFact.UNKNOWN_OPTION, AlkortRefusalFact.UNKNOWN_CHOICE
)
USUAL_PLAYS: Final = {5: 70, 9: 165, 11: 210, 15: 290, 21: 430}
"""Plays of a whole rubber, by its target: the median of rubbers between computers."""
GAINS: Final = one_side_gains(len(SIDES), (1, *range(5, TRICKS + 1)))
"""The points of a hand: one side scores, 1 or 5 to 9 (§8.5)."""


class AlkortTerms(NamedTuple):
    """The terms of a rubber. Equal terms are the same object, which the states share."""

    options: tuple[str, ...]
    """The choice of each of `OPTIONS`, in their order."""
    opening_seven: str
    eights: bool
    """True if the low Eights are ranked (§10.2)."""
    showing: str
    proof: str
    target: int
    hands: int | None
    """The number of hands after which the rubber ends (§10.6), None for a whole rubber."""
    ranked: int
    """The mask of the ranked cards."""
    beaters: tuple[int, ...]
    """For each heading card: the mask of the cards that beat it."""
    opening_beaters: tuple[int, ...]
    """The same in the first trick of a hand."""


def check_options(seats: int, options: Mapping[str, str]) -> IllegalAction | None:
    """Return why this number of seats cannot play with these options; None if it can."""
    return _CHOICES.check(seats, options)


def terms(seats: int, options: Mapping[str, str]) -> AlkortTerms:
    """The terms of a rubber. Raises ValueError for what `check_options` refuses."""
    return _terms(_CHOICES.resolve(options, check_options(seats, options)))


def about_plays(seats: int, options: Mapping[str, str]) -> int:
    """The approximate number of plays in a rubber: at most those of all its hands (§10.6)."""
    agreed = terms(seats, options)
    usual = USUAL_PLAYS[agreed.target]
    return usual if agreed.hands is None else min(usual, agreed.hands * SEATS * TRICKS)


@cache
def _terms(options: tuple[str, ...]) -> AlkortTerms:
    opening_seven, low_eights, showing, proof, target, length = options
    eights = low_eights == "ranked"
    return AlkortTerms(
        options=options,
        opening_seven=opening_seven,
        eights=eights,
        showing=showing,
        proof=proof,
        target=int(target),
        hands=hands_of(length),
        ranked=ranked_mask(eights),
        beaters=beaters(eights, strong=True),
        opening_beaters=beaters(eights, strong=opening_seven != "worthless"),
    )


def impossible_score(
    seats: int, options: Mapping[str, str], scores: Sequence[int], at_end: bool = False
) -> Fact | None:
    """Return why a rubber never stands (`at_end`: ends) at these scores; None if it may."""
    agreed = terms(seats, options)
    if possible_scores(GAINS, agreed.target, agreed.hands).include(scores, at_end):
        return None
    return fact(AlkortRefusalFact.IMPOSSIBLE_SCORE, tricks=TRICKS, target=agreed.target)
