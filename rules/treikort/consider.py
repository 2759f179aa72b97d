"""Questions before a play: what it would do, and what would beat the heading card (§2.2, §3.1, §6.3)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.capabilities import Beaten, Considered
from rules.core.cards import Card, mask_at
from rules.core.contract import Fact, IllegalAction, Play
from rules.core.facts import fact
from rules.treikort.explain import play_accounts
from rules.treikort.facts import TreikortFact
from rules.treikort.legality import nothing_to_do, play_refusal
from rules.treikort.options import SEATS
from rules.treikort.outcome import outcome
from rules.treikort.playing import apply
from rules.treikort.ranking import BITS, ROLL, SEVENS, named
from rules.treikort.state import TreikortState, hand_of, plays


def consider(state: TreikortState, seat: int, cards: Sequence[Card]) -> Considered:
    """Return whether this seat may play this card, and what it would do as the next play of the trick."""
    if seat not in range(SEATS):
        raise ValueError(f"no seat {seat} of {SEATS}")
    if state.turn < 0:
        return Considered(nothing_to_do(state), None)
    play = Play(seat, tuple(cards))
    refused = play_refusal(state._replace(turn=seat), play)
    if refused is not None:
        return Considered(refused, None)
    *_, made = play_accounts(state.terms, (*plays(state), play))
    if seat != state.turn:
        return Considered(fact(TreikortFact.NOT_YOUR_TURN, seat=seat, turn=state.turn), made)
    return Considered(None, made, _end(state, play))


def _end(state: TreikortState, play: Play) -> Fact | None:
    """Return why this play of the seat to play would end the rubber (§8.2), None if it would not."""
    after = apply(state, play)
    assert not isinstance(after, IllegalAction)
    end = outcome(after)
    return end.why if end else None


def beaters(state: TreikortState) -> tuple[Beaten, ...]:
    """Return what beats the card that heads the trick in progress; empty before a lead."""
    if not state.laid:
        return ()
    on = state.laid[state.heading]
    by = state.terms.beaters[on]
    kind = TreikortFact.BEATEN_BY_RANK if by else TreikortFact.HIGHEST
    kind = TreikortFact.BEATEN_BY_NONE if BITS[on] & SEVENS else kind
    return (Beaten(ROLL[on], named(by & ~mask_at(state.laid)), fact(kind, on=ROLL[on])),)


def taking(state: TreikortState) -> tuple[Card, ...]:
    """The cards of the seat to play that would take the head of the trick in progress."""
    if not state.laid:
        return ()
    return named(hand_of(state, state.turn) & state.terms.beaters[state.laid[state.heading]])
