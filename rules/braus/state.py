"""The packed state of a rubber, and functions that read it (BRAUS §1, §5, §8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.braus.options import SIDES, BrausTerms, terms
from rules.braus.ranking import LIVE, OUTCOME_CARD, PLAYABLE, SEVENS, cards_of
from rules.core.cards import CARDS, Card
from rules.core.contract import Phase, Play


class BrausState(NamedTuple):
    """A rubber between two actions. Sets of cards are masks (`ranking`), seats are -1 where there is none."""

    terms: BrausTerms
    cut: tuple[Card, ...] = ()
    hand_number: int = 0
    """0 before the first deal."""
    dealer: int = -1
    """The dealer of this hand (before the first deal: the next dealer)."""
    deck: bytes = b""
    """The pack of this hand in dealing order, as the numbers of `Card`. SECRET while the hand runs."""
    hands: tuple[int, ...] = ()
    leader: int = -1
    """The seat on lead, or that led to the trick in progress."""
    turn: int = -1
    trick: tuple[int, ...] = ()
    """The card of each play of the trick in progress, as a mask; 0 for a pass."""
    heading: int = 0
    """The index of the heading play."""
    tricks: int = 0
    """The number of tricks led and completed in this hand."""
    laid: tuple[int, ...] = ()
    """The seats that have laid Sevens in this hand, in order."""
    past: tuple[tuple[int, int], ...] = ()
    """The seats that the lead went past in this hand (§5.6): seat, number of the trick then to be led."""
    units: tuple[int, int] = (0, 0)
    """Tricks of each side in this hand."""
    scores: tuple[int, int] = (0, 0)


def start(seats: int, options: Mapping[str, str]) -> BrausState:
    """A new rubber before its cut. Raises ValueError for what `check_options` refuses."""
    return begin(terms(seats, options))


def begin(terms: BrausTerms, dealer: int = -1, scores: Sequence[int] = (0, 0)) -> BrausState:
    """A new rubber: before its cut, or with a dealer before its first deal."""
    even, odd = scores
    return BrausState(terms, dealer=dealer, scores=(even, odd))


def is_hand_over(state: BrausState) -> bool:
    """Return whether a hand has been played, and no other has been dealt since."""
    return state.turn < 0 and state.hand_number > 0


def is_over(state: BrausState) -> bool:
    """Return whether the rubber has ended (§8.1, §10.4)."""
    if not is_hand_over(state):
        return False
    terms = state.terms
    return max(state.scores) >= terms.target or (terms.hands is not None and state.hand_number >= terms.hands)


def phase(state: BrausState) -> Phase:
    """The action that the rubber waits for."""
    if state.turn >= 0:
        return Phase.PLAY
    if state.dealer < 0:
        return Phase.CUT
    return Phase.OVER if is_over(state) else Phase.DEAL


def side_of(seat: int) -> int:
    """The side of a seat (§1)."""
    return seat % SIDES


def seat_of(state: BrausState, index: int) -> int:
    """The seat of the trick's play `index`."""
    return (state.leader + index) % state.terms.seats


def heading_card(state: BrausState) -> int:
    """The mask of the heading card; 0 before a lead."""
    return state.trick[state.heading] if state.trick else 0


def plays(state: BrausState) -> tuple[Play, ...]:
    """The plays of the trick so far, passes among them."""
    return tuple(Play(seat_of(state, index), cards_of(card)) for index, card in enumerate(state.trick))


def trick_number(state: BrausState) -> int:
    """The number of the trick in play or to be led; a laying of Sevens has a number, too."""
    return state.tricks + len(state.laid) + (state.turn >= 0)


def can_lead(state: BrausState, seat: int) -> bool:
    """Return whether a seat holds a Seven or a live card (§5.6)."""
    return bool(state.hands[seat] & PLAYABLE)


def is_played_out(state: BrausState) -> bool:
    """Return whether no hand holds what could still be led (§6.2, §10.3)."""
    wanted = LIVE if state.terms.dead else PLAYABLE
    return not any(hand & wanted for hand in state.hands)


def outcome_card_seat(state: BrausState) -> int:
    """The seat that holds the outcome card, which is never played. SECRET unless §7.3 scores."""
    return next(seat for seat, hand in enumerate(state.hands) if hand & OUTCOME_CARD)


def must_lay(state: BrausState, seat: int) -> int:
    """The Sevens that a seat must lay if it is on lead (§5.2)."""
    return state.hands[seat] & SEVENS


def dealt_cards(state: BrausState) -> tuple[tuple[Card, ...], ...]:
    """The cards that each seat was dealt in this hand, in order (§4.3). SECRET while the hand runs."""
    seats = state.terms.seats
    rows = (state.deck[(seat - state.dealer - 1) % seats :: seats] for seat in range(seats))
    return tuple(tuple(CARDS[number] for number in row) for row in rows)
