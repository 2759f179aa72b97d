"""Plays on plays: which leads and follows there are, which play heads, and what Toqutsit and 3♦ did (RULES §5, §6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from rules.game import Fact, Play
from rules.voormsi.facts import RefusalFact, fact
from rules.voormsi.ranking import (
    BITS,
    CLUB_KING,
    FACE_RANKS,
    KING_LED,
    ORDER,
    ORDINARY,
    PACK,
    SEVEN,
    SEVENS,
    THREE,
    THREE_LED,
    TOQUTSIT,
    VOORMSI,
    named,
    places,
)

# What happened in the trick, as bits; `GONE` lasts for the hand.
GONE: Final = 1
"""Toqutsit has been played in this hand."""
BARRED: Final = 2
"""Voormsi was played so that it earns nothing: Toqutsit gone or held, or 3♦ beside it (§9.4)."""
EXECUTED: Final = 4
"""Toqutsit beat an opponent's heading Voormsi (§9.5)."""
SPARED: Final = 8
"""Toqutsit beat its own side's heading Voormsi because it had to, and loses nothing (§11.5)."""
THREE_ON_VOORMSI: Final = 16
"""§9.7"""
THREE_ON_EXECUTIONER: Final = 32
"""§9.8"""
LOST: Final = 64
"""Toqutsit beat its own side's heading Voormsi: the rubber is over (§9.6)."""

REMARKABLE: Final = TOQUTSIT | VOORMSI | THREE
"""The cards that leave marks."""
SETTING: Final = SEVENS | THREE | CLUB_KING
"""The cards that make a trick other than ordinary when led."""
LARGEST: Final = 4
"""Cards of the largest set (§1)."""

SINGLES: Final = tuple(tuple(Play(seat, (card,)) for card in ORDER) for seat in range(4))
"""The play of each single card by each seat."""


@lru_cache(maxsize=1 << 14)
def play_of(seat: int, cards: int) -> Play:
    """The play of these cards (a mask) by a seat, strongest first."""
    return Play(seat, named(cards))


class _Singles(dict[int, tuple[Play, ...]]):
    """Twelve places of the pack from `first` on: which of them are held -> the plays of each alone."""

    def __init__(self, seat: int, first: int) -> None:
        self._plays = SINGLES[seat][first : first + 12]

    def __missing__(self, held: int) -> tuple[Play, ...]:
        plays = self[held] = tuple(play for at, play in enumerate(self._plays) if held >> at & 1)
        return plays


_SINGLES: Final = tuple((_Singles(seat, 0), _Singles(seat, 12), _Singles(seat, 24)) for seat in range(4))


def singles(seat: int, hand: int) -> tuple[Play, ...]:
    """Every card of a hand played alone, strongest first."""
    high, middle, low = _SINGLES[seat]
    return high[hand & 4095] + middle[hand >> 12 & 4095] + low[hand >> 24]


def sets(hand: int, size: int) -> Iterator[int]:
    """The masks of so many cards of a hand, strongest first."""
    return map(sum, combinations([BITS[place] for place in places(hand)], size))


def leads(seat: int, hand: int, most: int) -> tuple[Play, ...]:
    """Every lead of up to `most` cards from a hand (§5.2): single cards, then pairs, triples and quadruples."""
    matches = [held for rank in FACE_RANKS if (held := hand & rank) & held - 1]
    if not matches:
        return singles(seat, hand)
    larger = (
        play_of(seat, cards)
        for size in range(2, most + 1)
        for held in sorted(matches, key=lambda held: held & -held)
        for cards in sets(held, size)
    )
    return singles(seat, hand) + tuple(larger)


def follows(seat: int, hand: int, size: int, duty: bool) -> Sequence[Play]:
    """Every play of `size` cards from a hand (§5.3); with the duty, those with Toqutsit (§5.5)."""
    if size == 1:
        return SINGLES[seat][:1] if duty else singles(seat, hand)
    return [play_of(seat, cards) for cards in sets(hand, size) if not duty or cards & TOQUTSIT]


def lead_refusal(cards: int, most: int) -> Fact | None:
    """Why these cards (a mask) cannot be led, where up to `most` may be; None if they can."""
    size = cards.bit_count()
    if not any(cards & rank == cards for rank in FACE_RANKS) and size > 1:
        if cards & THREE:
            return fact(RefusalFact.THREE_ONLY_SINGLY, card=ORDER[PACK - 1], cards=named(cards))
        return fact(RefusalFact.NOT_ONE_RANK, cards=named(cards))
    if size > most:
        return fact(RefusalFact.LEAD_TOO_LARGE, given=size, most=most)
    return None


def kind_led(cards: int, spade_king_on_lead: bool) -> int:
    """Which kind of trick this lead makes: what beats the heading card in it (`ranking.BEATERS`)."""
    if not cards & SETTING:
        return ORDINARY
    if cards & SEVENS:
        return SEVEN
    if cards & THREE:
        return THREE_LED
    return KING_LED if spade_king_on_lead else ORDINARY


def kind_after(kind: int, cards: int) -> int:
    """The kind of trick after these cards took the head in a trick of `kind`: a Seven on a led 3♦ is live (§3.3)."""
    if kind == THREE_LED and cards & SEVENS:
        return SEVEN
    return SEVEN if kind == SEVEN else ORDINARY


def beats(cards: int, heading: int, beaters: Sequence[int]) -> bool:
    """Can these cards be laid one to one on the heading cards so that each beats the one under it (§6.2)?"""
    if not heading:
        return True
    under = heading & -heading
    fit = cards & beaters[under.bit_length() - 1]
    while fit:
        card = fit & -fit
        if beats(cards ^ card, heading ^ under, beaters):
            return True
        fit ^= card
    return False


def marks_of_playing(marks: int, cards: int, hand: int) -> int:
    """The marks after these cards left `hand` (which still holds them), whatever they did in the trick."""
    if cards & VOORMSI and (marks & GONE or hand & TOQUTSIT or cards & THREE):
        marks |= BARRED
    return marks | GONE if cards & TOQUTSIT else marks


def marks_of_heading(marks: int, cards: int, heading: int, own: bool, spared: bool) -> int:
    """The marks after these cards beat the heading play (§6.4, §9.5 to §9.8).

    `own`: Voormsi in the heading play, if it is there, is of the player's own side; `spared`: §9.6 does not apply.
    """
    if heading & VOORMSI:
        if cards & THREE and (own or not cards & TOQUTSIT):
            return marks | THREE_ON_VOORMSI
        if cards & TOQUTSIT:
            return marks | (EXECUTED if not own else SPARED if spared else LOST)
    elif marks & EXECUTED and cards & THREE:
        return marks ^ EXECUTED | THREE_ON_EXECUTIONER
    return marks
