"""The reasons why each play of a trick took the head or did not, as data (KARNOFFEL §3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.core.contract import Fact, Play, PlayAccount
from rules.core.facts import fact
from rules.karnoffel.facts import KarnoffelFact
from rules.karnoffel.ranking import (
    ABOVE,
    BEATERS,
    BITS,
    DEVIL,
    KAISER,
    KARNOFFEL,
    LADDER_OF,
    ORDERS,
    PLACES,
    POPE,
    RANK_AT,
    STABBERS,
    SUIT_AT,
)

_OVER_ORDINARY: Final = {
    "6": KarnoffelFact.POPE,
    "2": KarnoffelFact.KAISER,
    "3": KarnoffelFact.OVER_STABBER,
    "4": KarnoffelFact.UNDER_STABBER,
    "5": KarnoffelFact.SUIT_STABBER,
}
"""The rank of a beater -> why it beats an ordinary card (§3.4)."""


def play_accounts(chosen: int, plays: Sequence[Play]) -> Iterator[PlayAccount]:
    """The account of each play of a trick, in order."""
    led = on = PLACES[chosen][plays[0].cards[0]]
    ladder, head = LADDER_OF[led], 0
    yield PlayAccount(plays[0].seat, plays[0].cards, True, None, _lead(chosen, led))
    for index, play in enumerate(plays[1:], 1):
        place = PLACES[chosen][play.cards[0]]
        takes = bool(BITS[place] & ABOVE[ladder][on])
        kind = _taken(place, on) if takes else _kept(place, on, ladder)
        about = {"led": ORDERS[chosen][led]} if kind is KarnoffelFact.OTHER_SUIT else {}
        why = fact(kind, card=ORDERS[chosen][place], on=ORDERS[chosen][on], **about)
        yield PlayAccount(play.seat, play.cards, takes, head, why)
        if takes:
            on, head = place, index


def _lead(chosen: int, place: int) -> Fact:
    kinds = {KARNOFFEL: KarnoffelFact.KARNOFFEL_LED, DEVIL: KarnoffelFact.DEVIL_LED}
    return fact(kinds.get(BITS[place], KarnoffelFact.LED), card=ORDERS[chosen][place])


def _taken(place: int, on: int) -> KarnoffelFact:
    """Return why a card takes the head from another."""
    bit, under = BITS[place], BITS[on]
    if bit == KARNOFFEL:
        return KarnoffelFact.KARNOFFEL
    if bit & BEATERS:
        return KarnoffelFact.HIGHER_BEATER if under & BEATERS else _OVER_ORDINARY[RANK_AT[place]]
    return KarnoffelFact.STABBER_TAKEN if under & STABBERS else KarnoffelFact.HIGHER_RANK


def _kept(place: int, on: int, ladder: int) -> KarnoffelFact:
    """Return why a card does not take the head from another; only a Devil that was led ever heads."""
    bit, under = BITS[place], BITS[on]
    if under == KARNOFFEL:
        return KarnoffelFact.KARNOFFEL_STANDS
    if under == DEVIL:
        return KarnoffelFact.DEVIL_STANDS
    if bit == DEVIL:
        return KarnoffelFact.DEVIL_NOT_LED
    if bit & BEATERS:
        return KarnoffelFact.LOWER_BEATER if under & BEATERS else KarnoffelFact.STABBER_FAILS
    if under & (POPE | KAISER):
        return KarnoffelFact.BEATER_STANDS
    if SUIT_AT[place] != ladder:
        return KarnoffelFact.OTHER_SUIT
    return KarnoffelFact.BEATER_STANDS if under & STABBERS else KarnoffelFact.LOWER_RANK
