"""The exchange: who has a right to the stock, who is asked, what an answer does (§5), and the showing after it (§6)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.alkort.options import SEATS
from rules.alkort.ranking import BITS, FULL, NO_RIGHT, ROLL, cards_of
from rules.alkort.state import (
    DECLINED,
    HAND_SIZE,
    SHIFTS,
    AlkortAnswer,
    AlkortState,
    dealt_to,
    forehand,
    hand_of,
    laid_off,
    started_with,
    taker_answer,
)
from rules.core.cards import Card, mask_at
from rules.core.contract import Event, Lasting, Move

DECLINE, KEEP = "decline", "keep"
"""The answers of a seat that is asked (§5.3, §5.4)."""
PASSED_OVER, REVEALED, LAID_OFF, SHOWED = "passed_over", "revealed", "laid_off", "showed"
"""Events: a seat had no right to the stock; its nine cards were shown to all; it laid eight off; it showed its partner
its highest card, or its hand."""


def ask_next(state: AlkortState) -> AlkortState:
    """Ask the next seat that has a right to the stock, or begin the play if none is left (§5.2)."""
    if not taker_answer(state):
        order = answer_order(state)
        for seat in order[order.index(state.answers[-1].seat) + 1 :] if state.answers else order:
            if not hand_of(state, seat) & NO_RIGHT:
                return state._replace(turn=seat)
    return state._replace(turn=forehand(state), started=state.hands)


def apply_answer(state: AlkortState, move: Move) -> AlkortState:
    """The state after a legal answer of the seat asked."""
    seat = move.seat
    if move.kind == DECLINE:
        return ask_next(state._replace(answers=(*state.answers, AlkortAnswer(seat, DECLINED))))
    kept = ROLL.index(move.cards[0])
    hand = BITS[kept] | mask_at(state.deck[SEATS * HAND_SIZE :])
    hands = state.hands & ~(FULL << SHIFTS[seat]) | hand << SHIFTS[seat]
    return ask_next(state._replace(answers=(*state.answers, AlkortAnswer(seat, kept)), hands=hands))


def answers_of(state: AlkortState) -> tuple[Move, ...]:
    """The possible answers of the seat asked: it declines, or keeps one of its cards (§12)."""
    seat = state.turn
    kept = (Move(seat, KEEP, (card,)) for card in cards_of(hand_of(state, seat)))
    return Move(seat, DECLINE), *kept


def revealed_cards(state: AlkortState, seat: int) -> tuple[Card, ...]:
    """The nine cards that a seat has shown to all because it took the stock (§5.5)."""
    answer = taker_answer(state)
    if answer is None or answer.seat != seat or state.terms.proof != "shown":
        return ()
    return cards_of(mask_at(dealt_to(state, seat)))


def shown_cards(state: AlkortState, seat: int) -> tuple[Card, ...]:
    """The cards that a seat has shown its partner (§6); none while seats are asked about the stock."""
    if state.terms.showing == "none":
        return ()
    hand = started_with(state, seat)
    return cards_of(hand if state.terms.showing == "hand" else hand & -hand)


def events(state: AlkortState, seat: int | None) -> Iterator[Event]:
    """The exchange and the showing as a seat, or everybody (None), may know them (§11.3 to §11.6)."""
    answers, move = {answer.seat: answer for answer in state.answers}, -1
    for other in _asked_so_far(state):
        answer = answers.get(other)
        if answer is None:
            yield Event(PASSED_OVER, other, move=move)
        else:
            move += 1
            yield from (event._replace(move=move) for event in _told_answer(state, answer, seat))
    if state.started and state.terms.showing != "none":
        for other in answer_order(state):
            partner, is_seen = (other + 2) % SEATS, seat is not None and (other - seat) % 2 == 0
            cards = shown_cards(state, other) if is_seen else ()
            yield Event(SHOWED, other, cards, partner, hidden=not is_seen, lasting=Lasting.PLAYED, move=move)


def _told_answer(state: AlkortState, answer: AlkortAnswer, seat: int | None) -> Iterator[Event]:
    other, kept = answer
    if kept == DECLINED:
        yield Event(DECLINE, other)
        return
    if state.terms.proof == "shown":
        yield Event(REVEALED, other, revealed_cards(state, other))
    if seat == other:
        yield Event(KEEP, other, (ROLL[kept],))
        yield Event(LAID_OFF, other, cards_of(laid_off(state)))
    else:
        yield Event(KEEP, other, hidden=True)


def _asked_so_far(state: AlkortState) -> Iterator[int]:
    """The seats that have been asked, or passed over, before the one that is asked now."""
    answer = taker_answer(state)
    for seat in answer_order(state) if state.hand_number else ():
        if not state.started and seat == state.turn:
            return
        yield seat
        if answer and seat == answer.seat:
            return


def answer_order(state: AlkortState) -> tuple[int, ...]:
    """The seats in order of play, from forehand."""
    return tuple((state.dealer + number) % SEATS for number in range(1, SEATS + 1))
