"""The packed state of a rubber, and functions that read it (RULES §1, §5, §10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter
from typing import Final, NamedTuple

from rules.core.cards import Card, mask_at
from rules.core.contract import Phase, Play
from rules.voormsi.options import RubberTerms, terms
from rules.voormsi.ranking import FULL, ORDER, PACK, TOQUTSIT
from rules.voormsi.scoring import pack, spread
from rules.voormsi.trick import ASKING, LOST

SHIFTS: Final = tuple(PACK * seat for seat in range(4))
"""The position of each seat's mask in `State.hands`, in bits."""
_TOQUTSIT_HELD: Final = sum(TOQUTSIT << shift for shift in SHIFTS)


class VoormsiPhase(StrEnum):
    """The phase of Voormsi that other games do not have: an opponent may ask to see a hand (§11.4)."""

    PROOF = "proof"


class AskedHand(NamedTuple):
    """A hand that opponents may ask to see, since it won a trick with Voormsi (§11.4)."""

    seat: int
    trick: int
    """The number of the trick."""
    hand: int
    """The mask of the cards beside Voormsi."""
    declined: tuple[int, ...] = ()
    """The opponents who did not ask."""
    asker: int = -1
    """The opponent who has seen it."""


@dataclass(slots=True)
class State:
    """A rubber between two actions. `playing.play` changes a state in place; `playing.apply` returns a new one.

    Cards are places 0..35 (`ranking`), sets of cards are masks of 36 bits, counts by side are packed (`scoring`).
    """

    terms: RubberTerms
    cuts: bytes = b""
    """The cards cut, one for each seat in each round (§4.2)."""
    hand_number: int = 0
    """0 before the first deal."""
    dealer: int = -1
    """The dealer of this hand (before the first deal: the next dealer); -1 before the cut is decided."""
    deck: bytes = b""
    """The pack of this hand in dealing order. SECRET while the hand runs."""
    stock: int = 0
    rounds: bytes = b""
    """One byte for each round of this hand: 16 * the seat that headed then + the number of cards in each play."""
    order: tuple[int, ...] = ()
    """The seats of the trick's plays, in order, as far as they are known (§7.1)."""
    units: int = 0
    waiting: int = 0
    scores: int = 0
    shown: tuple[tuple[int, int, int], ...] = ()
    """The hands shown to opponents in this hand (§11.4): seat, number of the trick, mask of the cards."""
    proofs: tuple[AskedHand, ...] = ()
    """The hands that opponents could ask to see in this hand; the last one may still be asked for."""
    hands: int = 0
    """The cards of each seat, 36 bits a seat."""
    turn: int = -1
    """-1 when no seat is to play."""
    laid: bytes = b""
    """The cards of the trick, play after play."""
    size: int = 0
    """Cards of each play of the trick, 0 before a lead."""
    heading: int = 0
    """The index of the heading play."""
    beaters: int = FULL
    """In a trick of single cards: the mask of the cards that take the head if played next."""
    flags: int = 0
    """The kind of the trick, and what happened in it (see `trick`)."""

    def __copy__(self) -> State:
        return State(*_fields_of(self))


_fields_of: Final = attrgetter(*State.__slots__)


def start(seats: int, options: Mapping[str, str]) -> State:
    """A new rubber before its cut. Raises ValueError for what `check_options` refuses."""
    return begin(terms(seats, options))


def begin(terms: RubberTerms, dealer: int = -1, scores: Iterable[int] = ()) -> State:
    """A new rubber: before its cut, or with a dealer before its first deal."""
    return State(terms, dealer=dealer, scores=pack(scores))


def is_over(state: State) -> bool:
    """Return whether the rubber has ended (§9.6, §10.3, §11.6)."""
    if state.turn >= 0:
        return False
    terms, number = state.terms, state.hand_number
    played_out = terms.hands is not None and number >= terms.hands
    return played_out or bool(state.flags & LOST) or terms.target in scores(state)


def phase(state: State) -> StrEnum:
    """The action that the rubber waits for."""
    if state.turn >= 0:
        return VoormsiPhase.PROOF if state.flags & ASKING else Phase.PLAY
    if state.dealer < 0:
        return Phase.CUT
    return Phase.OVER if is_over(state) else Phase.DEAL


def hand_of(state: State, seat: int) -> int:
    """The mask of a seat's cards."""
    return state.hands >> SHIFTS[seat] & FULL


def plays(state: State) -> tuple[Play, ...]:
    """The plays of the trick so far."""
    size, order = state.size, state.order
    cards = [ORDER[place] for place in state.laid]
    starts = range(0, len(cards), size or 1)
    return tuple(Play(seat, tuple(cards[start : start + size])) for seat, start in zip(order, starts, strict=False))


def heading_seat(state: State) -> int:
    """The seat whose play heads the trick."""
    return state.order[state.heading]


def to_play(state: State) -> tuple[int, ...]:
    """The seats still to play to the trick, in order; with two players if the heading play stays ahead (§7.1)."""
    if state.turn < 0 or state.flags & ASKING:
        return ()
    terms, order = state.terms, state.order
    made = len(state.laid) // state.size if state.size else 0
    return (order + terms.orders[heading_seat(state)])[made : terms.plays]


def heading_cards(state: State) -> int:
    """The mask of the cards that head the trick; 0 before a lead."""
    start = state.heading * state.size
    return mask_at(state.laid[start : start + state.size])


def units(state: State) -> tuple[int, ...]:
    """Trick-units of this hand by side."""
    return spread(state.units, len(state.terms.sides))


def waiting(state: State) -> tuple[int, ...]:
    """Waiting points by side."""
    return spread(state.waiting, len(state.terms.sides))


def scores(state: State) -> tuple[int, ...]:
    """Rungs rubbed out, by side."""
    return spread(state.scores, len(state.terms.sides))


def tricks(state: State) -> int:
    """The number of tricks completed in this hand."""
    terms = state.terms
    return len(state.rounds) * terms.seats // terms.plays


def is_toqutsit_gone(state: State) -> bool:
    """Return whether Toqutsit has been played in this hand."""
    return not state.hands & _TOQUTSIT_HELD and state.deck.find(0, PACK - state.stock) < 0


def dealt_cards(state: State) -> tuple[tuple[Card, ...], ...]:
    """The cards that each seat has been dealt and has drawn in this hand, in order. SECRET while the hand runs."""
    terms = state.terms
    order: list[list[Card]] = [[] for _ in range(terms.seats)]
    left = len(state.deck)
    rounds = [(state.dealer + 1, terms.hand_size), *((entry >> 4, entry & 15) for entry in state.rounds)]
    for first, size in rounds if state.hand_number else ():
        each = min(size, (left - state.stock) // terms.seats)
        for place in range(each * terms.seats):
            order[(first + place) % terms.seats].append(ORDER[state.deck[len(state.deck) - left + place]])
        left -= each * terms.seats
    return tuple(map(tuple, order))
