"""Reasons: why plays, made or considered, take the head or not, and why a rubber ends (RULES §2, §3, §6, §9, §10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from itertools import permutations
from typing import Any, Final, NamedTuple

from rules.core.capabilities import Beaten, Considered
from rules.core.cards import Card, mask_at, places
from rules.core.contract import Fact, FactKind, LaidCard, Outcome, Play, PlayAccount, fact
from rules.voormsi import playing
from rules.voormsi.facts import OutcomeFact, PlayFact, PowerFact, RefusalFact
from rules.voormsi.legality import legal_cards, nothing_to_play, refusal
from rules.voormsi.options import RubberTerms
from rules.voormsi.ranking import (
    BEATERS,
    BITS,
    CLUB_KING,
    GROUPS,
    KING_LED,
    MATADORS,
    ORDER,
    PLACES,
    SEVEN,
    SEVENS,
    SPADE_KING,
    THREE,
    THREE_LED,
    TOQUTSIT,
    VOORMSI,
    cards_of,
    mask_of,
)
from rules.voormsi.state import State, heading_cards, heading_seat, is_over, plays, scores
from rules.voormsi.trick import KIND, LOST, beats, kind_after, kind_led

_THREE: Final = cards_of(THREE)[0]
_CLUB_KING: Final = cards_of(CLUB_KING)[0]
_SPADE_KING: Final = cards_of(SPADE_KING)[0]


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
    led = cards_of(cards)
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
        why = fact(
            PlayFact.SET_LAID, size=len(pairs), cards=cards_of(cards), on=cards_of(heading.cards), reasons=reasons
        )
    else:
        why = _uncovered_fact(cards, pairs, heading)
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


def _uncovered_fact(cards: int, pairs: list[tuple[int, int]], heading: Heading) -> Fact:
    """The fact about a heading card that no remaining card beats: an added 3♦ before all others, else the strongest."""
    open_pairs = [(card, on) for card, on in pairs if not BITS[card] & heading.beaters[on]]
    on = max((on for _, on in open_pairs), key=lambda on: (BITS[on] == THREE, -on))
    by = min(card for card, _ in open_pairs)
    return fact(
        PlayFact.SET_NOT_COVERED,
        size=len(pairs),
        cards=cards_of(cards),
        on=cards_of(heading.cards),
        uncovered=ORDER[on],
        by=ORDER[by],
        reason=reason(by, on, heading),
    )


def reason(card: int, on: int, heading: Heading) -> Fact:
    """Return why a card beats the heading card that it is laid on, or does not; both by place."""
    taken = bool(BITS[card] & heading.beaters[on])
    kind = _taking_reason(card, on, heading.kind) if taken else _keeping_reason(card, on, heading.kind)
    return fact(kind, card=ORDER[card], on=ORDER[on])


def _taking_reason(card: int, on: int, trick: int) -> FactKind:
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


def _keeping_reason(card: int, on: int, trick: int) -> FactKind:
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


def outcome(state: State) -> Outcome | None:
    """The winners and the reason; None while the rubber goes on."""
    if not is_over(state):
        return None
    if state.flags & LOST:
        return _own_voormsi(state)
    target = state.terms.target
    out = tuple(side for side, score in enumerate(scores(state)) if score == target)
    if len(out) == 1:
        return Outcome(out, fact(OutcomeFact.ON_TARGET, side=out[0], target=target))
    if out:
        return Outcome(out, fact(OutcomeFact.BOTH_OUT, sides=out, target=target))
    return _most_points(state)


def _own_voormsi(state: State) -> Outcome:
    seat = heading_seat(state)
    side = state.terms.side[seat]
    others = tuple(other for other in range(len(state.terms.sides)) if other != side)
    return Outcome(others, beaten_own_voormsi(state, seat))


def beaten_own_voormsi(state: State, seat: int) -> Fact:
    """The fact that this seat laid Toqutsit on its own side's Voormsi, which lies in the trick (§9.6)."""
    toqutsit, voormsi = ORDER[:2]
    of = next(play.seat for play in plays(state) if voormsi in play.cards)
    side = state.terms.side[seat]
    return fact(OutcomeFact.OWN_VOORMSI, side=side, seat=seat, of=of, card=toqutsit, on=voormsi)


