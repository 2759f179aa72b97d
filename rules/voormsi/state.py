"""The packed state of a rubber, and functions that read it (RULES §1, §5, §10)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from rules.core.cards import Card
from rules.core.contract import Phase, Play
from rules.voormsi.options import RubberTerms
from rules.voormsi.ranking import FULL, ORDER, PACK, TOQUTSIT, mask_at
from rules.voormsi.scoring import packed, spread
from rules.voormsi.trick import LOST

SHIFTS: Final = tuple(PACK * seat for seat in range(4))
"""The position of each seat's mask in `State.hands`, in bits."""
_TOQUTSIT_HELD: Final = sum(TOQUTSIT << shift for shift in SHIFTS)


class Head(NamedTuple):
    """The part of the state that stays the same during a trick.

    Cards are places 0..35 (`ranking`), counts by side are packed (`scoring`).
    """

    terms: RubberTerms
    cuts: bytes
    """The cards cut, one for each seat in each round (§4.2)."""
    hand: int
    """Number of the hand, 0 before the first deal."""
    dealer: int
    """The dealer of this hand (before the first deal: the next dealer); -1 before the cut is decided."""
    deck: bytes
    """The pack of this hand in dealing order. SECRET while the hand runs."""
    stock: int
    rounds: bytes
    """One byte for each round of this hand: 16 * the seat that headed then + the number of cards in each play."""
    order: tuple[int, ...]
    """The seats of the trick's plays, in order, as far as they are known (§7.1)."""
    units: int
    waiting: int
    scores: int
    shown: tuple[tuple[int, int, int], ...] = ()
    """The hands shown to opponents in this hand (§11.4): seat, number of the trick, mask of the cards."""


@dataclass(slots=True)
class State:
    """A rubber between two actions. Sets of cards are masks of 36 bits.

    `rubber.play` changes a state in place; `rubber.apply` returns a new one.
    """

    standing: Head
    hands: int
    """The cards of each seat, 36 bits a seat."""
    turn: int
    """-1 when no seat is to play."""
    laid: bytes
    """The cards of the trick, play after play."""
    size: int
    """Cards of each play of the trick, 0 before a lead."""
    heading: int
    """The index of the heading play."""
    beaters: int
    """In a trick of single cards: the mask of the cards that take the head if played next."""
    marks: int
    """The kind of the trick, and what happened in it (see `trick`)."""


def copied(state: State) -> State:
    """A state that can be changed without changing this one."""
    return State(
        state.standing, state.hands, state.turn, state.laid, state.size, state.heading, state.beaters, state.marks
    )


def begin(terms: RubberTerms, dealer: int = -1, scores: Iterable[int] = ()) -> State:
    """A new rubber: before its cut, or with a dealer before its first deal."""
    return State(Head(terms, b"", 0, dealer, b"", 0, b"", (), 0, 0, packed(scores)), 0, -1, b"", 0, 0, FULL, 0)


def is_over(state: State) -> bool:
    """Return whether the rubber has ended (§9.6, §10.3, §11.6)."""
    if state.turn >= 0:
        return False
    terms, number = state.standing.terms, state.standing.hand
    played_out = terms.hands is not None and number >= terms.hands
    return played_out or bool(state.marks & LOST) or terms.target in scores(state)


def phase(state: State) -> Phase:
    """The action that the rubber waits for."""
    if state.turn >= 0:
        return Phase.PLAY
    if state.standing.dealer < 0:
        return Phase.CUT
    return Phase.OVER if is_over(state) else Phase.DEAL


def hand_of(state: State, seat: int) -> int:
    """The mask of a seat's cards."""
    return state.hands >> SHIFTS[seat] & FULL


def plays(state: State) -> tuple[Play, ...]:
    """The plays of the trick so far."""
    size, order = state.size, state.standing.order
    cards = [ORDER[place] for place in state.laid]
    starts = range(0, len(cards), size or 1)
    return tuple(Play(seat, tuple(cards[start : start + size])) for seat, start in zip(order, starts, strict=False))


def heading_seat(state: State) -> int:
    """The seat whose play heads the trick."""
    return state.standing.order[state.heading]


def heading_cards(state: State) -> int:
    """The mask of the cards that head the trick; 0 before a lead."""
    start = state.heading * state.size
    return mask_at(state.laid[start : start + state.size])


def units(state: State) -> tuple[int, ...]:
    """Trick-units of this hand by side."""
    return spread(state.standing.units, len(state.standing.terms.sides))


def waiting(state: State) -> tuple[int, ...]:
    """Waiting points by side."""
    return spread(state.standing.waiting, len(state.standing.terms.sides))


def scores(state: State) -> tuple[int, ...]:
    """Rungs rubbed out, by side."""
    return spread(state.standing.scores, len(state.standing.terms.sides))


def tricks(state: State) -> int:
    """The number of tricks completed in this hand."""
    terms = state.standing.terms
    return len(state.standing.rounds) * terms.seats // terms.plays


def is_toqutsit_gone(state: State) -> bool:
    """Return whether Toqutsit has been played in this hand."""
    standing = state.standing
    return not state.hands & _TOQUTSIT_HELD and standing.deck.find(0, PACK - standing.stock) < 0


def dealt(state: State) -> tuple[tuple[Card, ...], ...]:
    """The cards that each seat has been dealt and has drawn in this hand, in order. SECRET while the hand runs."""
    terms, _, number, dealer, deck, *_ = state.standing
    order: list[list[Card]] = [[] for _ in range(terms.seats)]
    left = len(deck)
    rounds = [(dealer + 1, terms.hand_size), *((entry >> 4, entry & 15) for entry in state.standing.rounds)]
    for first, size in rounds if number else ():
        each = min(size, (left - state.standing.stock) // terms.seats)
        for place in range(each * terms.seats):
            order[(first + place) % terms.seats].append(ORDER[deck[len(deck) - left + place]])
        left -= each * terms.seats
    return tuple(map(tuple, order))
