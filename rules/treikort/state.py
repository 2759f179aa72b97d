"""The packed state of a rubber, and functions that read it (§4 to §8)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from rules.core.cards import Card, mask_at
from rules.core.contract import Phase, Play
from rules.treikort.options import SEATS, TreikortTerms, terms
from rules.treikort.pope import NOBODY, Tricks, successor, tally
from rules.treikort.ranking import FULL, PACK, ROLL

ASK, DECLINE, RETURN = "ask", "decline", "return"
"""The kinds of moves (§11)."""
SHIFTS: Final = tuple(PACK * seat for seat in range(SEATS))
"""The position of each seat's mask in `TreikortState.hands`, in bits."""
DEALT_TOGETHER: Final = 3
"""The cards that a seat gets at a time (§4.3)."""
DEALT_TO: Final = tuple(
    tuple(
        place
        for first in range(DEALT_TOGETHER * order, PACK, DEALT_TOGETHER * SEATS)
        for place in range(first, first + DEALT_TOGETHER)
    )
    for order in range(SEATS)
)
"""For each seat from the dealer's left on: the positions of its cards in the deck."""


class PopePhase(StrEnum):
    """The phases in which the Pope acts (§11)."""

    POPE = "pope"
    RETURN = "return"


class TreikortState(NamedTuple):
    """A rubber between two actions. Cards are places 0..26 in the roll, sets of cards are masks of 27 bits."""

    terms: TreikortTerms
    cut: bytes = b""
    hand_number: int = 0
    """0 before the first deal."""
    dealer: int = -1
    """The dealer of this hand (before the first deal: the next dealer); -1 before the cut."""
    earlier: Tricks = (0, 0, 0)
    """Tricks by seat in hands before those in `past`; only a hand that the referee judges has some."""
    past: tuple[Tricks, ...] = ()
    """Tricks by seat in each finished hand of the rubber, this one too as soon as it is over."""
    pope: int = NOBODY
    """The Pope in this hand."""
    deck: bytes = b""
    """The pack of this hand in dealing order. SECRET while the hand runs."""
    owed: int = 0
    """The moves that the Pope has still to make before the opening lead; until he has decided, 1."""
    asked: int = NOBODY
    """Whom the Pope asked for a Seven."""
    given: bytes = b""
    """The cards that have passed, in the order of §R.4. SECRET while the hand runs."""
    hands: int = 0
    """The cards of each seat, 27 bits a seat."""
    turn: int = -1
    """-1 when no seat is to act."""
    units: Tricks = (0, 0, 0)
    """Tricks by seat in this hand."""
    laid: bytes = b""
    """The cards of the trick, in order."""
    heading: int = 0
    """The index of the heading play."""


def start(seats: int, options: Mapping[str, str]) -> TreikortState:
    """A new rubber before its cut. Raises ValueError for what `check_options` refuses."""
    return TreikortState(terms(seats, options))


def phase(state: TreikortState) -> StrEnum:
    """The action that the rubber waits for."""
    if state.turn >= 0:
        if not state.owed:
            return Phase.PLAY
        return PopePhase.RETURN if state.given else PopePhase.POPE
    if state.dealer < 0:
        return Phase.CUT
    return Phase.OVER if is_rubber_over(state) else Phase.DEAL


def is_hand_over(state: TreikortState) -> bool:
    """Return whether the hand of the state is over, so that all may be known of it (§10.7)."""
    return state.turn < 0 and state.hand_number > 0


def is_rubber_over(state: TreikortState) -> bool:
    return state.turn < 0 and state.hand_number == state.terms.hands


def hand_of(state: TreikortState, seat: int) -> int:
    """The mask of a seat's cards."""
    return state.hands >> SHIFTS[seat] & FULL


def leader(state: TreikortState) -> int:
    """The seat that led, or leads, the trick; the seat to act must be to play."""
    return (state.turn - len(state.laid)) % SEATS


def plays(state: TreikortState) -> tuple[Play, ...]:
    """The plays of the trick so far."""
    first = leader(state)
    return tuple(Play((first + index) % SEATS, (ROLL[place],)) for index, place in enumerate(state.laid))


def scores(state: TreikortState) -> Tricks:
    """The tricks of each seat in all finished hands of the rubber (§8.1)."""
    return tally((state.earlier, *state.past))


def pope_now(state: TreikortState) -> int:
    """The Pope: that of the hand, and once it is over, the next one (§5.1)."""
    return successor(state.pope, state.past) if is_hand_over(state) else state.pope


def places_dealt(state: TreikortState, seat: int) -> tuple[int, ...]:
    """The cards dealt to a seat, by place, in order; empty before the first deal."""
    if not state.deck:
        return ()
    return tuple(state.deck[at] for at in DEALT_TO[(seat - state.dealer - 1) % SEATS])


def dealt_cards(state: TreikortState) -> tuple[tuple[Card, ...], ...]:
    """The cards dealt to each seat in this hand, in order. SECRET while the hand runs."""
    return tuple(tuple(ROLL[place] for place in places_dealt(state, seat)) for seat in range(SEATS))


def high_giver(state: TreikortState) -> int:
    """The seat that owes the Pope its highest card, when he has asked the other one for a Seven (§5.5)."""
    return SEATS - state.pope - state.asked


def has_seven_passed(state: TreikortState) -> bool:
    """Return whether the seat that was asked had a Seven to give (§5.6)."""
    return len(state.given) + state.owed == 4  # else two cards pass, one each way, or none


def returnable(state: TreikortState) -> int:
    """The mask of the cards that the Pope may give back: those dealt to him that he still holds (§5.7)."""
    return hand_of(state, state.pope) & mask_at(places_dealt(state, state.pope))


def receiver(state: TreikortState) -> int:
    """The seat that gets the next card back: first the high-giver, then the Seven-giver (§5.7)."""
    is_first = len(state.given) == 1 + has_seven_passed(state)
    return high_giver(state) if is_first else state.asked
