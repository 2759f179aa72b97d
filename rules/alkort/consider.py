"""Questions before a play: what it would do, and what beats the heading play (§7)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.alkort import playing
from rules.alkort.explain import play_accounts
from rules.alkort.facts import AlkortPowerFact, AlkortRefusalFact
from rules.alkort.legality import playable, refusal
from rules.alkort.options import SEATS
from rules.alkort.outcome import outcome
from rules.alkort.ranking import BITS, KINGS, PLACES, QUEENS, ROLL, SEVENS, named
from rules.alkort.state import AlkortState, plays
from rules.core.capabilities import Beaten, Considered
from rules.core.cards import Card, mask_at
from rules.core.contract import Fact, Play
from rules.core.facts import fact


def consider(state: AlkortState, seat: int, cards: Sequence[Card]) -> Considered:
    """Return whether this seat may play these cards, and what they would do as the next play of the trick."""
    if seat not in range(SEATS):
        raise ValueError(f"no seat {seat} of {SEATS}")
    play, before = Play(seat, tuple(cards)), plays(state)
    refused = refusal(state if state.turn < 0 else state._replace(turn=seat), play)
    if refused is not None:
        return Considered(refused, None)
    *_, made = play_accounts(state.terms, (*before, play), opening=not state.winners)
    if seat != state.turn:
        return Considered(fact(AlkortRefusalFact.NOT_YOUR_TURN, seat=seat, turn=state.turn), made)
    return Considered(None, made, _end(state, play))


def _end(state: AlkortState, play: Play) -> Fact | None:
    """Return why this play of the seat to play would end the rubber at once (§9.1), None if it would not."""
    end = outcome(playing.play(state, PLACES[play.cards[0]]))
    return end.why if end else None


def beaters(state: AlkortState) -> tuple[Beaten, ...]:
    """Return what beats the card that heads the trick in progress; empty before a lead."""
    if not state.laid:
        return ()
    on = state.laid[state.heading]
    return (Beaten(ROLL[on], named(state.beaters & ~mask_at(state.laid)), _power(state, on)),)


def taking(state: AlkortState) -> tuple[Card, ...]:
    """The cards with which the seat to play would take the head of the trick; empty before a lead."""
    return named(playable(state) & state.beaters) if state.laid else ()


def _power(state: AlkortState, on: int) -> Fact:
    bit = BITS[on]
    if bit & state.terms.ranked:
        kind = AlkortPowerFact.BEATEN_BY_HIGHER if state.beaters else AlkortPowerFact.HIGHEST
    elif bit & SEVENS and not state.beaters:
        kind = AlkortPowerFact.BEATEN_BY_NONE
    elif bit & KINGS:
        kind = AlkortPowerFact.BEATEN_BY_TWOS
    else:
        kind = AlkortPowerFact.BEATEN_BY_THREES if bit & QUEENS else AlkortPowerFact.BEATEN_BY_RANKED
    return fact(kind, on=ROLL[on])
