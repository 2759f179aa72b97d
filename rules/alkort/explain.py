"""The reasons why each play of a trick took the head or did not, as data (§3, §7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.alkort.facts import AlkortPlayFact
from rules.alkort.options import AlkortTerms
from rules.alkort.ranking import BITS, LOW_EIGHTS, PLACES, RANKS, ROLL, SEVENS, THREES, TWOS
from rules.core.contract import Fact, Play, PlayAccount
from rules.core.facts import fact


class AlkortTarget(NamedTuple):
    """The target of a play: the heading card and the card led, by place, and what beats the heading card (a mask)."""

    on: int
    led: int
    beaters: int


def play_accounts(terms: AlkortTerms, plays: Sequence[Play], opening: bool) -> Iterator[PlayAccount]:
    """The account of each play of a trick, in order; `opening`: it is the first trick of a hand."""
    beaters = terms.opening_beaters if opening else terms.beaters
    led = PLACES[plays[0].cards[0]]
    yield PlayAccount(plays[0].seat, plays[0].cards, True, None, _lead_fact(led, beaters))
    heading, at = AlkortTarget(led, led, beaters[led]), 0
    for index, play in enumerate(plays[1:], 1):
        place = PLACES[play.cards[0]]
        headed = bool(BITS[place] & heading.beaters)
        kind = _taken(terms, place, heading.on) if headed else _kept(terms, place, heading, beaters)
        about = {"card": ROLL[place], "on": ROLL[heading.on]}
        if kind is AlkortPlayFact.TOO_LATE:
            about["led"] = ROLL[led]
        yield PlayAccount(play.seat, play.cards, headed, at, fact(kind, **about))
        if headed:
            heading, at = AlkortTarget(place, led, beaters[place]), index


def _lead_fact(led: int, beaters: Sequence[int]) -> Fact:
    kind = AlkortPlayFact.LED
    if BITS[led] & SEVENS:
        kind = AlkortPlayFact.WORTHLESS_SEVEN_LED if beaters[led] else AlkortPlayFact.SEVEN_LED
    return fact(kind, card=ROLL[led])


def _taken(terms: AlkortTerms, place: int, on: int) -> AlkortPlayFact:
    if BITS[place] & TWOS:
        return AlkortPlayFact.TWO_TAKES
    if BITS[place] & THREES:
        return AlkortPlayFact.THREE_TAKES
    if BITS[on] & SEVENS:
        return AlkortPlayFact.RANKED_ON_SEVEN
    return AlkortPlayFact.HIGHER_RANK if BITS[on] & terms.ranked else AlkortPlayFact.RANKED_ON_RUBBISH


def _kept(terms: AlkortTerms, place: int, heading: AlkortTarget, beaters: Sequence[int]) -> AlkortPlayFact:
    bit, under = BITS[place], BITS[heading.on]
    if not heading.beaters and under & SEVENS:
        return AlkortPlayFact.LIVE_SEVEN_STANDS
    if bit & SEVENS:
        return AlkortPlayFact.SEVEN_NOT_LED
    if bit & terms.ranked:
        return AlkortPlayFact.EQUAL_RANK if are_equal(bit, under) else AlkortPlayFact.LOWER_RANK
    if bit & LOW_EIGHTS:
        return AlkortPlayFact.LOW_EIGHT
    is_late = bit & (TWOS | THREES) and bit & beaters[heading.led] and not under & terms.ranked
    return AlkortPlayFact.TOO_LATE if is_late else AlkortPlayFact.RUBBISH


def are_equal(bit: int, other: int) -> bool:
    """Return whether two cards are of one rank (§2.2)."""
    both = bit | other
    return any(both & rank == both for rank in RANKS)
