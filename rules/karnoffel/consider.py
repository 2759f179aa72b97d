"""Questions before a play: what it would do, and what would beat the heading play (KARNOFFEL §3, §5)."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace

from rules.core.capabilities import Beaten, Considered
from rules.core.cards import Card
from rules.core.contract import Fact, Play
from rules.core.facts import fact
from rules.karnoffel import playing
from rules.karnoffel.explain import play_accounts
from rules.karnoffel.facts import KarnoffelFact
from rules.karnoffel.legality import legal_cards, nothing_to_play, refusal
from rules.karnoffel.options import SEATS
from rules.karnoffel.outcome import outcome
from rules.karnoffel.ranking import BITS, DEVIL, KAISER, KARNOFFEL, ORDERS, POPE, STABBERS, mask_of, named
from rules.karnoffel.state import KarnoffelState, plays


def consider(state: KarnoffelState, seat: int, cards: Sequence[Card]) -> Considered:
    """Return whether this seat may play these cards, and what they would do as the next play of the trick."""
    if seat not in range(SEATS):
        raise ValueError(f"no seat {seat} of {SEATS}")
    if state.turn < 0:
        return Considered(nothing_to_play(state), None)
    play = Play(seat, tuple(cards))
    refused = refusal(replace(state, turn=seat), play)
    if refused is not None:
        return Considered(refused, None)
    *_, made = play_accounts(state.chosen, (*plays(state), play))
    if seat != state.turn:
        return Considered(fact(KarnoffelFact.NOT_YOUR_TURN, seat=seat, turn=state.turn), made)
    return Considered(None, made, _end(state, play))


def _end(state: KarnoffelState, play: Play) -> Fact | None:
    """Return why this play of the seat to play would end the rubber at once, None if it would not."""
    after = copy(state)
    playing.play(after, mask_of(play.cards, state.chosen))
    end = outcome(after)
    return end.why if end else None


def beaters(state: KarnoffelState) -> tuple[Beaten, ...]:
    """Return what beats the card that heads the trick in progress."""
    if not state.laid:
        return ()
    on = state.laid[state.heading]
    lying = sum(BITS[place] for place in state.laid)
    return (Beaten(ORDERS[state.chosen][on], named(state.beaters & ~lying, state.chosen), power(state)),)


def taking(state: KarnoffelState) -> tuple[Card, ...]:
    """The cards of the seat to play that would take the head of the trick in progress."""
    if not state.laid:
        return ()
    return named(sum(card for card in legal_cards(state) if card & state.beaters), state.chosen)


def power(state: KarnoffelState) -> Fact:
    """The fact that says what beats the heading card."""
    order, on = ORDERS[state.chosen], state.laid[state.heading]
    bit = BITS[on]
    if bit == KARNOFFEL:
        return fact(KarnoffelFact.BEATEN_BY_NONE, on=order[on])
    if bit == DEVIL:
        return fact(KarnoffelFact.BEATEN_BY_KARNOFFEL, on=order[on], karnoffel=order[0])
    if bit & (POPE | KAISER):
        return fact(KarnoffelFact.BEATEN_BY_HIGHER, on=order[on])
    if bit & STABBERS:
        return fact(KarnoffelFact.STABBER_HEADS, on=order[on], led=order[state.laid[0]])
    return fact(KarnoffelFact.ORDINARY_HEADS, on=order[on])
