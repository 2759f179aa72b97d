"""One trick: possible leads and follows, the heading play, and the flags of Toqutsit and 3♦ (RULES §5, §6)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from typing import Final

from rules.core.contract import Fact, fact
from rules.voormsi.facts import RefusalFact
from rules.voormsi.ranking import (
    BITS,
    CLUB_KING,
    FACE_RANK_AT,
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
    cards_of,
)

# The flags of a trick: its kind (`ranking.ORDINARY` to `KING_LED`) and, as bits, what happened in it.
KIND: Final = 7
VOORMSI_HEADS: Final = 8
"""Voormsi is in the heading play (§5.5)."""
BARRED: Final = 16
"""Voormsi was played in such a way that it earns nothing: Toqutsit gone or held, or 3♦ in the same set (§9.4)."""
EXECUTED: Final = 32
"""Toqutsit beat an opponent's heading Voormsi (§9.5)."""
SPARED: Final = 64
"""Toqutsit was forced to beat its own side's heading Voormsi, and loses nothing (§11.5)."""
THREE_ON_VOORMSI: Final = 128
"""3♦ beat a heading Voormsi (§9.7)."""
THREE_ON_EXECUTIONER: Final = 256
"""3♦ beat a Toqutsit that had executed a Voormsi (§9.8)."""
LOST: Final = 512
"""Toqutsit beat its own side's heading Voormsi: the rubber is over (§9.6)."""

ASKING: Final = 1024
"""Before a lead: an opponent may ask to see the hand that won the trick before with Voormsi (§11.4)."""

SETTING: Final = SEVENS | THREE | CLUB_KING
"""The cards that make a trick other than ordinary when led."""
LARGEST: Final = 4
"""The number of cards in the largest set (§1)."""

_THIRD: Final = PACK // 3


def _alone(bits: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The bits in every subset of these neighbouring cards, in the order of the subset's mask."""
    subsets: list[tuple[int, ...]] = [()]
    for bit in bits:
        subsets += [(*subset, bit) for subset in subsets]
    return tuple(subsets)


_STRONG, _MIDDLE, _WEAK = (_alone(BITS[first : first + _THIRD]) for first in range(0, PACK, _THIRD))
"""For each third of the pack (12 cards): the subset of it that is held -> the bits in it."""


def singles(hand: int) -> tuple[int, ...]:
    """The bit of every card of a hand, strongest first."""
    return _STRONG[hand & 4095] + _MIDDLE[hand >> 12 & 4095] + _WEAK[hand >> 24]


def sets(hand: int, size: int) -> list[int]:
    """Every set of `size` cards of a hand, strongest first."""
    return list(map(sum, combinations(singles(hand), size)))


class _SetLeads(dict[int, tuple[int, ...]]):
    """A cache: the mask of held cards of some face ranks -> the sets that can be led from them."""

    def __missing__(self, held: int) -> tuple[int, ...]:
        kinds = product(FACE_RANKS, range(2, LARGEST + 1))
        leads = self[held] = tuple(cards for rank, size in kinds for cards in sets(held & rank, size))
        return leads


_HIGH, _MEAN, _LOW = (sum(FACE_RANKS[first : first + 3]) for first in (0, 3, 6))
"""The face ranks in groups of three, small enough to cache the leads from every subset of a group's cards."""
_OF_HIGH, _OF_MEAN, _OF_LOW = _SetLeads(), _SetLeads(), _SetLeads()


def leads(hand: int) -> tuple[int, ...]:
    """Every lead from a hand (§5.2): single cards, then the sets of each face rank."""
    return singles(hand) + _OF_HIGH[hand & _HIGH] + _OF_MEAN[hand & _MEAN] + _OF_LOW[hand & _LOW]


def follows(hand: int, size: int, duty: bool) -> Sequence[int]:
    """Every play of `size` cards from a hand (§5.3); with the duty, those with Toqutsit (§5.5)."""
    return [cards for cards in sets(hand, size) if cards & TOQUTSIT] if duty else sets(hand, size)


def lead_refusal(cards: int, most: int) -> Fact | None:
    """Return why these cards (a mask) cannot be led if at most `most` may be; None if they can."""
    size = cards.bit_count()
    if size > 1 and cards & ~FACE_RANK_AT[cards.bit_length() - 1]:
        if cards & THREE:
            return fact(RefusalFact.THREE_ONLY_SINGLY, card=ORDER[PACK - 1], cards=cards_of(cards))
        return fact(RefusalFact.NOT_ONE_RANK, cards=cards_of(cards))
    if size > most:
        return fact(RefusalFact.LEAD_TOO_LARGE, given=size, most=most)
    return None


def kind_led(cards: int, spade_king_on_lead: bool) -> int:
    """The kind of trick that this lead makes, which decides what beats the heading card (`ranking.BEATERS`)."""
    if not cards & SETTING:
        return ORDINARY
    if cards & SEVENS:
        return SEVEN
    if cards & THREE:
        return THREE_LED
    return KING_LED if spade_king_on_lead else ORDINARY


def kind_after(kind: int, cards: int) -> int:
    """The kind of trick after these cards took the head in a trick of `kind`: a Seven on a led 3♦ is strong (§3.3)."""
    if kind == THREE_LED and cards & SEVENS:
        return SEVEN
    return SEVEN if kind == SEVEN else ORDINARY


def beats(cards: int, heading: int, beaters: Sequence[int]) -> bool:
    """Return whether these cards can be laid one to one on the heading cards, each beating the one under it (§6.2)."""
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


def flags_of_leading(cards: int, spade_king_on_lead: bool) -> int:
    """The flags after this lead."""
    return kind_led(cards, spade_king_on_lead) | (VOORMSI_HEADS if cards & VOORMSI else 0)


def flags_of_heading(flags: int, cards: int, own: bool, spared: bool) -> int:
    """The flags after these cards beat the heading play (§6.4, §9.5 to §9.8).

    `own`: the heading play is of the player's own side; `spared`: §9.6 does not apply.
    """
    after = flags & ~(KIND | VOORMSI_HEADS) | kind_after(flags & KIND, cards)
    if cards & VOORMSI:
        after |= VOORMSI_HEADS
    if flags & VOORMSI_HEADS:
        if cards & THREE and (own or not cards & TOQUTSIT):
            return after | THREE_ON_VOORMSI
        return after | (EXECUTED if not own else SPARED if spared else LOST)
    if flags & EXECUTED and cards & THREE:
        return after ^ EXECUTED | THREE_ON_EXECUTIONER
    return after


def is_barred(cards: int, hand: int, gone: bool) -> bool:
    """Return whether Voormsi, among these cards, earns nothing by winning (§9.4). `gone`: Toqutsit was played."""
    return bool(cards & VOORMSI and (gone or hand & TOQUTSIT or cards & THREE))
