"""Legality: what a seat may do, and why it may not do anything else (§3.3, §5, §7.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.alkort.exchange import DECLINE, KEEP, answers_of
from rules.alkort.facts import AlkortRefusalFact
from rules.alkort.options import SEATS
from rules.alkort.ranking import BITS, FULL, PLACES, ROLL, SEVENS
from rules.alkort.state import SHIFTS, AlkortState, is_over
from rules.core.cards import Card, places
from rules.core.contract import Fact, Move, Play, SeatAction, fact

_PLAYS: Final = tuple(tuple(Play(seat, (card,)) for card in ROLL) for seat in range(SEATS))
"""For each seat: the play of each card, by place."""


def legal(state: AlkortState) -> Sequence[SeatAction]:
    """Everything that the seat to act may do; cards in the order of the roll."""
    if state.turn < 0:
        return ()
    if not state.started:
        return answers_of(state)
    of_seat = _PLAYS[state.turn]
    return [of_seat[place] for place in places(playable(state))]


def playable(state: AlkortState) -> int:
    """The mask of the cards that the seat to play may play."""
    hand = state.hands >> SHIFTS[state.turn] & FULL
    if not state.winners and not state.laid and state.terms.opening_seven == "forbidden":
        return hand & ~SEVENS
    return hand


def refusal(state: AlkortState, action: SeatAction) -> Fact | None:
    """Return why this action of a seat is not possible; None if it is."""
    if state.turn < 0:
        return nothing_to_do(state)
    if action.seat != state.turn:
        return fact(AlkortRefusalFact.NOT_YOUR_TURN, seat=action.seat, turn=state.turn)
    if isinstance(action, Move):
        return _move_refusal(state, action)
    if not state.started:
        return fact(AlkortRefusalFact.EXCHANGE_FIRST, seat=action.seat)
    if len(action.cards) != 1:
        return fact(AlkortRefusalFact.ONE_CARD, given=len(action.cards))
    return _card_refusal(state, action.cards[0], playable(state))


def never_playable(state: AlkortState, seat: int, cards: Sequence[Card], leads: bool | None) -> Fact | None:
    """Return why a seat that is not on turn cannot play these cards next, whatever others play before (§5)."""
    if len(cards) != 1:
        return fact(AlkortRefusalFact.ONE_CARD, given=len(cards))
    return _card_refusal(state._replace(turn=seat), cards[0], state.hands >> SHIFTS[seat] & FULL)


def nothing_to_do(state: AlkortState) -> Fact:
    """Return why no seat can act now."""
    if is_over(state):
        return fact(AlkortRefusalFact.RUBBER_OVER)
    number = state.hand_number
    return fact(AlkortRefusalFact.HAND_OVER, hand=number) if number else fact(AlkortRefusalFact.NOT_DEALT)


def _move_refusal(state: AlkortState, move: Move) -> Fact | None:
    if state.started:
        return fact(AlkortRefusalFact.EXCHANGE_OVER, seat=move.seat)
    if move.kind not in (DECLINE, KEEP) or move.to is not None or move.hidden or (move.kind == DECLINE and move.cards):
        return fact(AlkortRefusalFact.NO_SUCH_MOVE, seat=move.seat)
    if move.kind == DECLINE:
        return None
    if len(move.cards) != 1:
        return fact(AlkortRefusalFact.KEEP_ONE, given=len(move.cards))
    return _card_refusal(state, move.cards[0], state.hands >> SHIFTS[state.turn] & FULL)


def _card_refusal(state: AlkortState, card: Card, may: int) -> Fact | None:
    """Return why the seat to act may not use this card, if it may use those of the mask `may`."""
    place = PLACES[card]
    if place < 0:
        return fact(AlkortRefusalFact.NOT_IN_PACK, card=card)
    if BITS[place] & may:
        return None
    if not state.hands >> SHIFTS[state.turn] & BITS[place]:
        return fact(AlkortRefusalFact.NOT_YOUR_CARD, card=card, seat=state.turn)
    return fact(AlkortRefusalFact.SEVEN_LED_FIRST, card=card)
