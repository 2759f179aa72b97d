"""The reasons why each play of a trick took the head or did not, as data (RULES §2, §3, §6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from rules.core.cards import places
from rules.core.contract import Fact, LaidCard, Play, PlayAccount
from rules.voormsi.facts import FactKind, PlayFact, fact
from rules.voormsi.options import RubberTerms
from rules.voormsi.ranking import (
    BEATERS,
    BITS,
    CLUB_KING,
    GROUPS,
    KING_LED,
    MATADORS,
    ORDER,
    SEVEN,
    SEVENS,
    SPADE_KING,
    THREE,
    THREE_LED,
    TOQUTSIT,
    VOORMSI,
    mask_of,
    named,
)
from rules.voormsi.trick import beats, kind_after, kind_led


class Heading(NamedTuple):
    """The target of a play: the heading cards (a mask), the kind of the trick, and whether it is the next play."""

    cards: int
    kind: int
    next_play: bool

    @property
    def beaters(self) -> Sequence[int]:
        return BEATERS[self.kind + self.next_play]


def play_accounts(terms: RubberTerms, plays: Sequence[Play]) -> Iterator[PlayAccount]:
    """The account of each play of a trick, in order."""
    at = 0
    cards = mask_of(plays[0].cards)
    kind = kind_led(cards, terms.spade_king_on_lead)
    yield PlayAccount(plays[0].seat, plays[0].cards, True, None, lead_fact(cards), ())
    for index, play in enumerate(plays[1:], 1):
        heading = Heading(cards, kind, at == index - 1)
        own = terms.side[play.seat] == terms.side[plays[at].seat]
        account = _follow_account(play, heading, at, own)
        yield account
        if account.headed:
            at, cards = index, mask_of(play.cards)
            kind = kind_after(kind, cards)


def lead_fact(cards: int) -> Fact:
    """The fact that describes a lead."""
    led = named(cards)
    if len(led) > 1:
        return fact(PlayFact.SEVENS_LED if cards & SEVENS else PlayFact.SET_LED, size=len(led), cards=led)
    kind = PlayFact.LED
    if cards & SEVENS:
        kind = PlayFact.SEVEN_LED
    elif cards & THREE:
        kind = PlayFact.THREE_LED
    elif cards & (CLUB_KING | SPADE_KING):
        kind = PlayFact.BLACK_KING_LED
    return fact(kind, card=led[0])


def _follow_account(play: Play, heading: Heading, over: int, own: bool) -> PlayAccount:
    cards = mask_of(play.cards)
    pairs = laying(cards, heading, own)
    headed = beats(cards, heading.cards, heading.beaters)
    laid = tuple(LaidCard(ORDER[card], ORDER[on]) for card, on in pairs) if headed else ()
    if len(pairs) == 1:
        why = reason(*pairs[0], heading)
    elif headed:
        reasons = tuple(reason(card, on, heading) for card, on in pairs)
        why = fact(PlayFact.SET_LAID, size=len(pairs), cards=named(cards), on=named(heading.cards), reasons=reasons)
    else:
        why = _not_covered(cards, pairs, heading)
    return PlayAccount(play.seat, play.cards, headed, over, why, laid)


def laying(cards: int, heading: Heading, own: bool) -> list[tuple[int, int]]:
    """The best way to lay the cards on the heading cards, as (card, heading card) by place (§6.4).

    As many as possible beat the card under them, and among such ways it is worth most. `own`: the heading play is of
    the player's own side.
    """
    under = tuple(places(heading.cards))
    beaters = heading.beaters
    better = THREE if own else TOQUTSIT

    def worth(order: Iterable[int]) -> tuple[int, bool, bool]:
        pairs = list(zip(order, under, strict=True))
        return (
            sum(bool(BITS[card] & beaters[on]) for card, on in pairs),
            any(BITS[card] == better and BITS[on] == VOORMSI for card, on in pairs),
            not any(BITS[card] == THREE and BITS[on] == TOQUTSIT for card, on in pairs),
        )

    return list(zip(max(permutations(places(cards)), key=worth), under, strict=True))


def _not_covered(cards: int, pairs: list[tuple[int, int]], heading: Heading) -> Fact:
    """The fact about a heading card that no remaining card beats: an added 3♦ before all others, else the strongest."""
    open_pairs = [(card, on) for card, on in pairs if not BITS[card] & heading.beaters[on]]
    on = max((on for _, on in open_pairs), key=lambda on: (BITS[on] == THREE, -on))
    by = min(card for card, _ in open_pairs)
    return fact(
        PlayFact.SET_NOT_COVERED,
        size=len(pairs),
        cards=named(cards),
        on=named(heading.cards),
        uncovered=ORDER[on],
        by=ORDER[by],
        reason=reason(by, on, heading),
    )


def reason(card: int, on: int, heading: Heading) -> Fact:
    """Return why a card beats the heading card that it is laid on, or does not; both by place."""
    taken = bool(BITS[card] & heading.beaters[on])
    kind = _taken(card, on, heading.kind) if taken else _kept(card, on, heading.kind)
    return fact(kind, card=ORDER[card], on=ORDER[on])


def _taken(card: int, on: int, trick: int) -> FactKind:
    bit = BITS[card]
    if trick == THREE_LED:
        return PlayFact.SEVEN_ON_LED_THREE if bit & SEVENS else PlayFact.ON_LED_THREE
    if bit == THREE:
        return PlayFact.THREE_ADDED
    if trick == SEVEN:
        if bit & SEVENS:
            return PlayFact.HIGHER_SEVEN
        return PlayFact.CLUB_KING_ON_SEVEN if bit == CLUB_KING else PlayFact.SPADE_KING_ON_CLUB_KING
    if trick == KING_LED and bit == SPADE_KING:
        return PlayFact.SPADE_KING_ON_LED_CLUB_KING
    if (bit | BITS[on]) == TOQUTSIT | VOORMSI:
        return PlayFact.LATER_MATADOR
    return PlayFact.SUIT if _are_one_rank(card, on) else PlayFact.RANK


def _kept(card: int, on: int, trick: int) -> FactKind:
    bit, under = BITS[card], BITS[on]
    if under == THREE:
        return PlayFact.THREE_STANDS
    if trick == SEVEN:
        return _kept_by_seven(bit) if under & SEVENS else _kept_by_king(bit, under)
    if bit & SEVENS:
        return PlayFact.DEAD_SEVEN
    if bit == SPADE_KING and under == CLUB_KING:
        return PlayFact.SPADE_KING_LOWEST
    return PlayFact.LOWER_SUIT if _are_one_rank(card, on) else PlayFact.LOWER_RANK


def _kept_by_seven(bit: int) -> FactKind:
    if bit & SEVENS:
        return PlayFact.LOWER_SEVEN
    if bit & MATADORS:
        return PlayFact.MATADOR_ON_SEVEN
    return PlayFact.SPADE_KING_ON_SEVEN if bit == SPADE_KING else PlayFact.SEVEN_STANDS


def _kept_by_king(bit: int, under: int) -> FactKind:
    if under == SPADE_KING:
        return PlayFact.SPADE_KING_STANDS
    return PlayFact.SPADE_KING_LATE if bit == SPADE_KING else PlayFact.CLUB_KING_STANDS


def _are_one_rank(card: int, on: int) -> bool:
    """Return whether two cards differ only by suit (§2.2); matadors and black kings have their own places in §2.3."""
    both = BITS[card] | BITS[on]
    alone = MATADORS | CLUB_KING | SPADE_KING
    return not both & alone and any(both & group == both for _, group in GROUPS)
