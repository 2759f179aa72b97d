"""The packed state of a rubber, and functions that read it (KARNOFFEL §1, §4, §5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from rules.core.cards import CARDS, Card
from rules.core.contract import Phase, Play
from rules.karnoffel.options import HAND_SIZE, SEATS, KarnoffelTerms, terms
from rules.karnoffel.ranking import FULL, ORDERS, PACK

SHIFTS: Final = tuple(len(PACK) * seat for seat in range(SEATS))
"""The position of each seat's mask in `KarnoffelState.hands`, in bits."""
AROUND: Final = tuple(tuple((first + number) % SEATS for number in range(SEATS)) for first in range(SEATS))
"""By the first seat: the seats in order of play."""


@dataclass(slots=True)
class KarnoffelState:
    """A rubber between two actions. `playing.play` changes a state in place; `playing.apply` returns a new one.

    Cards are places 0..47 and sets of cards are masks (`ranking`), except in `cut` and `deck`.
    """

    terms: KarnoffelTerms
    cut: bytes = b""
    """The card that each seat has cut, as a number (§4.1)."""
    hand_number: int = 0
    """0 before the first deal."""
    dealer: int = -1
    """The dealer of this hand (before the first deal: the next dealer); -1 before the cut."""
    deck: bytes = b""
    """The pack of this hand in dealing order, as numbers of cards. SECRET, but for the turned cards."""
    chosen: int = 0
    """The chosen suit of this hand (§4.3); nothing before the first deal."""
    units: tuple[int, int] = (0, 0)
    """Tricks of this hand by side."""
    scores: tuple[int, int] = (0, 0)
    """Hands won by side."""
    hands: int = 0
    """The cards of each seat, 48 bits a seat."""
    turn: int = -1
    """-1 when no seat is to play."""
    order: tuple[int, ...] = ()
    """The seats of the trick in order of play."""
    laid: bytes = b""
    """The cards of the trick, play after play."""
    heading: int = 0
    """The index of the heading play."""
    ladder: int = 0
    """The ladder of the card led (`ranking.LADDER_OF`)."""
    beaters: int = 0
    """The mask of the cards that take the head if played next."""


def start(seats: int, options: Mapping[str, str]) -> KarnoffelState:
    """A new rubber before its cut. Raises ValueError for what `check_options` refuses."""
    return begin(terms(seats, options))


def begin(terms: KarnoffelTerms, dealer: int = -1, scores: Iterable[int] = (0, 0)) -> KarnoffelState:
    """A new rubber: before its cut, or with a dealer before its first deal."""
    first, second = scores
    return KarnoffelState(terms, dealer=dealer, scores=(first, second))


def is_over(state: KarnoffelState) -> bool:
    """Return whether the rubber has ended (§7.1, §10.5)."""
    if state.turn >= 0:
        return False
    hands = state.terms.hands
    return state.terms.target in state.scores or (hands is not None and state.hand_number >= hands)


def phase(state: KarnoffelState) -> Phase:
    """The action that the rubber waits for."""
    if state.turn >= 0:
        return Phase.PLAY
    if state.dealer < 0:
        return Phase.CUT
    return Phase.OVER if is_over(state) else Phase.DEAL


def next_order(state: KarnoffelState) -> tuple[int, ...]:
    """The seats in the order in which the next hand is dealt to them, its dealer last (§4.2, §4.5)."""
    return AROUND[(state.dealer + (2 if state.hand_number else 1)) % SEATS]


def hand_of(state: KarnoffelState, seat: int) -> int:
    """The mask of a seat's cards."""
    return state.hands >> SHIFTS[seat] & FULL


def plays(state: KarnoffelState) -> tuple[Play, ...]:
    """The plays of the trick so far."""
    order = ORDERS[state.chosen]
    return tuple(Play(seat, (order[place],)) for seat, place in zip(state.order, state.laid, strict=False))


def heading_seat(state: KarnoffelState) -> int:
    """The seat whose card heads the trick."""
    return state.order[state.heading]


def dealt_cards(state: KarnoffelState) -> tuple[tuple[Card, ...], ...]:
    """The cards that each seat has been dealt in this hand, in order. SECRET while the hand runs."""
    if not state.hand_number:
        return ((),) * SEATS
    first = [(seat - state.dealer - 1) % SEATS for seat in range(SEATS)]
    return tuple(tuple(CARDS[number] for number in state.deck[start : SEATS * HAND_SIZE : SEATS]) for start in first)


def turned_cards(state: KarnoffelState) -> tuple[Card, ...]:
    """The turned card of each seat, which is public (§4.4); empty before the first deal."""
    return tuple(cards[0] for cards in dealt_cards(state) if cards)
