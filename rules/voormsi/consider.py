"""Questions before a play: what it would do, and what would beat the heading play (RULES §3, §5, §6)."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import Any, Final

from rules.core.capabilities import Beaten, Considered
from rules.core.cards import Card, mask_at, places
from rules.core.contract import Fact, Play, PlayAccount
from rules.voormsi import playing
from rules.voormsi.explain import Heading, play_accounts
from rules.voormsi.facts import PowerFact, RefusalFact, fact
from rules.voormsi.legality import legal_cards, nothing_to_play, refusal
from rules.voormsi.outcome import beaten_own_voormsi, outcome
from rules.voormsi.ranking import (
    BITS,
    CLUB_KING,
    KING_LED,
    ORDER,
    PLACES,
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
from rules.voormsi.state import State, heading_cards, plays
from rules.voormsi.trick import KIND, LOST

_THREE: Final = named(THREE)[0]
_CLUB_KING: Final = named(CLUB_KING)[0]
_SPADE_KING: Final = named(SPADE_KING)[0]


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
        Beaten(ORDER[on], named(heading.beaters[on] & ~lying), power(on, heading)) for on in places(heading.cards)
    )


def taking(state: State) -> tuple[Card, ...]:
    """The cards in plays of the seat to play that would take the head of the trick in progress."""
    if state.turn < 0 or not state.size:
        return ()
    found = 0
    for cards in legal_cards(state):
        if cards & ~found and playing.is_headed(state, cards):
            found |= cards
    return named(found)


def power(on: int, heading: Heading) -> Fact:
    """The fact that says what beats a heading card, given by its place."""
    card, three = BITS[on], {"three": _THREE}
    if card == THREE:
        return fact(PowerFact.BEATEN_BY_ALL if heading.kind == THREE_LED else PowerFact.BEATEN_BY_NONE, on=ORDER[on])
    about: dict[str, Any] = {"on": ORDER[on], **three}
    if heading.kind == SEVEN:
        return _power_among_sevens(card, heading.next_play, about)
    if card & (TOQUTSIT | VOORMSI):
        return fact(PowerFact.BEATEN_BY_EQUAL, equal=named((TOQUTSIT | VOORMSI) & ~card)[0], **about)
    if heading.kind == KING_LED and card == CLUB_KING and heading.next_play:
        return fact(PowerFact.CLUB_KING_AT_RISK, king=_SPADE_KING, **about)
    return fact(PowerFact.BEATEN_BY_RANK, **about)


def _power_among_sevens(card: int, next_play: bool, about: dict[str, Any]) -> Fact:
    if card & SEVENS:
        return fact(PowerFact.LIVE_SEVEN, king=_CLUB_KING, **about)
    if card == SPADE_KING:
        return fact(PowerFact.SPADE_KING_TOOK, **about)
    return fact(PowerFact.CLUB_KING_TOOK if next_play else PowerFact.CLUB_KING_SAFE, king=_SPADE_KING, **about)
