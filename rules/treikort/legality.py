"""Legality: the actions that are possible, and why others are not (§3.2, §5, §6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.core.cards import Card, places
from rules.core.contract import Fact, Move, Play, SeatAction, fact
from rules.treikort.facts import TreikortFact
from rules.treikort.options import SEATS
from rules.treikort.ranking import BITS, PLACE_OF, ROLL, SEVENS, cards_of
from rules.treikort.state import (
    ASK,
    DECLINE,
    RETURN,
    SHIFTS,
    TreikortState,
    hand_of,
    is_rubber_over,
    receiver,
    returnable,
)

_PLAYS: Final = tuple(tuple(Play(seat, (card,)) for card in ROLL) for seat in range(SEATS))


def legal(state: TreikortState) -> Sequence[SeatAction]:
    """Every action of the seat to act, cards by the roll."""
    if state.turn < 0:
        return ()
    if state.owed:
        return _moves(state)
    hand = hand_of(state, state.turn)
    row = _PLAYS[state.turn]
    return [row[place] for place in places(hand & ~SEVENS if is_opening_bound(state) else hand)]


def is_opening_bound(state: TreikortState) -> bool:
    """Return whether the seat to play makes the opening lead, which may not be a Seven (§3.2)."""
    return not (state.laid or any(state.units) or state.terms.opening_seven)


def _moves(state: TreikortState) -> list[SeatAction]:
    pope = state.pope
    if state.given:
        return [Move(pope, RETURN, (card,), receiver(state)) for card in cards_of(returnable(state))]
    others = [seat for seat in range(SEATS) if seat != pope]
    return [Move(pope, DECLINE), *(Move(pope, ASK, to=seat) for seat in others)]


def play_refusal(state: TreikortState, play: Play) -> Fact | None:
    """Return why this play is not possible; None if it is."""
    seat, cards = play
    if state.turn != seat or state.turn < 0:
        return _turn_refusal(state, seat)
    if state.owed:
        return fact(TreikortFact.DECIDE_FIRST if seat == state.pope else TreikortFact.POPE_FIRST, seat=state.pope)
    never = never_playable(state, seat, cards)
    if never is None and BITS[PLACE_OF[cards[0]]] & SEVENS and is_opening_bound(state):
        return fact(TreikortFact.SEVEN_TOO_EARLY, card=cards[0])
    return never


def never_playable(state: TreikortState, seat: int, cards: Sequence[Card], leads: bool | None = None) -> Fact | None:
    """Return why a seat can never play these cards from the hand that it has; None if it may (§5)."""
    if len(cards) != 1:
        return fact(TreikortFact.NOT_ONE_CARD, given=len(cards))
    place = PLACE_OF.get(cards[0], -1)
    if place < 0:
        return fact(TreikortFact.NOT_IN_PACK, card=cards[0])
    if not state.hands & BITS[place] << SHIFTS[seat]:
        return fact(TreikortFact.NOT_YOUR_CARD, card=cards[0], seat=seat)
    return None


def move_refusal(state: TreikortState, move: Move) -> Fact | None:
    """Return why this move is not possible; None if it is."""
    seat = move.seat
    if state.turn != seat or state.turn < 0:
        return _turn_refusal(state, seat)
    if move in legal(state):
        return None
    if state.owed and state.given and move.kind == RETURN and len(move.cards) == 1:
        return _return_refusal(state, move)
    if state.owed and not state.given and move.kind == ASK and not move.cards:
        return fact(TreikortFact.ASK_ANOTHER, seat=seat)
    return fact(TreikortFact.NO_SUCH_MOVE, seat=seat)


def _return_refusal(state: TreikortState, move: Move) -> Fact:
    (card,) = move.cards
    place = PLACE_OF.get(card, -1)
    if place < 0:
        return fact(TreikortFact.NOT_IN_PACK, card=card)
    if BITS[place] & returnable(state):
        return fact(TreikortFact.WRONG_RECEIVER, seat=move.seat, of=receiver(state))
    if BITS[place] & hand_of(state, move.seat) or place in state.given:
        return fact(TreikortFact.NOT_YOURS_TO_RETURN, card=card)
    return fact(TreikortFact.NOT_YOUR_CARD, card=card, seat=move.seat)


def _turn_refusal(state: TreikortState, seat: int) -> Fact:
    if state.turn >= 0:
        return fact(TreikortFact.NOT_YOUR_TURN, seat=seat, turn=state.turn)
    return nothing_to_do(state)


def nothing_to_do(state: TreikortState) -> Fact:
    """Return why no seat can act now."""
    if is_rubber_over(state):
        return fact(TreikortFact.RUBBER_OVER)
    number = state.hand_number
    return fact(TreikortFact.HAND_OVER, hand=number) if number else fact(TreikortFact.NOT_DEALT)
