"""The packed state of a rubber, and functions that read it (§1, §8, §12)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from rules.alkort.options import SEATS, AlkortTerms, terms
from rules.alkort.ranking import FULL, PACK, ROLL
from rules.core.cards import Card, mask_at
from rules.core.contract import Phase, Play

SHIFTS: Final = tuple(PACK * seat for seat in range(SEATS))
"""The position of each seat's mask in `AlkortState.hands`, in bits."""
HAND_SIZE: Final = 9
STOCK: Final = PACK - SEATS * HAND_SIZE
DECLINED: Final = -1
NEEDED: Final = 5
"""Tricks that win a hand (§8.3)."""


class AlkortPhase(StrEnum):
    """The phase of Alkort that other games do not have: a seat is asked about the stock (§5.2)."""

    EXCHANGE = "exchange"


class AlkortAnswer(NamedTuple):
    """The answer of a seat that was asked about the stock: the place of the card that it kept, or `DECLINED`."""

    seat: int
    kept: int


class AlkortState(NamedTuple):
    """A rubber between two actions. Cards are places 0..43 and sets of cards masks of 44 bits (`ranking`)."""

    terms: AlkortTerms
    scores: tuple[int, int] = (0, 0)
    cut: bytes = b""
    """The cards cut, one for each seat (§4.2)."""
    hand_number: int = 0
    """0 before the first deal."""
    dealer: int = -1
    """The dealer of this hand (before the first deal: the next dealer); -1 before the cut."""
    deck: bytes = b""
    """The pack of this hand in dealing order. SECRET while the hand runs."""
    answers: tuple[AlkortAnswer, ...] = ()
    """The answers of the seats that were asked about the stock."""
    hands: int = 0
    """The cards of each seat, 44 bits a seat."""
    started: int = 0
    """The hands when the play began; 0 while seats are asked about the stock."""
    winners: bytes = b""
    """The seat that won each trick of this hand."""
    turn: int = -1
    """-1 when no seat is to act."""
    laid: bytes = b""
    """The cards of the trick."""
    heading: int = 0
    """The index of the heading play."""
    beaters: int = FULL
    """The mask of the cards that take the head if played next."""


def start(seats: int, options: Mapping[str, str]) -> AlkortState:
    """A new rubber before its cut. Raises ValueError for what `check_options` refuses."""
    return AlkortState(terms(seats, options))


def phase(state: AlkortState) -> StrEnum:
    """The action that the rubber waits for (§12)."""
    if state.turn >= 0:
        return Phase.PLAY if state.started else AlkortPhase.EXCHANGE
    if state.dealer < 0:
        return Phase.CUT
    return Phase.OVER if is_over(state) else Phase.DEAL


def is_over(state: AlkortState) -> bool:
    """Return whether the rubber is over (§9.1, §10.6)."""
    if state.turn >= 0 or not state.hand_number:
        return False
    return max(state.scores) >= state.terms.target or state.hand_number == state.terms.hands


def hand_of(state: AlkortState, seat: int) -> int:
    """The mask of the cards that a seat holds."""
    return state.hands >> SHIFTS[seat] & FULL


def started_with(state: AlkortState, seat: int) -> int:
    """The mask of the cards that a seat held when the play began; 0 before."""
    return state.started >> SHIFTS[seat] & FULL


def forehand(state: AlkortState) -> int:
    """The seat to the dealer's left (§1)."""
    return (state.dealer + 1) % SEATS


def leader(state: AlkortState) -> int:
    """The seat that led to the trick in progress, or is to lead."""
    return (state.turn - len(state.laid)) % SEATS


def plays(state: AlkortState) -> tuple[Play, ...]:
    """The plays of the trick so far."""
    first = leader(state)
    return tuple(Play((first + at) % SEATS, (ROLL[place],)) for at, place in enumerate(state.laid))


def units(state: AlkortState) -> tuple[int, int]:
    """The tricks of this hand that each side has won."""
    second = sum(seat & 1 for seat in state.winners)
    return len(state.winners) - second, second


def hand_points(winners: bytes) -> tuple[int, int]:
    """The score of a hand that is over, by side (§8.4). `winners`: the seat that won each trick."""
    second = sum(seat & 1 for seat in winners)
    tricks = (len(winners) - second, second)
    side = int(second >= NEEDED)
    is_run = all(seat & 1 == side for seat in winners[:NEEDED])
    points = tricks[side] if is_run else 1
    return (0, points) if side else (points, 0)


def dealt_to(state: AlkortState, seat: int) -> bytes:
    """The nine cards dealt to a seat, in order: three rounds of three, from forehand (§4.3)."""
    first = 3 * ((seat - forehand(state)) % SEATS)
    deck, each = state.deck, 3 * SEATS
    return b"".join(deck[start : start + 3] for start in range(first, SEATS * HAND_SIZE, each))


def taker_answer(state: AlkortState) -> AlkortAnswer | None:
    """The answer of the seat that has taken the stock; None if nobody has."""
    last = state.answers[-1] if state.answers else None
    return last if last and last.kept != DECLINED else None


def laid_off(state: AlkortState) -> int:
    """The mask of the eight cards that were laid off for the stock (§5.4); 0 if nobody has taken it."""
    answer = taker_answer(state)
    return mask_at(place for place in dealt_to(state, answer.seat) if place != answer.kept) if answer else 0


def stock_size(state: AlkortState) -> int:
    """The number of cards in the stock; 0 before the first deal."""
    return STOCK if state.deck and not taker_answer(state) else 0


def dealt_cards(state: AlkortState) -> tuple[tuple[Card, ...], ...]:
    """The cards that each seat has been dealt and has drawn in this hand, in order. SECRET while the hand runs."""
    answer = taker_answer(state)
    drawn = state.deck[SEATS * HAND_SIZE :]
    got = (dealt_to(state, seat) + (drawn if answer and answer.seat == seat else b"") for seat in range(SEATS))
    return tuple(tuple(ROLL[place] for place in some) for some in got)
