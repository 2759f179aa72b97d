"""Legality: the plays that are possible, and why others are not (RULES §5, §7.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.core.cards import Card
from rules.core.contract import Fact, Move, Play, SeatAction, fact
from rules.voormsi import proof, trick
from rules.voormsi.facts import RefusalFact
from rules.voormsi.ranking import BIT_OF, FULL, ORDER, TOQUTSIT, cards_of, mask_of
from rules.voormsi.state import SHIFTS, State, hand_of, heading_seat, is_over, to_play
from rules.voormsi.trick import ASKING, VOORMSI_HEADS


def legal(state: State) -> Sequence[SeatAction]:
    """Every play of the seat to play, strongest first, single cards in hand order; or the moves of one that may ask."""
    if state.flags & ASKING:
        return proof.moves(state)
    return [Play(state.turn, cards_of(cards)) for cards in legal_cards(state)]


def legal_cards(state: State) -> Sequence[int]:
    """The same plays as masks, for searches that look at many states."""
    turn, size = state.turn, state.size
    if turn < 0 or state.flags & ASKING:
        return ()
    hand = state.hands >> SHIFTS[turn] & FULL
    if not size:
        leads = trick.leads(hand)
        if state.terms.seats != 2:
            return leads
        most = largest_lead(state)
        return [cards for cards in leads if cards.bit_count() <= most]
    if size == 1 and not state.flags & VOORMSI_HEADS:
        return trick.singles(hand)
    return trick.follows(hand, size, has_duty(state, hand))


def refusal(state: State, play: Play) -> Fact | None:
    """Return why this play is not possible; None if it is."""
    seat, cards = play
    if state.turn < 0:
        return nothing_to_play(state)
    if seat != state.turn:
        return fact(RefusalFact.NOT_YOUR_TURN, seat=seat, turn=state.turn)
    if state.flags & ASKING:
        return fact(RefusalFact.PROOF_FIRST, seat=seat, of=state.proofs[-1].seat)
    hand, mask = hand_of(state, seat), mask_of(cards)
    if not cards or mask & ~hand or mask.bit_count() != len(cards):
        return _cards_refusal(hand, play)
    return refusal_of_held(state, mask)


def move_refusal(state: State, move: Move) -> Fact | None:
    """Return why this move is not possible; None if it is (§11.4)."""
    if state.turn < 0:
        return nothing_to_play(state)
    if not state.flags & ASKING:
        return fact(RefusalFact.NO_SUCH_MOVE, seat=move.seat)
    if move.seat != state.turn:
        return fact(RefusalFact.NOT_YOUR_TURN, seat=move.seat, turn=state.turn)
    return None if move in proof.moves(state) else fact(RefusalFact.NO_SUCH_MOVE, seat=move.seat)


def refusal_of_held(state: State, cards: int) -> Fact | None:
    """Return why the seat to play may not play these cards (a mask) of its hand now; None if it may."""
    if not state.size:
        return trick.lead_refusal(cards, largest_lead(state))
    if cards.bit_count() != state.size:
        return fact(RefusalFact.WRONG_NUMBER, wanted=state.size, given=cards.bit_count())
    return None if cards & TOQUTSIT or not state.flags & VOORMSI_HEADS else duty(state)


def never_playable(state: State, seat: int, cards: Sequence[Card], leads: bool | None) -> Fact | None:
    """Return why a seat that is not on turn cannot play these cards next, whatever others play before (§5, §7.2)."""
    hand, mask = hand_of(state, seat), mask_of(cards)
    size = mask.bit_count()
    if not cards or mask & ~hand or size != len(cards):
        return _cards_refusal(hand, Play(seat, tuple(cards)))
    if state.size and seat in to_play(state):
        return None if size == state.size else fact(RefusalFact.WRONG_NUMBER, wanted=state.size, given=size)
    most = largest_lead(replace(state, turn=seat))
    if leads:
        return trick.lead_refusal(mask, most)
    return fact(RefusalFact.SET_TOO_LARGE, most=most) if size > most else None


def nothing_to_play(state: State) -> Fact:
    """Return why no seat can play now."""
    if is_over(state):
        return fact(RefusalFact.RUBBER_OVER)
    number = state.hand_number
    return fact(RefusalFact.HAND_OVER, hand=number) if number else fact(RefusalFact.NOT_DEALT)


def _cards_refusal(hand: int, play: Play) -> Fact:
    """Return why a seat that holds `hand` cannot play these cards in any trick: the first obstacle."""
    seat, cards = play
    for at, card in enumerate(cards):
        if not BIT_OF[card]:
            return fact(RefusalFact.NOT_IN_PACK, card=card)
        if card in cards[:at]:
            return fact(RefusalFact.SAME_CARD_TWICE, card=card)
        if not BIT_OF[card] & hand:
            return fact(RefusalFact.NOT_YOUR_CARD, card=card, seat=seat)
    return fact(RefusalFact.NO_CARDS)


def largest_lead(state: State) -> int:
    """The greatest number of cards that may be led (§5.2, §7.2)."""
    if state.terms.seats != 2:
        return trick.LARGEST
    return min(trick.LARGEST, (hand_of(state, state.turn).bit_count() + state.stock // 2) // 2)


def duty(state: State) -> Fact | None:
    """Return why the seat to play must play Toqutsit; None if it need not (§5.5)."""
    if not has_duty(state, hand_of(state, state.turn)):
        return None
    return fact(RefusalFact.TOQUTSIT_MUST_BE_PLAYED, card=ORDER[0], on=ORDER[1], of=heading_seat(state))


def has_duty(state: State, hand: int) -> bool:
    """Return whether the seat to play, holding `hand`, must play Toqutsit (§5.5)."""
    side = state.terms.side
    return bool(state.flags & VOORMSI_HEADS and hand & TOQUTSIT and side[heading_seat(state)] != side[state.turn])