def _most_points(state: State) -> Outcome:
    reached, hands = scores(state), state.hand_number
    most = max(reached)
    first = tuple(side for side, score in enumerate(reached) if score == most)
    if len(first) == 1:
        return Outcome(first, fact(OutcomeFact.MOST_POINTS, side=first[0], hands=hands, scores=reached))
    return Outcome(first, fact(OutcomeFact.LEVEL, sides=first, hands=hands, scores=reached))


def consider(state: State, seat: int, cards: Sequence[Card]) -> Considered:
    """Return whether this seat may play these cards, and what they would do as the next play of the trick."""
    if seat not in range(state.terms.seats):
        raise ValueError(f"no seat {seat} of {state.terms.seats}")
    if state.turn < 0:
        return Considered(nothing_to_play(state), None)
    if_its_turn = replace(state, turn=seat)
    refused = refusal(if_its_turn, Play(seat, tuple(cards)))
    if refused is not None:
        return Considered(refused, None)
    play = Play(seat, tuple(sorted(cards, key=PLACES.__getitem__)))
    *_, made = play_accounts(state.terms, (*plays(state), play))
    early = None if seat == state.turn else fact(RefusalFact.NOT_YOUR_TURN, seat=seat, turn=state.turn)
    return Considered(early, made, _end(state, made) if early is None else _loss(if_its_turn, made))


def _end(state: State, made: PlayAccount) -> Fact | None:
    """Return why this play of the seat to play would end the rubber at once (§9.6, §10.3), None if it would not."""
    after = copy(state)
    playing.play(after, mask_of(made.cards))
    end = outcome(after)
    return end.why if end else None


def _loss(state: State, made: PlayAccount) -> Fact | None:
    """Return why this play would lose the rubber at once, also if others play before (§9.6); None if it would not."""
    flags = playing.flags_after(state, mask_of(made.cards), made.headed)
    return beaten_own_voormsi(state, made.seat) if flags & LOST else None


def beaters(state: State) -> tuple[Beaten, ...]:
    """Return what beats each card that heads the trick in progress, as part of the very next play (§6.1, §6.2)."""
    if state.turn < 0 or not state.size:
        return ()
    next_play = len(state.laid) // state.size == state.heading + 1
    heading = Heading(heading_cards(state), state.flags & KIND, next_play)
    lying = mask_at(state.laid)
    return tuple(
        Beaten(ORDER[on], cards_of(heading.beaters[on] & ~lying), power(on, heading)) for on in places(heading.cards)
    )


def takers(state: State) -> tuple[tuple[Card, ...], ...]:
    """The plays of the seat to play that would take the head of the trick in progress."""
    if state.turn < 0 or not state.size:
        return ()
    return tuple(cards_of(cards) for cards in legal_cards(state) if playing.is_headed(state, cards))


def power(on: int, heading: Heading) -> Fact:
    """The fact that says what beats a heading card, given by its place."""
    card, three = BITS[on], {"three": _THREE}
    if card == THREE:
        return fact(PowerFact.BEATEN_BY_ALL if heading.kind == THREE_LED else PowerFact.BEATEN_BY_NONE, on=ORDER[on])
    about: dict[str, Any] = {"on": ORDER[on], **three}
    if heading.kind == SEVEN:
        return _power_among_sevens(card, heading.next_play, about)
    if card & (TOQUTSIT | VOORMSI):
        return fact(PowerFact.BEATEN_BY_EQUAL, equal=cards_of((TOQUTSIT | VOORMSI) & ~card)[0], **about)
    if heading.kind == KING_LED and card == CLUB_KING and heading.next_play:
        return fact(PowerFact.CLUB_KING_AT_RISK, king=_SPADE_KING, **about)
    return fact(PowerFact.BEATEN_BY_RANK, **about)


def _power_among_sevens(card: int, next_play: bool, about: dict[str, Any]) -> Fact:
    if card & SEVENS:
        return fact(PowerFact.STRONG_SEVEN, king=_CLUB_KING, **about)
    if card == SPADE_KING:
        return fact(PowerFact.SPADE_KING_TOOK, **about)
    return fact(PowerFact.CLUB_KING_TOOK if next_play else PowerFact.CLUB_KING_SAFE, king=_SPADE_KING, **about)
