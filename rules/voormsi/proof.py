"""The proof of Voormsi's point by `proof: asked`: opponents may ask to see the hand beside it (RULES §11.4).

Before the winner of the trick leads again, the opponents are asked in turn; the first who wants to see the hand sees
it, alone, and nobody else is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.core.contract import Event, Lasting, Move
from rules.voormsi.ranking import cards_of
from rules.voormsi.state import AskedHand, State
from rules.voormsi.trick import ASKING

ASK, DECLINE = "ask", "decline"
"""The moves of an opponent who may ask."""
SHOWN: Final = "shown"
"""The kind of the event that a hand is shown to all opponents, by `proof: shown`."""
PROVED: Final = "proved"
"""The kind of the event that a hand is shown to the opponent who has asked."""


def offer(state: State, trick: int, hand: int) -> None:
    """Let the opponents of the seat on turn, which has won a trick with Voormsi, ask for its hand; in place.

    Nobody is asked if no card is left beside Voormsi: there is nothing to see.
    """
    if hand:
        state.proofs += (AskedHand(state.turn, trick, hand),)
        _ask_next(state)


def moves(state: State) -> list[Move]:
    """The moves of the opponent who may ask."""
    return [Move(state.turn, ASK, to=state.proofs[-1].seat), Move(state.turn, DECLINE)]


def answer(state: State, move: Move) -> None:
    """Make a legal move of the opponent who may ask, in place."""
    *others, proof = state.proofs
    if move.kind == ASK:
        state.proofs = (*others, proof._replace(asker=move.seat))
        _go_on(state, proof.seat)
    else:
        state.proofs = (*others, proof._replace(declined=(*proof.declined, move.seat)))
        _ask_next(state)


def _ask_next(state: State) -> None:
    """Ask the next opponent in turn; the winner of the trick leads if none is left."""
    terms, proof = state.terms, state.proofs[-1]
    for seat in terms.orders[proof.seat]:
        if terms.side[seat] != terms.side[proof.seat] and seat not in proof.declined:
            state.turn, state.flags = seat, ASKING
            return
    _go_on(state, proof.seat)


def _go_on(state: State, leader: int) -> None:
    state.turn, state.flags = leader, 0


def moves_made(state: State, seat: int) -> int:
    """The number of moves that a seat has made in this hand."""
    return sum(proof.asker == seat or seat in proof.declined for proof in state.proofs)


def events(state: State, seat: int | None) -> Iterator[Event]:
    """The hands that a seat, or everybody (None), knows to have been shown in this hand (§11.4, §12.2)."""
    side = state.terms.side
    for of, trick, hand in state.shown:
        if seat is not None and side[of] != side[seat]:
            yield Event(SHOWN, of, cards_of(hand), trick=trick + 1, lasting=Lasting.PLAYED)
    for proof in state.proofs:
        move = len(proof.declined)
        if proof.asker >= 0:
            yield Event(ASK, proof.asker, to=proof.seat, trick=proof.trick + 1, move=move)
        if proof.asker == seat:
            cards = cards_of(proof.hand)
            yield Event(PROVED, proof.seat, cards, proof.asker, proof.trick + 1, lasting=Lasting.PLAYED, move=move)
