"""The options of a table (RULES §11), and the terms that follow from them and from the number of seats."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from rules.core.contract import IllegalAction, Option, fact
from rules.core.options import LENGTH, Choices, hands_of
from rules.voormsi.facts import RefusalFact
from rules.voormsi.ranking import PACK

SEATS: Final = (2, 3, 4)
OPTIONS: Final = (
    Option("deal", ("four", "all")),
    Option("spade_king", ("on_capture", "on_lead_too"), rare=True),
    Option("both_out", ("draw", "loser_first"), rare=True),
    Option("proof", ("vouched", "shown", "asked"), rare=True),
    Option("forced_execution", ("loses", "mercy"), rare=True),
    LENGTH,
)
_CHOICES: Final = Choices(SEATS, OPTIONS, RefusalFact.SEATS, RefusalFact.UNKNOWN_OPTION, RefusalFact.UNKNOWN_CHOICE)
HAND_SIZE: Final = 4
"""The number of cards dealt to each seat, and up to which hands are filled (§4.3, §5.4)."""
USUAL_PLAYS: Final = {2: 140, 3: 370, 4: 190}
"""Plays of a whole rubber, by number of seats: the median of rubbers between computers."""
PLAYS_A_HAND: Final = {2: 29, 3: 32, 4: 32}
"""Plays of a hand, in which sets take several cards at once: a third of the median of rubbers of three hands."""


class RubberTerms(NamedTuple):
    """The terms of a rubber. Equal terms are the same object, which the states share."""

    seats: int
    orders: tuple[tuple[int, ...], ...]
    """For each leader: the seats in order of play, once around (§5.1)."""
    side: tuple[int, ...]
    """The side of each seat (§1)."""
    sides: tuple[tuple[int, ...], ...]
    """The seats of each side."""
    target: int
    """Rungs of the ladder (§10)."""
    plays: int
    """Plays of a trick (§7.1)."""
    units: int
    """Trick-units of a hand (§5.6)."""
    hand_size: int
    first_five: bool
    """True if §9.2 (the first five units) applies."""
    spade_king_on_lead: bool
    loser_first: bool
    shown: bool
    asked: bool
    mercy: bool
    hands: int | None
    """The number of hands after which the rubber ends (§11.6), None for a whole rubber."""


def check_options(seats: int, options: Mapping[str, str]) -> IllegalAction | None:
    """Return why this number of seats cannot play with these options; None if it can."""
    refusal = _CHOICES.check(seats, options)
    if refusal is None and seats == 2 and options.get("deal") == "all":
        return IllegalAction(fact(RefusalFact.ALL_DEALT_TO_TWO, seats=seats))
    return refusal


def terms(seats: int, options: Mapping[str, str]) -> RubberTerms:
    """The terms of a rubber. Raises ValueError for what `check_options` refuses."""
    return _terms(seats, _CHOICES.resolve(options, check_options(seats, options)))


def about_plays(seats: int, options: Mapping[str, str]) -> int:
    """The approximate number of plays in a rubber: at most those of its hands (§11.6)."""
    hands = terms(seats, options).hands
    return USUAL_PLAYS[seats] if hands is None else min(USUAL_PLAYS[seats], hands * PLAYS_A_HAND[seats])


@cache
def _terms(seats: int, options: tuple[str, ...]) -> RubberTerms:
    deal, spade_king, both_out, proof, forced_execution, length = options
    side = (0, 1, 0, 1) if seats == 4 else tuple(range(seats))
    return RubberTerms(
        seats=seats,
        orders=tuple(tuple((leader + number) % seats for number in range(seats)) for leader in range(seats)),
        side=side,
        sides=tuple(tuple(seat for seat in range(seats) if side[seat] == number) for number in range(max(side) + 1)),
        target=12 if seats == 3 else 9,
        plays=3 if seats == 3 else 4,
        units=12 if seats == 3 else 9,
        hand_size=PACK // seats if deal == "all" else HAND_SIZE,
        first_five=seats != 3,
        spade_king_on_lead=spade_king == "on_lead_too",
        loser_first=both_out == "loser_first",
        shown=proof == "shown",
        asked=proof == "asked",
        mercy=forced_execution == "mercy",
        hands=hands_of(length),
    )
